"""What people see: the command, the plain table, the screens."""
