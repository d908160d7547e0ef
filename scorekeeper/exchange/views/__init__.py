"""The pages of exports, imports, copies of a group, sheets to print, and a group's own score sheets."""
