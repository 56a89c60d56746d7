"""Steps that aftermaths are made of, one subject a file. Where editions differ, a step is made with arguments."""
