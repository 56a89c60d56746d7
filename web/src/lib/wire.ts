// Written by `python -m dungeonbowl.server.typescript` from src/dungeonbowl/server/wire: change it there, not here.
// docs/protocol.md describes the messages in prose.

export const VERSION = 1;

export type PromptKind =
  | "turn"
  | "declare"
  | "act"
  | "reroll"
  | "face"
  | "push"
  | "follow"
  | "skill"
  | "place"
  | "zone"
  | "deploy"
  | "buy"
  | "aim"
  | "spell"
  | "referee"
  | "roll"
  | "choose";

export type OptionKind =
  | "activate"
  | "end turn"
  | "enter"
  | "sponge"
  | "declare"
  | "step"
  | "jump"
  | "stand up"
  | "block"
  | "hand off"
  | "foul"
  | "aim"
  | "pick"
  | "open"
  | "pay portal"
  | "stop"
  | "throw"
  | "throw at wall"
  | "swing"
  | "accept"
  | "reroll"
  | "face"
  | "push"
  | "follow"
  | "stay"
  | "use"
  | "decline"
  | "interfere"
  | "catch"
  | "argue"
  | "bribe"
  | "place ball"
  | "cast"
  | "cast on"
  | "cast at"
  | "direction"
  | "place chest"
  | "place portal"
  | "zone"
  | "deploy"
  | "buy"
  | "hire"
  | "teach"
  | "buy no more"
  | "start"
  | "treat"
  | "leap"
  | "cross"
  | "shove chest"
  | "drag chest"
  | "take chest"
  | "demand balance"
  | "set-up done"
  | "arrive"
  | "open door"
  | "close door"
  | "smash door"
  | "slip"
  | "travel"
  | "release winds"
  | "winds fell"
  | "winds raise"
  | "hurry"
  | "drop"
  | "climb"
  | "climb-out"
  | "place trap"
  | "choose ball"
  | "lie down"
  | "bear flames"
  | "by rule"
  | "call referee"
  | "move referee"
  | "assassinate"
  | "cast spell"
  | "flash"
  | "flying fist"
  | "phantom hands"
  | "phantom pass";

export type PlanKind =
  | "score"
  | "run"
  | "fetch"
  | "block"
  | "blitz"
  | "open"
  | "hand"
  | "walk"
  | "rise";

export type DiceKind =
  | "provable"
  | "typed";

export type OverlayKind =
  | "zones"
  | "passes"
  | "sight"
  | "reach";

export type Stage =
  | "waiting"
  | "playing"
  | "over";

export type NoticeKind =
  | ""
  | "turnover"
  | "score"
  | "ball"
  | "death"
  | "over";

export type BlockResult =
  | "down"
  | "push"
  | "stand"
  | "both"
  | "fall";

export type EditionOptionKind =
  | "choice"
  | "number"
  | "switch"
  | "words";

export type TileKind =
  | "corridor"
  | "endzone"
  | "large"
  | "small";

export type FeatureKind =
  | "doorway"
  | "door"
  | "gate"
  | "open door"
  | "chasm"
  | "obstacle"
  | "lava"
  | "water"
  | "inscription"
  | "step"
  | "ladder foot"
  | "passage end"
  | "passage inside"
  | "below"
  | "platform"
  | "barrier"
  | "hidden trap"
  | "pit"
  | "spiked pit"
  | "teleporter trap"
  | "statue"
  | "spiked ball"
  | "enchanted ball"
  | "living ball"
  | "iron ball";

export type BodyKind =
  | "referee"
  | "hound"
  | "tentacles"
  | "gorgon"
  | "hippogriff"
  | "earth golem"
  | "cockatrice"
  | "hydra"
  | "manticore"
  | "dragon"
  | "dwarf"
  | "yhetee"
  | "rat ogre"
  | "flesh golem"
  | "treeman"
  | "dryad"
  | "nurgle beast"
  | "bloater"
  | "rotter"
  | "spawn"
  | "pestigor"
  | "khorngor"
  | "minotaur"
  | "centaur"
  | "beastman"
  | "chaos dwarf"
  | "halfling"
  | "gnome"
  | "gnoblar"
  | "snotling"
  | "hobgoblin"
  | "goblin"
  | "black orc"
  | "orc"
  | "dark elf"
  | "wood elf"
  | "high elf"
  | "grey elf"
  | "elf"
  | "skaven"
  | "skink"
  | "saurus"
  | "kroxigor"
  | "slann"
  | "fimir"
  | "mummy"
  | "wraith"
  | "wight"
  | "ghoul"
  | "vargheist"
  | "vampire"
  | "thrall"
  | "zombie"
  | "skeleton"
  | "ulfwerener"
  | "werewolf"
  | "fox"
  | "boar"
  | "ogre"
  | "troll"
  | "khorne"
  | "chaos"
  | "norse"
  | "amazon"
  | "human"
  | "monster";

export type RoleKind =
  | "lineman"
  | "runner"
  | "catcher"
  | "blitzer"
  | "thrower"
  | "blocker"
  | "special"
  | "big"
  | "referee"
  | "roller"
  | "axe"
  | "dagger"
  | "whip"
  | "flame"
  | "bomb"
  | "pogo"
  | "chainsaw"
  | "ball and chain"
  | "wand"
  | "horn"
  | "dancer"
  | "sneak"
  | "spear"
  | "boot"
  | "monster";

export type TerrainKind =
  | "floor"
  | "doorway"
  | "door"
  | "gate"
  | "open door"
  | "chasm"
  | "obstacle"
  | "lava"
  | "water"
  | "inscription"
  | "step"
  | "ladder foot"
  | "passage end"
  | "passage inside"
  | "idol"
  | "crypt"
  | "dragon"
  | "fiery chasm"
  | "bridge";

export type Severity =
  | "error"
  | "warning";

export type BallKind =
  | ""
  | "spiked ball"
  | "enchanted ball"
  | "living ball"
  | "iron ball";

export type Status =
  | "standing"
  | "prone"
  | "stunned"
  | "reserves"
  | "knocked-out"
  | "casualty"
  | "sent-off"
  | "lost"
  | "absent"
  | "turned-to-stone";

export type Face =
  | "player-down"
  | "both-down"
  | "push"
  | "stumble"
  | "pow";

export type CounterKey =
  | "rerolls"
  | "apothecaries"
  | "bribes"
  | "wizards"
  | "brewers"
  | "surgeons"
  | "chefs"
  | "eye";

/** What is wrong with a request: what, where, and what was expected. */
export interface Problem {
  what: string;
  where: string;
  expected: string;
}

export interface ErrorReply {
  error: Problem;
  problems: Problem[];
}

/** Something to pick from a list. */
export interface Choice {
  id: string;
  name: string;
  text: string;
}

/** One of the parts that a value of an option is put together from. With `most` it is followed by a number of `least` to `most`; it has to be there if `least` is more than 0. */
export interface OptionPart {
  key: string;
  name: string;
  least: number;
  most: number;
}

/** An option of an edition. Values are texts: `on` and `off` for a switch, and a number may also be one of the words of `choices`. Where there are `parts`, a value is a name and some of them, joined by `:`, and several values are joined by `+`. */
export interface EditionOption {
  key: string;
  name: string;
  default: string;
  kind: EditionOptionKind;
  text: string;
  group: string;
  choices: string[];
  needs: string[];
  conflicts: string[];
  module: string;
  is_built: boolean;
  choice_texts: string[];
  parts: OptionPart[];
}

export interface EditionChoice {
  id: string;
  name: string;
  text: string;
  options: EditionOption[];
  roster_word: string;
  rosters: Choice[];
  presets: Record<string, Record<string, string>>;
}

/** Whether a text form names a game that can be played: its shortest form, or what is wrong with it. `has_master`: a match of it has a seat for a game master besides those of the teams. */
export interface EditionChecked {
  text: string;
  problem: string;
  has_master: boolean;
}

/** A ready team. */
export interface TeamChoice {
  id: string;
  edition: string;
  name: string;
  roster: string;
  style: string;
  value: number;
}

