"""Whether a game can be played as its rules mean it: what is never reached, where play gets stuck."""
