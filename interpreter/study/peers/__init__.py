"""Compiled rulesets beside hand-written C and other systems, in one run on one core."""
