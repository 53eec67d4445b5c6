"""One layout for the YAML of rulesets and of the files beside them, with the same meaning."""
