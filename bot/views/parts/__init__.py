"""Words that two games share."""
