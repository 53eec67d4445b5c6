"""Files, places in them, and findings about them; imports nothing else of this package."""
