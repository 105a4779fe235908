"""End-to-end tests: a real client, an in-memory Discord, users who press buttons."""
