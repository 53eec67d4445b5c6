"""A match at the terminal: what is offered, what is typed, what is shown, what is saved."""
