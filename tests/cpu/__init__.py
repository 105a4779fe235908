"""Tests of CPU seats."""
