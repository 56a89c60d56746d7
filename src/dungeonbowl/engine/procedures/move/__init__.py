"""Movement: `step` and jump, `arrive` (what the square does), `teleport` (portals), `chasm`."""
