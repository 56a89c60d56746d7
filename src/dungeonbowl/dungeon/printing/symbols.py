"""The drawings: one fragment of SVG for everything that can stand in a square, 40 units wide and high.

All of them are our own. Each has a shape of its own, so that a picture printed in grey can be read as well.
"""

from __future__ import annotations

from typing import Final

SQUARE: Final = 40  # units a square
FONTS: Final = "'DejaVu Sans', Verdana, 'Liberation Sans', 'Noto Sans', Arial, Helvetica, sans-serif"
INK: Final = "#2b2622"
FLOOR: Final = "#f7f2e6"
PAPER: Final = "#ffffff"
ROCK: Final = "#d8d4cc"
# Colour, tint and pattern of each end zone; the letter and the pattern tell them apart without the colour.
TEAM_INKS: Final = ("#a3211b", "#1d4f9c", "#22703a", "#6b2f93")
TEAM_TINTS: Final = ("#f6d9d3", "#d6e3f5", "#d8ecd9", "#e9dcf2")

STYLE: Final = f"""
text {{ font-family: {FONTS}; fill: {INK}; }}
.grid {{ stroke: #b9ad94; stroke-width: 0.8; fill: none; }}
.wall {{ stroke: {INK}; stroke-width: 5; stroke-linecap: round; fill: none; }}
.edge {{ stroke-width: 2.2; stroke-linecap: round; fill: none; }}
.drop {{ stroke: #6a5434; stroke-width: 2.4; stroke-linecap: round; fill: none; }}
.line {{ stroke: {INK}; stroke-width: 1.4; stroke-linejoin: round; stroke-linecap: round; }}
.halo {{ paint-order: stroke; stroke: {FLOOR}; stroke-width: 4; stroke-linejoin: round; }}
.mark {{ font-weight: bold; text-anchor: middle; }}
"""

# Patterns for the end zones and the rock, in <defs>; laid over their plain colours, so that no seams show.
PATTERNS: Final = f"""
<pattern id="zone0" width="8" height="8" patternUnits="userSpaceOnUse">
<path d="M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6" stroke="{TEAM_INKS[0]}" stroke-width="0.9"/></pattern>
<pattern id="zone1" width="8" height="8" patternUnits="userSpaceOnUse">
<path d="M0 4 H8" stroke="{TEAM_INKS[1]}" stroke-width="1"/></pattern>
<pattern id="zone2" width="8" height="8" patternUnits="userSpaceOnUse">
<circle cx="4" cy="4" r="1.4" fill="{TEAM_INKS[2]}"/></pattern>
<pattern id="zone3" width="10" height="10" patternUnits="userSpaceOnUse">
<path d="M2.5 5 H7.5 M5 2.5 V7.5" stroke="{TEAM_INKS[3]}" stroke-width="1"/></pattern>
<pattern id="rock" width="10" height="10" patternUnits="userSpaceOnUse">
<path d="M0 10 L10 0 M-2.5 2.5 L2.5 -2.5 M7.5 12.5 L12.5 7.5" stroke="#8f887c" stroke-width="1.1"/></pattern>
"""

WATER: Final = """<rect width="40" height="40" fill="#cfe6f2"/>
<path d="M4 11 q4 -5 8 0 t8 0 t8 0 t8 0 M4 21 q4 -5 8 0 t8 0 t8 0 t8 0 M4 31 q4 -5 8 0 t8 0 t8 0 t8 0"
 fill="none" stroke="#2f7598" stroke-width="1.7" stroke-linecap="round"/>"""
