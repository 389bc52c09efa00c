"""What people see: screens, toasts and replies as pure functions of what is saved. Nothing here sends."""
