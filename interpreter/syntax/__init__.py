"""From text to trees with places: YAML, schemas, the inner language."""
