"""What people type and press, turned into use cases: `commands` and `presses`."""