/** A dungeon of the library. `modules` are options of its edition that must be on in a match there. */
export interface DungeonChoice {
  id: string;
  name: string;
  edition: string;
  teams: number;
  width: number;
  height: number;
  modules: string[];
}

/** What the one-click match is made of. */
export interface QuickDefaults {
  edition: string;
  dungeon: string;
  teams: string[];
  level: string;
  turn_limit: number;
  more_teams: string[];
}

export interface GeneratorChoices {
  edition: string;
  modes: string[];
  sizes: string[];
  tiles: string[];
  features: string[];
  tokens: string[];
}

/** Everything that a new match can be made of. */
export interface Options {
  version: number;
  program: string;
  compiled: boolean;
  editions: EditionChoice[];
  teams: TeamChoice[];
  dungeons: DungeonChoice[];
  generators: GeneratorChoices[];
  levels: Choice[];
  clocks: Choice[];
  quick: QuickDefaults[];
}

/** What a dungeon is generated from; the same order gives the same dungeon. */
export interface GenerateOrder {
  edition?: string;
  seed?: number;
  size?: string;
  mode?: string;
  tiles?: string;
  teams?: number;
  features?: string[];
  tokens?: string;
}

/** The dungeon of a new match: exactly one of these. With `dice` it is rolled for, in editions that do so. */
export interface DungeonOrder {
  id?: string | null;
  text?: string | null;
  generate?: GenerateOrder | null;
  dice?: boolean;
}

/** The team of a side: a ready one by its id, or the text of a team file. */
export interface TeamOrder {
  ready?: string | null;
  text?: string | null;
}

/** How long coaches may think. `turn`: so many seconds each team turn, and `answer` seconds for each decision in the other coach's turn. `bank`: so many seconds for the whole match, and `gain` more with each own team turn. `days`: a match over days, with `move` hours each time a coach is asked, `bank` hours for the whole match where that is not enough, and `react` hours for each decision in the other coach's turn. */
export interface ClockOrder {
  mode?: "bank" | "days" | "none" | "turn";
  seconds?: number;
  answer?: number;
  gain?: number;
  move?: number;
  bank?: number;
  react?: number;
}

/** A match to be created. `seats` say who plays each side: "person", or "bot:" and a level; where there is a game master, the last seat is his. With `shared` all persons have one link, for coaches at one screen. What is left out (dungeon, teams) is chosen so that it fits the edition. If a person plays and the text of the edition does not set `optional_skills`, coaches are asked about optional skills. With `exercise` the match is a lesson or a puzzle, which brings its own edition, dungeon and teams. */
export interface NewMatch {
  edition?: string;
  dungeon?: DungeonOrder | null;
  teams?: TeamOrder[];
  seats?: string[];
  clock?: ClockOrder;
  turn_limit?: number | null;
  quick?: boolean;
  shared?: boolean;
  pace?: number;
  help?: boolean | null;
  exercise?: string;
  dice?: DiceKind;
}

/** A match that shows one module, ready to be created: `order` goes back to the server as it is. */
export interface Sample {
  id: string;
  title: string;
  text: string;
  order: NewMatch;
}

/** A seat of a person. `link` opens the match in the browser. A client with the token decides for its sides, until somebody takes the seat with it: then only the key of that client does. */
export interface SeatLink {
  sides: number[];
  token: string;
  link: string;
}

/** A match that was created. Tokens are told only here. The commitment is the SHA-256 of the seed of the dice. The host's token opens no seat: it is for replacing links that have got into wrong hands. */
export interface Created {
  id: string;
  seats: SeatLink[];
  watch_token: string;
  watch: string;
  commitment: string;
  host_token: string;
}

/** A link to be replaced by a new one: that of these sides, or of the spectators if there are none. With `keep` a coach who has taken a seat has it until somebody takes it with the new link: to go on with another device. */
export interface RenewOrder {
  sides?: number[];
  keep?: boolean;
}

/** A seat to be taken with its link. `key` is a secret that the client makes up for this match, at random: from then on it is the token of the seat, and the link opens nothing. The same order again gets the same answer. */
export interface TakeOrder {
  key: string;
}

/** A language that the server speaks: its code, and its name in itself. */
export interface LanguageChoice {
  code: string;
  name: string;
}

export interface Health {
  version: number;
  program: string;
  matches: number;
  sockets: number;
}

/** The answer of a server that is ready; another answers with status 503 and the reason. */
export interface Readiness {
  ready: boolean;
}

/** Whether the engine runs compiled. While it is compiled beside the server, `percent` says how far that is. */
export interface EngineStatus {
  state: "compiled" | "compiling" | "interpreted";
  percent: number;
  why: string;
}

/** How good a coach is in an edition. With 95 in a hundred chances the truth lies between `low` and `high`. */
export interface CoachRank {
  edition: string;
  edition_name: string;
  rating: number;
  low: number;
  high: number;
  games: number;
}

/** Somebody who is in the lobby. `waits`: the edition in which he waits to be paired. */
export interface LobbyGuest {
  account: string;
  name: string;
  waits: string;
  quiet: string;
}

/** A match to be offered. What is left out is the usual of the edition. `guest` is who alone may accept it; `minutes` is how long it stands. */
export interface ChallengeOrder {
  edition?: string;
  dungeon?: string;
  team?: string;
  quick?: boolean;
  turn_limit?: number | null;
  clock?: ClockOrder;
  rated?: boolean;
  guest?: string;
  minutes?: number;
}

/** An open challenge, in words. `mine`: of whoever asks; `for_me`: nobody else may accept it. */
export interface LobbyChallenge {
  id: string;
  account: string;
  name: string;
  edition: string;
  edition_name: string;
  dungeon: string;
  team: string;
  clock: string;
  rated: boolean;
  expires: string;
  mine: boolean;
  for_me: boolean;
  guest: string;
  text: string;
}

export interface AcceptOrder {
  team?: string;
}

/** A match whose seats belong to the accounts: each takes its own with `/me/matches/{id}/seat`. */
export interface LobbyMatchMade {
  id: string;
}

/** A match that anybody may watch. `mine`: whoever asks has a seat in it. */
export interface LobbyLive {
  id: string;
  names: string[];
  coaches: string[];
  edition: string;
  score: number[];
  turn: number;
  stage: string;
  rated: boolean;
  watch: string;
  mine: boolean;
}

export interface LobbyLine {
  number: number;
  account: string;
  name: string;
  text: string;
  at: string;
}

/** Everything that the lobby shows to whoever asks. `by_rating`: whether partners are chosen by how good they are; otherwise, without the package that rates, by how long they have waited. */
export interface LobbyPage {
  guests: LobbyGuest[];
  challenges: LobbyChallenge[];
  matches: LobbyLive[];
  chat: LobbyLine[];
  waits: string;
  ranks: CoachRank[];
  quiet: LobbyGuest[];
  by_rating: boolean;
}

export interface PairingOrder {
  edition?: string;
}

export interface ChatOrder {
  text: string;
}

/** `mute` hides what somebody says. `block` also keeps him from challenging, and from being paired. Nothing: make up. */
export interface QuietOrder {
  kind: "" | "block" | "mute";
}

export interface ComplaintOrder {
  words?: string;
}

/** Over the socket of the lobby: something is new. What it is, the client asks for. */
export interface LobbyChanged {
  type: "changed";
}

/** Over the socket of the lobby, to a coach: his challenge was accepted, or he was paired. */
export interface LobbyCalled {
  type: "match";
  id: string;
}

export interface CoachMatch {
  id: string;
  names: string[];
  coaches: string[];
  side: number;
  edition: string;
  score: number[];
  result: string;
  rated: boolean;
  at: string;
}

export interface CoachTeam {
  id: string;
  name: string;
  roster: string;
  league: string;
  league_name: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
}

export interface CoachLeague {
  id: string;
  name: string;
  role: string;
}

/** A coach, as everybody may know him. */
export interface CoachPage {
  account: string;
  name: string;
  since: string;
  gone: boolean;
  ranks: CoachRank[];
  matches: CoachMatch[];
  teams: CoachTeam[];
  leagues: CoachLeague[];
  quiet: string;
}