LAVA: Final = """<rect width="40" height="40" fill="#f29a3c"/>
<path d="M3 5 L15 3 L18 11 L9 17 L2 13 Z M22 4 L36 6 L37 15 L27 16 Z M4 22 L16 20 L19 30 L10 37 L3 33 Z
 M23 22 L34 20 L38 29 L32 37 L22 35 Z" fill="#5b2317"/>
<path d="M20 2 L20 12 L11 19 L20 24 L21 38 M20 17 L38 18" fill="none" stroke="#ffe08a" stroke-width="1.6"/>"""
CHASM: Final = """<rect width="40" height="40" fill="#38333a"/>
<path d="M5 3 L12 13 L7 22 L15 37 M25 4 L21 15 L30 23 L26 37" fill="none" stroke="#8d8591" stroke-width="1.6"/>
<path d="M12 13 L19 11 M30 23 L36 20 M7 22 L3 26" fill="none" stroke="#8d8591" stroke-width="1.2"/>"""
FIERY_CHASM: Final = """<rect width="40" height="40" fill="#431a12"/>
<path d="M11 36 C2 28 9 22 8 11 C15 16 13 20 16 23 C18 20 17 17 19 14 C24 22 21 31 17 36 Z" fill="#f08a24"/>
<path d="M13 36 C9 31 13 28 12 23 C17 27 18 31 16 36 Z" fill="#ffe08a"/>
<path d="M29 34 C22 28 27 23 26 15 C31 18 30 21 32 23 C34 21 34 19 35 17 C38 24 36 31 33 34 Z" fill="#f08a24"/>
<path d="M30 34 C28 31 30 28 30 25 C33 28 34 31 32 34 Z" fill="#ffe08a"/>"""
OBSTACLE: Final = """<path d="M4 32 L6 22 L13 17 L20 21 L22 32 Z" fill="#a39c90" class="line"/>
<path d="M19 33 L21 20 L29 15 L36 22 L37 33 Z" fill="#8f887c" class="line"/>
<path d="M11 20 L14 10 L23 7 L28 14 L23 21 Z" fill="#bcb5a8" class="line"/>
<path d="M8 25 L12 22 M25 24 L30 20 M16 15 L20 11" fill="none" class="line"/>"""
INSCRIPTION: Final = """<circle cx="20" cy="20" r="16.5" fill="#eee3c4" stroke="#7a5a12" stroke-width="1.6"/>
<circle cx="20" cy="20" r="10.5" fill="none" stroke="#7a5a12" stroke-width="1"/>
<path d="M20 4.5 V8.5 M18 6 L22 7.5 M31 9 L28.5 12 M28 8.5 L31.5 12 M35.5 20 H31.5 M33 18 L34.5 22 M31 31 L28.5 28
 M31.5 27.5 L28 31 M20 35.5 V31.5 M18 34 L22 32.5 M9 31 L11.5 28 M8.5 28 L12 31.5 M4.5 20 H8.5 M6 18 L7 22
 M9 9 L11.5 12 M8.5 12 L12 8.5" fill="none" stroke="#7a5a12" stroke-width="1.3" stroke-linecap="round"/>"""
