"""The native executor: one C translation unit for each program, compiled by the machine's own compiler."""
