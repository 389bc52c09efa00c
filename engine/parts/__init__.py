"""Rules that two games share word for word."""
