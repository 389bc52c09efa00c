"""What several games share: words, and what they are said of."""
