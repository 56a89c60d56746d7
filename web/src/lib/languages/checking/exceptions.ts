/** Words that are the same in every language, each with the reason why no catalogue has them. */

export interface Exception {
  words: RegExp;
  file?: string; // only there: the end of its path
  why: string;
}

export const EXCEPTIONS: Exception[] = [
  { words: /^(· )?Dungeon Bowl$/, why: "the name of the game" },
  { words: /^POW$/, file: "lib/components/Die.svelte", why: "printed on the die" },
  { words: /^(28 mm|30 mm|A4|Letter)$/, file: "lib/match/table/PrintKit.svelte", why: "sizes, and kinds of paper" },
  { words: /^Bearer \$$/, why: "a header of HTTP" },
  { words: /^color-mix\(|!important|\d+px /, why: "style" },
  { words: /./, file: "lib/match/eventsounds.ts", why: "kinds of events, and reasons for whoever reads the table" },
  { words: /^(turn|match|activation|ball|monster|referee|followed) \w+( up)?$/, why: "kinds of events, as the server calls them" },
  { words: /^(in a pit|no zone)$/, why: "ids of conditions: lib/names.ts has their words" },
  { words: /./, file: "lib/match/fixtures.ts", why: "a made-up match for tests" },
  { words: /./, file: "drawing/bodies.ts", why: "ids of races" },
  { words: /./, file: "drawing/glyphs.ts", why: "ids of races" },
  { words: /./, file: "drawing/marks.ts", why: "ids of weapons" },
  { words: /./, file: "drawing/rooms.ts", why: "names of rooms, as the server calls them" },
  { words: /./, file: "lib/match/NoticeBanner.svelte", why: "keys, as browsers call them" },
  { words: /^(dark|wood) elf$/, why: "ids of races" },
  { words: /^[A-Za-z]$/, why: "a letter on the keyboard, or the mark of a panel" },
  { words: /^(MA|ST|AG|PA|AV)$/, why: "characteristics, as every sheet and book of the game has them" },
  { words: /^(var\(--|#[0-9a-f]{6}$)/, why: "a colour" },
  { words: /^dungeonbowl /, why: "a command" },
  { words: /^https:\/\//, why: "an address" },
  { words: /^casualty_bonus = on$/, why: "an option of a league, as its text has it" },
  { words: /^hidden trap$/, why: "the name of a drawing" },
  { words: /^Ann Bo Cy Dee$/, file: "NewLeague.svelte", why: "names" },
  { words: /./, file: "languages/known.ts", why: "languages by their own names" },
];

export const excepted = (file: string, words: string): boolean =>
  EXCEPTIONS.some((exception) => exception.words.test(words) && (!exception.file || file.endsWith(exception.file)));
