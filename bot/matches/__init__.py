"""What people do with matches: use cases that know neither Telegram nor SQL. One use case is one transaction."""
