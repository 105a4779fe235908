"""What Discord accepts: a reduced copy of its OpenAPI description, and a checker for request bodies."""
