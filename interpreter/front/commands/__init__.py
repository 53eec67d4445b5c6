"""The commands, a file each; `cli` imports one when it is asked for."""