/** A match or the end of a season, and how sure it is. */
export interface LuggageFinding {
  what: string;
  mark: string;
  text: string;
}

/** A team in the file. `comes`: it can be taken in; `came`: it just was; `here`: it is here already, and belongs to `owner`; `stays`: it cannot come. `why` is for the last two. `mark` is that of what is least sure in it; `shares` are how many points, how much gold and how many injuries have which mark. */
export interface LuggageTeam {
  id: string;
  name: string;
  edition: string;
  roster: string;
  games: number;
  state: "came" | "comes" | "here" | "stays";
  why: string;
  mark: string;
  owner: string;
  shares: Record<string, Record<string, number>>;
  findings: LuggageFinding[];
}

/** A league of whoever asks, which his teams may visit. */
export interface LuggageLeague {
  id: string;
  name: string;
}

/** What is in a file. `coach` is whom it names, which nothing proves; `replays` of it belong to these teams. */
export interface LuggagePage {
  coach: string;
  teams: LuggageTeam[];
  replays: number;
  leagues: LuggageLeague[];
}

/** `private`: only members read the league. `applications`: whoever has an account may ask to be let in. */
export interface DoorOrder {
  private: boolean;
  applications: boolean;
}

/** A link that lets somebody in. With `member` it hands over a name that has no account so far, with its teams and its history; with `team` (for the role `co-coach`) it lets somebody decide for that team. */
export interface InvitationOrder {
  role?: "bot" | "co-coach" | "coach" | "commissioner" | "deputy" | "scribe";
  uses?: number;
  days?: number;
  member?: string;
  team?: string;
}

export interface InvitationLine {
  id: string;
  role: string;
  uses_left: number;
  expires: string;
  member: string;
  team: string;
}

/** `token` is told only here; `link` is the address for the person who is invited. */
export interface InvitationMade {
  invitation: InvitationLine;
  token: string;
  link: string;
}

export interface InvitationToken {
  token: string;
}

/** What a link is good for. `member`: the name that whoever accepts gets with its history. */
export interface InvitationShown {
  league: string;
  league_name: string;
  role: string;
  expires: string;
  member: string;
  team: string;
  accepted: boolean;
}

export interface ApplicationOrder {
  words?: string;
}

export interface ApplicationLine {
  account: string;
  name: string;
  words: string;
  at: string;
}

/** A member of a league. Without an account it is only a name, which the commissioner runs. */
export interface PersonLine {
  member: string;
  name: string;
  role: string;
  account: string;
  teams: string[];
}

/** Vouch that a person who has lost every way to sign in is a member. `reason` stands in the log of the league. */
export interface VouchOrder {
  reason: string;
}

/** The code for the person is told only here. It is good once, between the two moments. */
export interface VouchingMade {
  code: string;
  good: string;
  expires: string;
}

/** Who vouched for whom, and what became of it: `open`, `used`, `refused` by the person, `ended` because the person signed in without it, or `over`. */
export interface VouchingLine {
  id: string;
  name: string;
  by: string;
  state: "ended" | "open" | "over" | "refused" | "used";
  created: string;
  good: string;
  expires: string;
}

/** A team that somebody wants to give to whoever asks. */
export interface OfferLine {
  team: string;
  name: string;
  league: string;
  by: string;
}

/** The people of a league. Invitations and applications are told to commissioners only, offers to whom they are for. */
export interface PeoplePage {
  league: string;
  members: PersonLine[];
  invitations: InvitationLine[];
  applications: ApplicationLine[];
  offers: OfferLine[];
  applied: boolean;
  vouchings: VouchingLine[];
}

export interface RoleOrder {
  role: "bot" | "co-coach" | "coach" | "commissioner" | "deputy" | "scribe";
}

/** To whom a team is offered: a member of its league. */
export interface HandoverOrder {
  member: string;
}

/** A person, as others may know it. */
export interface Account {
  id: string;
  name: string;
  created: string;
}

/** Somebody who can say who a person is, by OpenID Connect; `key` stands in addresses. */
export interface ProviderName {
  key: string;
  name: string;
}

/** Whether this server has accounts, and who is signed in. `passkeys`: whether the address of the server allows them. `mails`: whether it sends links by mail. `unread`: how much news waits for whoever is signed in. `founds`: whether that account may found leagues. `providers`: who else signs people in here. */
export interface SessionState {
  accounts: boolean;
  passkeys: boolean;
  account: Account | null;
  mails: boolean;
  unread: number;
  founds: boolean;
  providers: ProviderName[];
}

/** Sign in with a name, and either the password or a recovery code, which is used up by that. */
export interface SignInOrder {
  name: string;
  password?: string;
  code?: string;
}

export interface SignUpOrder {
  name: string;
  password: string;
}

/** A new account, signed in. The recovery codes are told only here. */
export interface SignedUp {
  account: Account;
  codes: string[];
}

/** The name of an account that is to be made with a passkey. */
export interface PasskeyName {
  name: string;
}

/** What the browser is to ask of a passkey: `options` go to `navigator.credentials`. The answer names the `id`; it is heard once, within five minutes. */
export interface PasskeyQuestion {
  id: string;
  options: Record<string, unknown>;
}

/** What the passkey said, in the JSON form of the browser's own `toJSON`. `label` is what its owner calls it. */
export interface PasskeyAnswer {
  id: string;
  credential: Record<string, unknown>;
  label?: string;
}

export interface Passkey {
  id: string;
  label: string;
  created: string;
  used: string;
}

/** Where the browser is to go. It comes back to `/sign-in` with what `ProviderAnswer` has in its query. */
export interface ProviderAddress {
  address: string;
}

