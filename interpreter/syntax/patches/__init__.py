"""Pages that change another page: what they say, whether it fits, and the page that comes of it."""