TRAP: Final = """<path d="M20 5 L35 20 L20 35 L5 20 Z" fill="#f2d98a" class="line"/>
<path d="M20 9.5 L30.5 20 L20 30.5 L9.5 20 Z" fill="none" class="line" stroke-dasharray="3 2.6"/>
<text x="20" y="26" font-size="16" class="mark">?</text>"""
PIT: Final = """<ellipse cx="20" cy="21" rx="16" ry="14" fill="#b7ab94" class="line"/>
<ellipse cx="20" cy="22.5" rx="12" ry="9.5" fill="#2c272b"/>
<path d="M11 29 L13 18 L15 30 Z M18 31.5 L20 19 L22 31.5 Z M25 30 L27 18 L29 29 Z" fill="#d9d2c4"/>"""
PASSAGE: Final = """<path d="M7 36 V18 A13 13 0 0 1 33 18 V36 Z" fill="#8f887c" class="line"/>
<path d="M11.5 36 V18.5 A8.5 8.5 0 0 1 28.5 18.5 V36 Z" fill="#2c272b"/>
<path d="M20 5 V10 M8.6 13.5 L13 16 M31.4 13.5 L27 16 M7 25 H11.5 M28.5 25 H33" class="line" fill="none"/>"""
CHEST: Final = """<path d="M6 18 C6 11 9 8.5 14 8.5 H26 C31 8.5 34 11 34 18 Z" fill="#b98146" class="line"/>
<rect x="6" y="18" width="28" height="14" fill="#92602d" class="line"/>
<path d="M11.5 9.5 V31.5 M28.5 9.5 V31.5" stroke="#e9c45c" stroke-width="2.6"/>
<rect x="16.5" y="14.5" width="7" height="8" rx="1.2" fill="#f4d873" class="line"/>
<path d="M20 17.6 V20" stroke="#2b2622" stroke-width="1.6" stroke-linecap="round"/>"""
PORTAL: Final = """<circle cx="20" cy="20" r="16.5" fill="#e9dcf5" stroke="#4f2379" stroke-width="2.4"/>
<path d="M20 6.5 A13.5 13.5 0 0 1 33.5 20 M20 33.5 A13.5 13.5 0 0 1 6.5 20" fill="none" stroke="#7c49ab"
 stroke-width="2" stroke-linecap="round"/>
<path d="M33.5 20 L30.6 16.6 M33.5 20 L36 16.4 M6.5 20 L9.4 23.4 M6.5 20 L4 23.6"
 stroke="#7c49ab" stroke-width="1.6"/>"""

# Doors: drawn for a way from west to east, turned for the other.
FRAME: Final = """<path d="M20 2 V8 M20 32 V38" stroke="#2b2622" stroke-width="9"/>"""
DOORWAY: Final = FRAME + """<path d="M20 9 V31" stroke="#2b2622" stroke-width="1.2" stroke-dasharray="2.5 2.5"/>"""
DOOR: Final = (
    FRAME
    + """<rect x="15.5" y="7" width="9" height="26" fill="#9a6a36" class="line"/>
<path d="M15.5 13 H24.5 M15.5 27 H24.5" stroke="#2b2622" stroke-width="1.6"/>
<circle cx="20" cy="20" r="1.9" fill="#f4d873"/>"""
)
GATE: Final = (
    FRAME
    + """<path d="M20 7 V33" stroke="#4a4f57" stroke-width="3"/>
<path d="M13 11 H27 M13 17 H27 M13 23 H27 M13 29 H27" stroke="#4a4f57" stroke-width="2.6" stroke-linecap="round"/>"""
)
OPEN_DOOR: Final = (
    FRAME
    + """<path d="M20 8 L37 8" stroke="#9a6a36" stroke-width="5"/>
<path d="M37 8 A20 20 0 0 1 20 31" fill="none" stroke="#2b2622" stroke-width="1" stroke-dasharray="2.5 2.5"/>"""
)

# Steps rise to the north, the ladder leans to the north, the bridge leads from north to south; turned as needed.
STEP: Final = """<path d="M3 34 H37 M3 26 H37 M3 18 H37 M3 10 H37" stroke="#6a5434" stroke-width="1.8"/>
<path d="M20 32 V9 M13.5 15.5 L20 8 L26.5 15.5" fill="none"
 stroke="#2b2622" stroke-width="2.4" stroke-linejoin="round"/>"""
LADDER: Final = """<path d="M13 37 V-7 M27 37 V-7" stroke="#7a4f20" stroke-width="3" stroke-linecap="round"/>
<path d="M12 32 H28 M12 24 H28 M12 16 H28 M12 8 H28 M12 0 H28"
 stroke="#7a4f20" stroke-width="2.4" stroke-linecap="round"/>"""