/** What the provider has sent along: heard once, within ten minutes, from the browser that has begun it. */
export interface ProviderAnswer {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

/** What came of it: the account that one is signed in to now; or `linked`, the provider that was added to the own account; or `unknown`, the provider that has named somebody who has no account here and may choose a name now. */
export interface ProviderOutcome {
  account: Account | null;
  linked: string;
  unknown: string;
}

/** The name of an account that is to be made for somebody whom a provider has named. */
export interface NameOrder {
  name: string;
}

/** A provider that opens the own account. */
export interface LinkedProvider {
  id: string;
  name: string;
  created: string;
  used: string;
}

/** The own account. `fresh`: the sign-in is not old, so that passkeys, password, codes and tokens can be changed. */
export interface Me {
  account: Account;
  passkeys: Passkey[];
  password: boolean;
  codes_left: number;
  fresh: boolean;
  vouchings: VouchingLine[];
  linked: LinkedProvider[];
}

/** A new password. All other sessions end. */
export interface PasswordOrder {
  password: string;
}

/** Ten new codes, told only here. Those before are good no more. */
export interface RecoveryCodes {
  codes: string[];
}

export interface SignedInBrowser {
  id: string;
  device: string;
  created: string;
  seen: string;
  here: boolean;
}

/** A token for a program. `scopes`: `play`, `league:read`, `league:report`. */
export interface TokenOrder {
  name: string;
  scopes: string[];
}

export interface ApiToken {
  id: string;
  name: string;
  scopes: string[];
  created: string;
  used: string;
}

/** The secret is told only here. */
export interface ApiTokenMade {
  token: ApiToken;
  secret: string;
}

/** A match that the account has made or taken a seat in. `mine`: the seat is still its own, and can be taken over by the browser that asks. */
export interface MyMatch {
  id: string;
  sides: number[];
  mine: boolean;
  at: string;
  changed: string;
  stage: string;
  edition: string;
  names: string[];
  coaches: string[];
  score: number[];
  turn: number;
  asked: number | null;
  winner: number | null;
  until: string;
}

/** A chance to win, with its interval of 95 %, and in words: "47 % ± 3". */
export interface AtlasChance {
  chance: number;
  low: number;
  high: number;
  words: string;
}

/** A roster against an average one, and against each of the others, in the order of the page. */
export interface AtlasRoster {
  id: string;
  name: string;
  chance: AtlasChance;
  record: string;
  against: (AtlasChance | null)[];
}

/** What a match of the atlas is to show: rosters, a dungeon, what one side has more of, other settings, how it ended; or in `ground`, alone, something about how fair dungeons are. */
export interface AtlasWanted {
  one: string;
  two: string;
  dungeon: string;
  about: string;
  setting: string;
  ending: string;
  ground: string;
}

/** A figure, and by what a match that shows it is asked for; null if no match does. */
export interface AtlasFigure {
  text: string;
  wanted: AtlasWanted | null;
}

/** A line of a table: a title and its cells, with one or several figures in each. */
export interface AtlasLine {
  title: string;
  cells: AtlasFigure[][];
}

/** A table with its title and what is to be said about it. The first head is that of the titles of lines. */
export interface AtlasTable {
  title: string;
  heads: string[];
  lines: AtlasLine[];
  words: string;
}

/** The atlas of an edition, in one of its dungeons or in any. */
export interface AtlasPage {
  edition: string;
  editions: Choice[];
  dungeon: string;
  dungeons: Choice[];
  about: string;
  command: string;
  rosters: AtlasRoster[];
  worth: AtlasTable;
  places: AtlasTable;
  settings: AtlasTable;
  matches: AtlasTable;
  survey: AtlasTable[];
}

/** A skill or trait with what it does, in words for coaches. */
export interface Skill {
  name: string;
  text: string;
}

/** How a player is drawn: the body of its race, and the mark of what it does. */
export interface Figure {
  body: BodyKind;
  role: RoleKind;
}

/** A characteristic of a player as the edition prints it: "AG", "3+", and what it is for. */
export interface Characteristic {
  label: string;
  value: string;
  meaning: string;
}

/** One player of the match. `label` is how the log calls it; it occurs there word for word. */
export interface PlayerCard {
  piece: number;
  side: number;
  number: number;
  name: string;
  label: string;
  position: string;
  movement: number;
  strength: number;
  agility: number;
  passing: number | null;
  armour: number;
  skills: Skill[];
  size: number;
  niggles: number;
  neutral: boolean;
  figure: Figure;
  characteristics: Characteristic[];
}

/** One team of the match. `letter` is A, B, ...; `emblem` is the id of its college or race. */
export interface SideCard {
  side: number;
  letter: string;
  name: string;
  emblem: string;
  coach: string;
  seat: string;
  word: string;
}

/** A special room: what it is called, what it does, where it is. */
export interface Room {
  name: string;
  effect: string;
  rule: string;
  squares: number[];
}

/** Something in the dungeon with what it does: terrain, a trap, a kind of ball. `kind` is a word for its drawing, `name` what it is called. `squares` are where it is; empty for what moves or comes into play later. */
export interface Feature {
  kind: FeatureKind;
  name: string;
  effect: string;
  rule: string;
  squares: number[];
}

/** The dungeon. `dungeon` is its JSON form (rulebook: D-JS); the lists by square have an entry for each node. */
export interface Board {
  dungeon: Record<string, unknown>;
  squares: [number, number, number][];
  terrain: TerrainKind[];
  zone: number[];
  labels: string[];
  rooms: Room[];
  features: Feature[];
}

/** Everything that does not change during the match. */
export interface Setup {
  edition: string;
  edition_name: string;
  sides: SideCard[];
  players: PlayerCard[];
  board: Board;
  turn_limit: number;
  things: Feature[];
  has_master: boolean;
}

/** A tile of the library for the editor: its rows as drawn without rotation. */
export interface TileShape {
  id: string;
  kind: TileKind;
  room: string;
  rows: string[];
}

/** A character of a map and what it means; `text` is what it does. */
export interface SquareSign {
  character: string;
  name: string;
  text: string;
}

/** What the dungeon editor offers for an edition. */
export interface EditorFacts {
  edition: string;
  tiles: TileShape[];
  signs: SquareSign[];
  rooms: string[];
  size: [number, number];
  template: string;
  colleges: string[];
}

/** A chest or a portal of the editor, by its character in a map. */
export interface Token {
  at: [number, number];
  character: string;
}

/** A dungeon of tiles whose picture is still to be drawn, and what lies on its squares. */
export interface DrawOrder {
  text: string;
  tokens?: Token[];
}

export interface DungeonProblem {
  rule: string;
  severity: Severity;
  text: string;
  line: number | null;
  column: number | null;
  squares: [number, number][];
  mend: string;
}

/** One figure of the fairness report, a value for each side. */
export interface FairnessRow {
  label: string;
  values: string[];
}

/** A dungeon read from text: problems, its JSON form if it could be read at all, and how fair it is. */
export interface DungeonChecked {
  legal: boolean;
  problems: DungeonProblem[];
  text: string;
  board: Board | null;
  fairness: FairnessRow[];
  unfair: string[];
}

/** A lesson or a puzzle that can be played: `POST /matches` with its id. `link` is the page of a puzzle; `day` the date whose puzzle it is, where one was asked for. */
export interface ExerciseCard {
  id: string;
  name: string;
  title: string;
  goal: string;
  edition_name: string;
  link: string;
  day: string;
}

/** The lessons in their order, and the puzzle of today. */
export interface Exercises {
  lessons: ExerciseCard[];
  today: ExerciseCard;
  puzzles: number;
}

/** What a coach has to do in a lesson or a puzzle. `within` is how long he has; `next` the lesson that follows. */
export interface Task {
  exercise: string;
  title: string;
  goal: string;
  within: "activation" | "turn";
  next: string;
}

/** How a task stands, and why. After `failed` the coach may try again: in another match. */
export interface Verdict {
  state: "done" | "failed" | "open";
  text: string;
}

/** What the coach is after now, in words, and the squares where a ball is to be carried. */
export interface Goal {
  text: string;
  squares: number[];
}

/** A thing that matters at a decision and that a newcomer may not know. A client shows each once. */
export interface Subject {
  id: "blitz" | "block" | "chest" | "hint" | "portal" | "reroll" | "turnover";
  title: string;
  text: string;
}

/** Where a player is and how it is. `status` is one of standing, prone, stunned in the dungeon; reserves, knocked-out, casualty, sent-off, lost, turned-to-stone, absent outside. `conditions` are words: "activated". */
export interface PieceState {
  piece: number;
  side: number;
  square: number | null;
  status: Status;
  conditions: string[];
  holds: number[];
}

/** A ball: on a square, held by a piece, hidden in a chest, or gone. */
export interface BallState {
  where: "gone" | "held" | "hidden" | "square";
  square: number | null;
  piece: number | null;
  kind: BallKind;
}

/** Something that a side has some of, or has used: re-rolls, bribes, wizards. */
export interface Counter {
  key: CounterKey;
  label: string;
  value: number;
}

/** What changes about a side. `zone` is the end zone that it calls its own; `used` are the once-per-turn actions that it has declared in this team turn, in words; `dugout_used` is the light of the dugout portal. */
export interface SideState {
  side: number;
  score: number;
  turn: number;
  zone: number;
  counters: Counter[];
  used: string[];
  dugout_used: boolean;
}

export interface PortalState {
  number: number;
  square: number;
}

/** The player who is being activated, and how far it can still go. */
export interface Acting {
  piece: number;
  declared: string;
  target: number | null;
  moves_left: number;
  rushes_left: number;
}

/** The whole position. `active` is the side whose team turn it is, -1 before the first one. */
export interface Position {
  pieces: PieceState[];
  balls: BallState[];
  chests: number[];
  portals: PortalState[];
  sides: SideState[];
  active: number;
  acting: Acting | null;
  turn_text: string;
  over: boolean;
  winner: number | null;
  opened: number[];
  tokens: Record<string, number[]>;
}

/** What every event has. */
export interface EventBase {
  number: number;
  what: string;
  rule: string;
  text: string;
  minor: boolean;
  numbers: number[];
  notice: NoticeKind;
  headline: string;
  walk: string;
}

/** What an event tells besides, where its kind has it. */
export interface EventDetails {
  side: number | null;
  piece: number | null;
  other: number | null;
  origin: number | null;
  square: number | null;
  ball: number | null;
  dice: number[];
  die: string;
  faces: Face[];
  needed: number;
  passed: boolean;
  value: number;
  status: Status;
}

/** A part that the kind of an event does not tell. */
export interface EventUntold {
  side: null;
  piece: null;
  other: null;
  origin: null;
  square: null;
  ball: null;
  dice: [];
  die: "";
  faces: [];
  needed: null;
  passed: null;
  value: null;
  status: "";
}

/** Which parts each kind of event tells. */
export interface EventParts {
  "match began": never;
  "turn began": "side" | "value";
  "turn ended": "side";
  "turnover": "side";
  "activated": "piece";
  "declared": "piece" | "value" | "other";
  "activation ended": "piece";
  "moved": "piece" | "origin" | "square";
  "tested": "piece" | "dice" | "die" | "needed" | "passed";
  "dice rolled": "side" | "dice" | "die" | "faces";
  "rerolled": "side" | "value";
  "went down": "piece" | "square";
  "armour held": "piece" | "value" | "needed";
  "armour broken": "piece" | "value" | "needed";
  "injured": "piece" | "value" | "status";
  "casualty suffered": "piece" | "value";
  "stood up": "piece";
  "left play": "piece" | "status" | "origin";
  "ball picked up": "piece" | "ball";
  "ball caught": "piece" | "ball";
  "ball dropped": "piece" | "ball" | "square";
  "ball moved": "ball" | "origin" | "square";
  "ball rested": "ball" | "square";
  "ball thrown": "piece" | "ball" | "square";
  "handed off": "piece" | "other";
  "block dice rolled": "piece" | "other" | "dice" | "die" | "faces" | "value";
  "face chosen": "piece" | "other" | "faces";
  "pushed": "piece" | "origin" | "square";
  "held ground": "piece";
  "followed up": "piece" | "origin" | "square";
  "fouled": "piece" | "other" | "value";
  "sent off": "piece";
  "argued": "side" | "dice" | "die";
  "bribed": "side" | "dice" | "die";
  "chest opened": "piece" | "square" | "value";
  "teleported": "piece" | "origin" | "square";
  "vanished": "piece" | "square";
  "ball teleported": "ball" | "origin" | "square";
  "entered": "piece" | "square";
  "sponged": "piece";
  "interfered": "piece";
  "scored": "piece" | "side";
  "match ended": "side";
  "recovered": "piece";
  "room worked": "piece" | "value";
  "skill used": "piece" | "value";
  "chest placed": "side" | "square";
  "portal placed": "side" | "square" | "value";
  "zone chosen": "side" | "value";
  "deployed": "piece" | "square";
  "player thrown": "piece" | "other" | "square";
  "landed": "piece" | "square";
  "funds gathered": "piece";
  "points earned": "piece" | "value";
  "stranded": "piece";
  "hit wall": "piece" | "square";
  "eaten": "piece" | "other";
  "bought": "side" | "value";
  "spell cast": "side" | "other" | "square";
  "bomb thrown": "piece" | "square";
  "bomb caught": "piece";
  "bomb exploded": "square";
  "joined": "piece" | "side";
  "layout found": "value";
  "starter chosen": "side" | "value";
  "half began": "value";
  "drive began": never;
  "drive ended": "side";
  "came to": "piece" | "dice" | "die" | "passed";
  "treated": "piece" | "status";
  "awarded": "side";
  "cooked": "side" | "value";
  "item found": "piece" | "value";
  "item ended": "piece";
  "ball kept": "piece" | "ball" | "dice" | "die";
  "infected": "piece" | "other";
  "left by door": "piece" | "square";
  "rerolls changed": "side";
  "resigned": "side";
  "door tried": "piece" | "square" | "dice" | "die";
  "door opened": "piece" | "square";
  "door closed": "piece" | "square";
  "door smashed": "piece" | "square";
  "winds released": "piece" | "value";
  "chest moved": "piece" | "origin" | "square";
  "trap laid": "side" | "square";
  "trap sprung": "piece" | "square" | "value";
  "monster appeared": "piece" | "square";
  "slashed": "piece" | "other";
  "turned to stone": "piece" | "square";
  "head lost": "piece" | "value";
  "flames burst": "piece" | "square";
  "ball eaten": "piece" | "value";
  "infraction": "piece" | "value";
  "eye moved": "side";
  "confiscated": "piece";
  "referee came": "piece" | "square";
  "referee out": "piece" | "other";
  "assassinated": "piece" | "dice" | "die";
  "drugged": "piece" | "value" | "passed";
  "ball kind": "ball" | "value";
  "ball spent": "ball" | "piece" | "value";
  "spell worked": "piece";
  "item worked": "piece" | "value";
  "time ran out": "side";
  "casualty settled": "piece" | "value" | "other";
  "hired": "piece" | "value";
  "stayed away": "piece";
}

export type EventKind = keyof EventParts;

/** One thing that happened. `kind` is its name ("moved", "block dice rolled"), `what` the point of the rules it follows from ("dodge"), `rule` its number in the rulebook, `text` the line of the log, in words for people: the squares it speaks of are `origin` and `square`. The other fields are there where the kind has them; `numbers` are all of them as the engine tells them. A `minor` event is told by the next. */
export type Event = EventOf<EventKind>;

/** The events of one kind, or of several. */
export type EventOf<Kind extends EventKind> = Kind extends EventKind
  ? EventBase & { kind: Kind } & {
      [Part in keyof EventDetails]: Part extends EventParts[Kind] ? EventDetails[Part] : EventUntold[Part];
    }
  : never;

/** A roll on the way: what for ("dodge", "rush"), the number needed, and the square where it is made. `odds` is the chance that it ends well for the coach who asks. `text` prints the number ("3+"). A roll that is `against` him is made by another coach, and ends well if it fails. */
export interface Roll {
  what: string;
  needed: number;
  square: number;
  odds: number;
  text: string;
  against: boolean;
}

/** The dice of a block and the side whose coach chooses the face. */
export interface BlockDice {
  count: number;
  chooser: number;
}

/** One thing that may come of a choice, with its odds: where a portal leads, what a chest holds. */
export interface Outcome {
  text: string;
  odds: number;
  square: number | null;
}

/** One legal choice. Options with the same `group` belong under one entry of a menu or one button with targets. `kind` is the kind of action in the words of the notation ("step", "declare", "face"); `text` is the whole action in the notation of replays. `odds` is the chance that every roll of the choice itself succeeds, where it can be told; `needed` prints the rolls ("3+", or "3+, 2+" for two). */
export interface Option {
  id: string;
  kind: OptionKind;
  text: string;
  label: string;
  group: string;
  rule: string;
  key: string;
  piece: number | null;
  target: number | null;
  square: number | null;
  direction: number | null;
  odds: number | null;
  needed: string;
  rolls: Roll[];
  dice: BlockDice | null;
  face: Face | "";
  skill: string;
  left: number | null;
  outcomes: Outcome[];
  result: string;
  rank: number | null;
  first: string[];
  leads: boolean;
}

/** An entry of a menu that is greyed out, with the reason. */
export interface Refusal {
  group: string;
  label: string;
  reason: string;
  rule: string;
  key: string;
  piece: number | null;
}

/** Whether the last order can be taken back. `what` says what that would be ("#3's walk"), `reason` why it cannot, in eight words at most. */
export interface TakeBack {
  possible: boolean;
  reason: string;
  what: string;
}

/** What was just rolled and what was needed, where a re-roll is asked for. */
export interface Test {
  what: string;
  piece: number;
  rolled: number[];
  needed: number | null;
  faces: Face[];
}

/** A face of a die that is to be rolled. `value` is what is sent. A face of a block die has its `face`, one that is a direction its `direction` (0 is north, clockwise); `text` says what it brings, and `passed` whether the test is passed with it, where that is known. `sign` stands on its key besides the number: the side of a coin, the faces of a D6 that make a D3. */
export interface DieFace {
  value: number;
  face: Face | "";
  direction: number | null;
  text: string;
  passed: boolean | null;
  sign: string;
}

/** Dice that are to be rolled at a real table: `count` of the kind `die`, by the coach of `side` (null: nobody in particular), for `what`. `needed` prints what passes ("3+") and `odds` is the chance of it, for a test. `chooser` is the side that chooses among block dice. `outcomes` are what several dice together may bring. */
export interface DiceWanted {
  die: string;
  count: number;
  faces: DieFace[];
  side: number | null;
  what: string;
  needed: string;
  odds: number | null;
  chooser: number | null;
  outcomes: Outcome[];
}

/** A decision. Only the coach who is asked gets options; the others see who is asked for what. `kind` is one of: turn (whom to activate), declare, act (move and deeds of the acting player), reroll, face, push, follow, skill, place, zone, deploy, buy, aim, spell, referee, roll (dice of a real table), choose (anything else). */
export interface Prompt {
  number: number;
  side: number;
  mine: boolean;
  kind: PromptKind;
  title: string;
  help: string;
  rule: string;
  piece: number | null;
  target: number | null;
  test: Test | null;
  skill: Skill | null;
  options: Option[];
  refused: Refusal[];
  take_back: TakeBack;
  unfinished: number;
  words: string[];
  further: Option[];
  wasting: string;
  kept: boolean;
  goal: Goal | null;
  roll: DiceWanted | null;
  teaches: Subject[];
}

/** Seconds left; null without a clock. While it runs, it falls from the moment the message was sent. Of a clock of days: what of it is the bank, when the time is up, how often it was already, whether the coach is on vacation, and whether the other coaches may claim that this one concedes. */
export interface SideClock {
  side: number;
  left: number | null;
  running: boolean;
  bank: number | null;
  until: string;
  ran_out: number;
  away: boolean;
  claimable: boolean;
}

export interface Clocks {
  mode: "bank" | "days" | "none" | "turn";
  sides: SideClock[];
}

/** Who is there: for each side whether its coach is connected (a bot always is) and ready, and how many watch. `taken`: whether a browser has taken the seat, so that its link opens nothing any more. */
export interface Presence {
  connected: boolean[];
  ready: boolean[];
  spectators: number;
  taken: boolean[];
}

/** A line of chat. `side` is null for a spectator. The text is plain: never show it as HTML. */
export interface ChatLine {
  number: number;
  side: number | null;
  name: string;
  text: string;
  at: string;
}

/** A standing answer to the prompts of one skill. */
export interface Auto {
  skill: string;
  answer: "always" | "ask" | "never";
}

/** One line of the summary of the other coaches' turns, and the number of the event that it tells of. */
export interface TurnLine {
  event: number;
  text: string;
}

/** A line of the log that is no event: what was taken back at a real table. It stands before the event of this number. */
export interface LogNote {
  event: number;
  text: string;
}

/** The first message on every connection, with everything that a client needs to know. `sides` are those that this connection decides for, empty for a spectator. `stage` is waiting until every coach is ready, then playing, then over. */
export interface Welcome {
  type: "welcome";
  version: number;
  match: string;
  sides: number[];
  stage: Stage;
  setup: Setup;
  commitment: string;
  number: number;
  position: Position | null;
  prompt: Prompt | null;
  log: Event[];
  log_start: number;
  clocks: Clocks;
  presence: Presence;
  chat: ChatLine[];
  auto: Auto[];
  pace: number;
  seed: string;
  report: string;
  help: boolean;
  task: Task | null;
  verdict: Verdict | null;
  summary: TurnLine[];
  dice: DiceKind;
  notes: LogNote[];
}

/** Something was decided. The events lead from the last position to this one. After a take-back `undone` is the number of the first event that no longer happened, and the events are empty. */
export interface Update {
  type: "update";
  number: number;
  events: Event[];
  position: Position;
  prompt: Prompt | null;
  clocks: Clocks;
  undone: number | null;
  board: Board | null;
  by: string;
  summary: TurnLine[];
  verdict: Verdict | null;
  notes: LogNote[] | null;
}

/** A message that was not followed, and why. Nothing has changed. `number` is that of the present decision. */
export interface Refused {
  type: "refused";
  number: number;
  reason: string;
  rule: string;
  stale: boolean;
  re: ClientMessage["type"] | "";
}

export interface Chat {
  type: "chat";
  line: ChatLine;
}

export interface PresenceChanged {
  type: "presence";
  presence: Presence;
  sides: SideCard[];
}

/** The match has ended; the seed of the dice is told now. `winner` is -1 for a draw. */
export interface Over {
  type: "over";
  number: number;
  winner: number;
  text: string;
  seed: string;
  words: string[];
  report: string;
  replay: string;
}

/** A square in reach: total odds of the best path, the squares entered, the rolls on the way. `needed` prints what entering the square itself asks for ("3+"), empty where that is nothing. A `portal` (its number, or 0) ends a path; `outcomes` say where it leads. */
export interface ReachSquare {
  square: number;
  odds: number;
  cost: number;
  path: number[];
  rolls: Roll[];
  needed: string;
  rush: boolean;
  portal: number;
  outcomes: Outcome[];
}

/** Answer to `reach`. `chests` are the closed chests that the player could open from beside them: the safest way to a square from which it may, `square` being that of the chest and `outcomes` what opening it may bring. */
export interface Reach {
  type: "reach";
  number: number;
  piece: number;
  squares: ReachSquare[];
  chests: ReachSquare[];
}

/** What a player could do if it were activated now: answer to `menu`. `first` are the options to choose before one of these; send them together in `act`. `reason` says why there is nothing to do. */
export interface Menu {
  type: "menu";
  number: number;
  piece: number;
  first: string[];
  options: Option[];
  refused: Refusal[];
  reason: string;
}

/** Something that has a part in a number, by name: a player nearby, a skill, Strength. `piece` is the player that it comes from. */
export interface Modifier {
  name: string;
  value: number;
  piece: number | null;
}

/** A roll of a preview: `modifiers` say why it needs what it needs, `failing` what it costs if it ends badly, with the odds of the die. */
export interface RollPreview {
  what: string;
  needed: number;
  square: number;
  odds: number;
  text: string;
  against: boolean;
  piece: number | null;
  modifiers: Modifier[];
  failing: Outcome[];
}

/** One thing that a block may come to, without re-rolls. */
export interface BlockChance {
  result: BlockResult;
  text: string;
  odds: number;
}

/** A face of the block die: the chance that it is the one that counts, and what it does to these two players. */
export interface FacePreview {
  face: Face;
  result: BlockResult;
  text: string;
  odds: number;
}

/** The dice of a block. `attack` and `defence` are the strengths that are compared, with their parts; `assists` are the players who add to them, `hindrances` those of the target's side. `chances` has what it may come to, `faces` what each face does, the best for the coach who chooses first; `text` says how he is taken to choose. */
export interface BlockPreview {
  attacker: number;
  target: number;
  dice: BlockDice;
  attack: number;
  defence: number;
  attack_parts: Modifier[];
  defence_parts: Modifier[];
  assists: number[];
  hindrances: number[];
  chances: BlockChance[];
  faces: FacePreview[];
  text: string;
}

/** What a choice would be: answer to `preview`. The choices have been made on a copy of the match, up to the dice. `steps` are the options that were chosen there, in order; `path` are the squares entered. `odds` is the chance that all `rolls` end well, `weakest` the one of them with the worst odds. Behind them come the dice of a `block`, or a roll with several `outcomes`. */
export interface Preview {
  type: "preview";
  number: number;
  piece: number;
  title: string;
  target: number | null;
  square: number | null;
  option: string;
  steps: string[];
  path: number[];
  odds: number;
  rolls: RollPreview[];
  weakest: number | null;
  block: BlockPreview | null;
  outcomes: Outcome[];
}

/** Answer to `why`: why a click on the square does nothing, in a sentence. */
export interface Why {
  type: "why";
  number: number;
  piece: number | null;
  square: number | null;
  reason: string;
}

export interface OverlaySquare {
  square: number;
  value: number;
  label: string;
}

/** Answer to `overlay`. The value of a square is for zones how many tackle zones cover it, for passes and reach the odds, for sight 1. */
export interface Overlay {
  type: "overlay";
  number: number;
  kind: OverlayKind;
  piece: number | null;
  side: number | null;
  squares: OverlaySquare[];
}

/** One thing to do, and why. `act` with `option` and `then` does it. `odds` is the chance that every roll of it succeeds; `gain` what the bot thinks it adds to the chance to win; `chance` that chance itself, where there was time to try things out (`tries`). What is not known is null. `kind` is a deed (score, run, fetch, block, blitz, open, hand, walk, rise) or the kind of an option. */
export interface Advice {
  option: string;
  then: string[];
  kind: PlanKind | OptionKind;
  label: string;
  reason: string;
  odds: number | null;
  gain: number | null;
  chance: number | null;
  tries: number;
  piece: number | null;
  target: number | null;
  square: number | null;
  path: number[];
}

/** The best few things to do, best first. `option` and `label` are those of the first; `searched` says whether the bot has tried them out. */
export interface Hint {
  type: "hint";
  number: number;
  option: string;
  label: string;
  advice: Advice[];
  searched: boolean;
}

/** Answer to `moves`: the inputs of the match from number `start` on, each (0, action) or (1, dice ...). `setup` is the setup record of the replay as JSON, sent with the first of them. If the asking coach may not know everything, the inputs would tell it. Then `known` is sent instead: a save of the match as JSON in which everything that this coach cannot know is open. */
export interface Moves {
  type: "moves";
  number: number;
  start: number;
  inputs: number[][];
  setup: string;
  known: string;
}

export interface AutoSet {
  type: "auto";
  auto: Auto[];
}

export interface PaceSet {
  type: "pace";
  seconds: number;
}

/** A clock of days was looked at: a vacation may have moved the moment at which it runs out. */
export interface ClocksChanged {
  type: "clocks";
  clocks: Clocks;
}

/** A bot is at work on its decision: for so many seconds now, with `done` of its `planned` tries. Both are 0 for a bot that does not search. It is told of bots that search, and of every bot that takes long: the match waits for it. `share` is the part of its usual work that it does; less than 1 if many wait for this computer. */
export interface Thinking {
  type: "thinking";
  number: number;
  side: number;
  seconds: number;
  done: number;
  planned: number;
  share: number;
}

/** Answer to `ping`. */
export interface Pong {
  type: "pong";
}

/** The coach is ready to begin. The word is mixed into the dice; without one the server makes one up. */
export interface Ready {
  type: "ready";
  word?: string;
  name?: string;
  side?: number | null;
}

/** Choose an option. `first` are options to choose before it: end the present activation, activate a player. Where one of them, or the option after them, is not offered, the whole order is refused, unless a die has fallen already. `then` are further options to choose right after it, such as the rest of what a preview has shown, as long as each is offered, no test fails and no other decision comes between. */
export interface Act {
  type: "act";
  number: number;
  option: string;
  then?: string[];
  first?: string[];
}

/** A word that is never listed among the options: concede. In a match with a clock of days a coach may claim the concession of another one whose time has run out three times (`claimable` of that side's clock). */
export interface Say {
  type: "say";
  number: number;
  word: "claim" | "concede";
}

export interface Walk {
  type: "walk";
  number: number;
  piece: number;
  square: number;
  first?: string[];
}

/** The dice that were rolled at a real table, as `prompt.roll` asks for them. A face of a block die is a number. */
export interface TypeDice {
  type: "roll";
  number: number;
  dice: number[];
}

/** Undo the last order, as long as no die has fallen since. At a real table the last order or the last dice, step by step to the beginning. */
export interface TakeBackOrder {
  type: "take_back";
  number: number;
}

/** The bot answers: this decision (`one`), all that follow of the same kind without a break (`kind`), or the rest of the team turn (`turn`). */
export interface ChooseForMe {
  type: "choose_for_me";
  number: number;
  scope?: "kind" | "one" | "turn";
}

/** What would be good now? The best few actions, at most `count`. */
export interface AskHint {
  type: "hint";
  number: number;
  count?: number;
}

/** The inputs of the match so far, from number `start` on: for bots that keep a game of their own. */
export interface AskMoves {
  type: "moves";
  start?: number;
}

export interface AskReach {
  type: "reach";
  piece: number;
}

export interface AskMenu {
  type: "menu";
  piece: number;
}

/** What would this be? `piece` is the player who does it, at rest or acting. `first` are options to choose before, `option` is one of the prompt or of the player's menu. With a `target` or a `square` the player goes there on the best way and does to it what can be done: blocks, hands over, opens a chest. */
export interface AskPreview {
  type: "preview";
  piece: number;
  option?: string | null;
  target?: number | null;
  square?: number | null;
  first?: string[];
}

/** Why would a click on this square do nothing? `piece` is the player in hand, `square` is left out for a place that is no square of the dungeon. */
export interface AskWhy {
  type: "why";
  piece?: number | null;
  square?: number | null;
}

export interface AskOverlay {
  type: "overlay";
  kind: OverlayKind;
  piece?: number | null;
  side?: number | null;
}

/** Answer the prompts of a skill once and for all. */
export interface SetAuto {
  type: "auto";
  skill: string;
  answer: "always" | "ask" | "never";
}

export interface SendChat {
  type: "chat";
  text: string;
  name?: string;
}

/** Seconds between two decisions of bots. Where only bots play, every client may set it; otherwise only a coach. */
export interface SetPace {
  type: "pace";
  seconds: number;
}

/** No pauses between the decisions of bots until a coach is asked. Only a coach may say so. */
export interface Hurry {
  type: "hurry";
}

/** From now on the texts for this connection are in this language: a code of `GET /languages`, English for one that is not there. The answer is `welcome`, with everything in the new words. */
export interface SetLanguage {
  type: "language";
  language: string;
}

export interface Ping {
  type: "ping";
}

export interface NewsItem {
  id: string;
  kind: string;
  at: string;
  title: string;
  lines: string[];
  link: string;
  read: boolean;
  board: string;
}

/** The last news, the newest first, and how many of all were not read. */
export interface MyNews {
  unread: number;
  news: NewsItem[];
}

/** Mark one piece of news as read; all of it, if none is named. */
export interface ReadOrder {
  id?: string;
}

/** A way to be told: a mail address, a browser, a webhook. A mail address is used when its owner has confirmed it. */
export interface ToldWay {
  id: string;
  kind: "mail" | "push" | "webhook";
  label: string;
  confirmed: boolean;
  created: string;
  off: boolean;
  failures: number;
  failed: string;
  error: string;
}

export interface VacationLine {
  id: string;
  starts: string;
  ends: string;
}

/** A calendar. Its link was told once, when it was made. */
export interface FeedLine {
  id: string;
  kind: "coach" | "league" | "team";
  subject: string;
  created: string;
}

/** How an account is told of news. `choices`: for each kind of news and each channel, when. `hour`: of the daily message, UTC. `mails`: whether this server sends mail. `push_key`: what a browser needs to take pushes; empty if this server sends none. `vacation_left`: days of vacation that the year has left. */
export interface MyTelling {
  ways: ToldWay[];
  choices: Record<string, Record<string, string>>;
  hour: number;
  mails: boolean;
  push_key: string;
  vacations: VacationLine[];
  vacation_left: number;
  feeds: FeedLine[];
}

export interface TellingOrder {
  choices: Record<string, Record<string, "daily" | "never" | "now">>;
  hour: number;
}

/** A further way to be told. `address`: of a webhook its URL, of a browser what its PushManager says, as JSON. */
export interface WayOrder {
  kind: "push" | "webhook";
  address: string;
  label?: string;
}

/** A mail address: a link is sent there. */
export interface MailOrder {
  mail: string;
}

/** The secret of a link that came by mail. It is good once. */
export interface MailLink {
  token: string;
}

/** The answer is the same whether the address is known or not. */
export interface MailAsked {
  text: string;
}

/** The own clocks of days stand still from one moment to the other. */
export interface VacationOrder {
  starts: string;
  ends: string;
}

/** A calendar of the own matches, or of the fixtures of a team or a league (`subject`). A calendar of the same that was there before is replaced, and its link opens nothing any more. */
export interface FeedOrder {
  kind: "coach" | "league" | "team";
  subject?: string;
}

/** The secret link is told only here. */
export interface FeedMade {
  link: string;
}

/** A match in a few words. */
export interface Summary {
  id: string;
  stage: Stage;
  edition: string;
  dungeon: string;
  sides: SideCard[];
  score: number[];
  turn: number;
  number: number;
  created: string;
  changed: string;
  mine: number[];
  asked: number | null;
  winner: number | null;
  commitment: string;
  clock: string;
  edition_name: string;
  turn_limit: number;
  exercise: string;
}

export interface LogPage {
  start: number;
  total: number;
  events: Event[];
}

/** One number of the report, a value for each side. */
export interface Tally {
  key: string;
  label: string;
  values: number[];
}

/** What one player did in the match; only what is not zero. */
export interface PlayerTally {
  piece: number;
  side: number;
  number: number;
  name: string;
  position: string;
  tallies: Record<string, number>;
}

/** Expected against rolled for one kind of roll of one side. `luck` is how many standard deviations above what was to be expected, seen by that side. */
export interface LuckRow {
  side: number;
  what: string;
  rolls: number;
  expected: number;
  rolled: number;
  luck: number;
}

/** How often each face of one kind of die came up for one side, and how often it was to be expected. */
export interface DiceTally {
  side: number;
  die: string;
  faces: string[];
  counts: number[];
  expected: number[];
}

/** The match report: result, statistics, luck. */
export interface Report {
  match: string;
  over: boolean;
  text: string;
  winner: number | null;
  score: number[];
  sides: SideCard[];
  tallies: Tally[];
  players: PlayerTally[];
  labels: Record<string, string>;
  luck: LuckRow[];
  luck_total: number[];
  seed: string;
  commitment: string;
  dice: DiceTally[];
}

/** Where on the time line a turn begins, or something else worth jumping to. */
export interface TurnMark {
  step: number;
  kind: "casualty" | "end" | "score" | "turn" | "turnover";
  side: number;
  text: string;
}

/** One decision of a replay: what was chosen, what came of it, the position after it. Step 0 is the beginning. */
export interface ReplayStep {
  step: number;
  side: number;
  action: string;
  label: string;
  events: Event[];
  position: Position;
  board: Board | null;
}

/** Something that the steps do not tell, after this step: what was taken back at a real table. */
export interface ReplayNote {
  step: number;
  text: string;
}

/** A replay for the viewer; its steps come in portions. */
export interface ReplayView {
  id: string;
  setup: Setup;
  steps: number;
  marks: TurnMark[];
  provable: boolean;
  verified: string;
  commitment: string;
  seed: string;
  pauses: number[];
  heat: number[][];
  over: boolean;
  notes: ReplayNote[];
}

/** A decision between two activations, as the adviser sees it. It was made after `step`, by `side`, whose chance to win the adviser took for `chance` then; null where there was nothing to compare. `better` is what the adviser would have done, and `loss` what it thinks the difference is worth. `worst` marks the largest loss of each side. */
export interface Moment {
  step: number;
  side: number;
  done: string;
  chance: number | null;
  loss: number;
  better: Advice | null;
  worst: boolean;
}

/** The decisions of a replay as the adviser sees them, as far as it has come: `judged` of `total`. Where it judges nothing, `why` says the reason. */
export interface Judgement {
  state: "done" | "impossible" | "working";
  judged: number;
  total: number;
  moments: Moment[];
  why: string;
}

/** What the adviser would do after a step of a replay. `searched` says whether it has tried it out. */
export interface ReplayHint {
  step: number;
  side: number;
  searched: boolean;
  advice: Advice[];
}

export interface ReplayPortion {
  start: number;
  steps: ReplayStep[];
}

export interface ReplayCreated {
  id: string;
  link: string;
}

/** A rule with its ruling, as plain text with Markdown in it. */
export interface RuleText {
  id: string;
  edition: string;
  section: string;
  section_title: string;
  text: string;
  ruling: string;
  source: string;
}

/** One book of rules in its order, and the books there are. */
export interface Rulebook {
  id: string;
  books: Choice[];
  rules: RuleText[];
}

/** An ability of the engine: what a player that has it can do, and which functions ask for it ("file: function"). */
export interface AbilityText {
  name: string;
  meaning: string;
  asked: string[];
}

/** A skill as one edition has it. `rules` are ids. `tests` show the skill; there are none without a test run. */
export interface EditionSkill {
  edition: string;
  name: string;
  category: string;
  effect: string;
  remarks: string[];
  rules: string[];
  tests: string[];
}

/** A skill in all editions that have it, with the source file that is its home and what is said there. */
export interface SkillText {
  name: string;
  home: string;
  text: string;
  abilities: AbilityText[];
  editions: EditionSkill[];
}

/** A file as text. */
export interface TextBody {
  text: string;
}

/** Something that a player may have besides its skills: a weapon that is not allowed, a magic item. */
export interface Carried {
  name: string;
  cost: number;
  effect: string;
}

/** One line of a roster, with its price. Characteristics as the edition prints them. `weapons` are those a player of this line may have, at its own price. */
export interface PositionLine {
  name: string;
  cost: number;
  section: string;
  race: string;
  limit: number | null;
  movement: string;
  strength: string;
  agility: string;
  passing: string;
  armour: string;
  skills: Skill[];
  weapons: Carried[];
  figure: Figure;
}

export interface RosterSheet {
  id: string;
  name: string;
  reroll_cost: number;
  limits: Record<string, number>;
  positions: PositionLine[];
  wizard: string;
  stars: PositionLine[];
  atlas: string[];
}

/** Something besides players that a team may have: staff, or an inducement of an exhibition team. */
export interface Purchase {
  key: string;
  name: string;
  cost: number;
  most: number;
  effect: string;
}

export interface BudgetLine {
  usual: number;
  least: number;
  most: number;
}

/** Everything that the drafting screen needs to know about an edition. `most_weapons` is how many players of a team may have one; `items` are bought after a match, never at the draft. */
export interface DraftFacts {
  edition: string;
  title: string;
  roster_word: string;
  sections: string[];
  least_players: number;
  most_players: number;
  most_rerolls: number;
  budgets: Record<string, BudgetLine>;
  rosters: RosterSheet[];
  staff: Purchase[];
  inducements: Purchase[];
  styles: string[];
  most_stars: number;
  mercenary_extra: number;
  mercenary_skill: number;
  most_weapons: number;
  items: Carried[];
  longest_name: number;
}

export interface DraftPlayer {
  number: number;
  name: string;
  position: string;
  weapon?: string;
}

/** A new team as the drafting screen has it. */
export interface TeamDraft {
  edition: string;
  roster: string;
  name: string;
  players: DraftPlayer[];
  coach?: string;
  kind?: "exhibition" | "league";
  budget?: number;
  rerolls?: number;
  staff?: Record<string, number>;
  inducements?: Record<string, number>;
}

/** A team to be checked: as a draft, or as the text of a file. */
export interface TeamCheckOrder {
  draft?: TeamDraft | null;
  text?: string | null;
}

export interface TeamProblem {
  text: string;
  what: string;
  where: string;
  rule: string;
}

/** What came of it: every problem, the cost so far, and the file, where the draft could be written as one. `objections` are why a legal team cannot play its next match. */
export interface TeamChecked {
  legal: boolean;
  problems: TeamProblem[];
  cost: number;
  budget: number;
  left: number;
  value: number;
  text: string;
  team: Record<string, unknown> | null;
  objections: TeamProblem[];
}

/** A team drafted by the program from a seed. */
export interface RandomTeamOrder {
  edition?: string;
  roster?: string;
  style?: string;
  seed?: number;
  kind?: "exhibition" | "league";
}

export type ServerMessage =
  | Welcome
  | Update
  | Refused
  | Chat
  | PresenceChanged
  | Over
  | Reach
  | Menu
  | Preview
  | Why
  | Overlay
  | Hint
  | Moves
  | AutoSet
  | PaceSet
  | ClocksChanged
  | Thinking
  | Pong;

export type ClientMessage =
  | Ready
  | Act
  | Say
  | Walk
  | TypeDice
  | TakeBackOrder
  | ChooseForMe
  | AskHint
  | AskMoves
  | AskReach
  | AskMenu
  | AskPreview
  | AskWhy
  | AskOverlay
  | SetAuto
  | SendChat
  | SetPace
  | Hurry
  | SetLanguage
  | Ping;
