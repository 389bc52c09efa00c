"""Pictures of what lies on the table, drawn by this project's own hand; without them the text serves."""
