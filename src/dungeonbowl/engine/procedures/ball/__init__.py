"""The ball: `bounce` and catch, `passing` with `interference` and `crossing`, `hand_off`; a thrown `team_mate`."""
