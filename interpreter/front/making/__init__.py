"""New rulesets and variants: small ones that work, as a place to begin."""
