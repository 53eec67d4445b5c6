"""What differs between two pages, by address: compared as they are read, not as they are laid out."""