BRIDGE: Final = """<rect width="40" height="40" fill="#431a12"/>
<path d="M8 0 H32 V6 H8 Z M9 8 H31 V14 H9 Z M8 16 H32 V22 H8 Z M9 24 H31 V30 H9 Z M8 32 H32 V38 H8 Z"
 fill="#c99a5b" stroke="#2b2622" stroke-width="0.8"/>
<path d="M8 0 Q5 20 8 40 M32 0 Q35 20 32 40" fill="none" stroke="#e8d3a2" stroke-width="2"/>"""

# Features of several squares, 80 units; the crypt lies along the longer side of its 40 x 80.
IDOL: Final = """<circle cx="40" cy="40" r="36" fill="#cfc3d8" class="line"/>
<circle cx="40" cy="40" r="30" fill="none" class="line" stroke-dasharray="5 4"/>
<path d="M22 24 C12 22 10 12 12 8 C16 16 22 16 29 20 Z M58 24 C68 22 70 12 68 8 C64 16 58 16 51 20 Z"
 fill="#efe6d2" class="line"/>
<path d="M24 26 C24 16 56 16 56 26 L58 44 C58 58 48 66 40 68 C32 66 22 58 22 44 Z" fill="#7d5f93" class="line"/>
<path d="M28 34 L37 38 L28 41 Z M52 34 L43 38 L52 41 Z" fill="#ffe08a" class="line"/>
<path d="M29 50 H51 L47 58 H33 Z" fill="#2c272b" class="line"/>
<path d="M32 50 L34 55 L36 50 M39 50 L41 55 L43 50 M45 50 L47 55 L49 50" fill="#efe6d2" class="line"/>
<path d="M40 27 L43 32 L40 35 L37 32 Z" fill="#e06a4e" class="line"/>"""
CRYPT: Final = """<rect x="4" y="4" width="32" height="72" rx="3" fill="#a8a297" class="line"/>
<path d="M9 14 L14 8 H26 L31 14 V66 L27 72 H13 L9 66 Z" fill="#d6d0c3" class="line"/>
<circle cx="20" cy="20" r="5.5" fill="#a8a297" class="line"/>
<path d="M12 31 C12 27 28 27 28 31 L26 62 H14 Z" fill="#a8a297" class="line"/>
<path d="M15 36 L25 42 M25 36 L15 42" fill="none" class="line"/>
<path d="M4 52 L9 50 M31 28 L36 25 M33 60 L36 62" fill="none" class="line"/>"""
DRAGON: Final = """<ellipse cx="40" cy="42" rx="35" ry="33" fill="#d9c58c" class="line"/>
<path d="M14 56 l3 -2 l2 3 l-3 2 Z M60 66 l3 -2 l2 3 l-3 2 Z M22 66 l3 -1 l1 3 l-3 1 Z M64 24 l3 -1 l1 3 l-3 1 Z"
 fill="#f4d873" class="line"/>
<path d="M57 60 C44 74 16 66 17 44 C18 24 44 16 56 30 C66 42 58 54 47 53 C38 52 36 43 42 40" fill="none"
 stroke="#2b2622" stroke-width="15" stroke-linecap="round"/>
<path d="M57 60 C44 74 16 66 17 44 C18 24 44 16 56 30 C66 42 58 54 47 53 C38 52 36 43 42 40" fill="none"
 stroke="#4f8a4b" stroke-width="12" stroke-linecap="round"/>
<path d="M24 30 C10 26 8 14 12 8 C18 12 22 10 27 12 C33 14 37 20 38 27 Z" fill="#7fb37a" class="line"/>
<path d="M12 8 L26 29 M27 12 L31 28" fill="none" class="line"/>
<path d="M49 54 L66 52 L76 60 L68 66 L58 67 L50 63 Z" fill="#4f8a4b" class="line"/>
<path d="M54 52 L50 45 L59 51 Z M62 51 L62 44 L67 52 Z" fill="#efe6d2" class="line"/>
<circle cx="61" cy="57" r="2.2" fill="#ffe08a" class="line"/><path d="M76 60 L67 61" class="line"/>"""
