"""Fact sheets: what skills mean. Nothing here knows the engine; abilities are named, not numbered."""
