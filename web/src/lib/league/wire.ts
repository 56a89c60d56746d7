// Written by `python -m dungeonbowl.server.typescript league` from src/dungeonbowl/server/wire/league.py and what it
// names: change it there.
// docs/protocol.md describes the requests in prose.

import type { Characteristic, ClockOrder, Figure, Skill } from "../wire";

/** An aftermath, with the sheet of the team before it and now. */
export interface AftermathPage {
  match: string;
  team: string;
  league: string;
  fixture: string;
  number: number;
  steps: StepLine[];
  need: Begin | Ask | Roll | null;
  written: WrittenLine[];
  before: RosterPage;
  now: RosterPage;
  undoable: number;
  commitment: string;
  typed: boolean;
  deadline: string;
  over: boolean;
  seed: string;
  season_end: boolean;
  shared: SharedLine[];
  may_type: boolean;
  next_team: string;
  next_name: string;
  taken_on: number;
}

export interface AgreeOrder {
  time: string;
}

/** A player in one match. */
export interface AppearanceLine {
  fixture: string;
  match: string;
  at: string;
  opponents: string[];
  deeds: Record<string, number>;
  points: number;
  mvps: number;
  injury: string;
}

/** A question to the coach. The assistant, who closes what is late, takes option number `usual`. */
export interface Ask {
  type: "ask";
  question: string;
  options: Option[];
  rule: string;
  usual: number;
  barred: Barred[];
}

/** What a commissioner or the assistant did. */
export interface AuditLine {
  at: string;
  actor: string;
  what: string;
  about: string;
  reason: string;
  key: string;
  subject: string;
}

/** Something that a coach may look for and cannot choose, and why. */
export interface Barred {
  label: string;
  reason: string;
  rule?: string;
  group?: string;
}

/** The first need of every aftermath: the coach's word for the dice, which may be empty. */
export interface Begin {
  type: "begin";
}

/** An aftermath begins. `word` is mixed into its dice; with `typed` dice come from a real table. */
export interface BeginOrder {
  word?: string;
  typed?: boolean;
  number?: number | null;
}

export interface Board {
  id: string;
  title: string;
  group: "casualties" | "luck" | "matches" | "players" | "teams";
  holders: Holder[];
  note: string;
}

/** Somebody who plays or played for a team. `how` says how it left; `by` is the player who killed it. */
export interface CareerLine {
  id: string;
  name: string;
  number: number;
  position: string;
  figure: Figure;
  deeds: Record<string, number>;
  earned: number;
  mvps: number;
  games: number;
  seasons: number;
  hurts: string[];
  skills: string[];
  left: number;
  how: string;
  by: string;
  by_name: string;
}

/** A result that dice can have, in words, and how often it comes, 0 to 1. */
export interface Chance {
  words: string;
  chance: number;
}

/** One change of a team's history: event `seq` is voided, with `instead` in its place; or its points or award go to the player `award_to`; or without `seq`, `instead` is something new, such as a grant. */
export interface Change {
  team: string;
  seq?: number;
  instead?: Record<string, unknown> | null;
  award_to?: string;
}

/** Numbers for drawing. In the order of time they are lines, or columns: those of the first line stand up for what came, those of the second hang down, below 0, for what went. By name they are bars. */
export interface Chart {
  id: string;
  title: string;
  unit: string;
  labels: string[];
  lines: ChartLine[];
  kind: "bars" | "columns" | "lines";
  note: string;
}

/** A line of a chart, or its bars. A point is missing where a team has none. `low` and `high` are the ends of the interval of each bar, where there is one. */
export interface ChartLine {
  team: string;
  name: string;
  values: (number | null)[];
  low: number[];
  high: number[];
}

/** Where phones find the room, with a QR code as the address of a picture. */
export interface ClubAddress {
  link: string;
  picture: string;
}

/** The card of a coach: a link that opens his page, and the QR code of it. */
export interface ClubCard {
  team: string;
  name: string;
  coach: string;
  link: string;
  picture: string;
}

/** A card that was lost: it counts no more, and there is a new one. */
export interface ClubCardOrder {
  team: string;
}

/** The clock of the room. `left` are seconds, below 0 when time is up; while it runs, the client counts on. */
export interface ClubClock {
  minutes: number;
  left: number;
  running: boolean;
}

/** Start, stop or set back the clock of the room, or give it more or fewer minutes. */
export interface ClubClockOrder {
  kind: "add" | "pause" | "reset" | "start";
  minutes?: number;
}

/** What the opponent has entered is right. `words` are those that were read: where others stand there meanwhile, nothing is confirmed. */
export interface ClubConfirm {
  fixture: string;
  words?: string;
}

/** What only the organiser sees. With `everybody` the server was started with --house: whoever reaches it may do what he does. `told` are the results that do not stand yet, by fixture, as the coaches have entered them. `public`: the server has an address that phones find outside of its network too. */
export interface ClubDesk {
  addresses: ClubAddress[];
  everybody: boolean;
  told: Record<string, ClubTold[]>;
  public: boolean;
}

/** Somebody who takes part. `out` says why he plays no more; empty for who does. */
export interface ClubEntry {
  team: string;
  name: string;
  coach: string;
  roster: string;
  out: string;
}

/** The page of one coach: his table, his opponent, what both have entered, how he stands. */
export interface ClubMine {
  competition: string;
  league: string;
  name: string;
  team: string;
  team_name: string;
  coach: string;
  round: number;
  rounds: number;
  clock: ClubClock;
  table: ClubTable | null;
  bye: boolean;
  absent: boolean;
  told: ClubTold[];
  ways: ClubWay[];
  standing: TableRow | null;
  teams: number;
  past: ClubTable[];
  over: boolean;
  out: string;
}

/** A result in numbers, in the order of the sides at the table. */
export interface ClubReport {
  fixture: string;
  how: "distance" | "draw" | "score" | "touchdown";
  scores?: number[];
  casualties?: number[];
  squares?: number[];
}

/** Everything that a wall in the room shows, and what the organiser needs. */
export interface ClubRoom {
  competition: string;
  league: string;
  name: string;
  edition: string;
  number: number;
  round: number;
  rounds: number;
  clock: ClubClock;
  tables: ClubTable[];
  byes: string[];
  absent: string[];
  standings: TableRow[];
  entries: ClubEntry[];
  honours: HonourLine[];
  ways: ClubWay[];
  can_pair: boolean;
  can_finish: boolean;
  over: boolean;
  why_not: string;
  may_run: boolean;
}

/** One of those who sit at a table. `told`: this coach has entered or confirmed a result. */
export interface ClubSide {
  team: string;
  name: string;
  coach: string;
  roster: string;
  score: number | null;
  casualties: number | null;
  result: string;
  told: boolean;
}

/** A table of a round, with the fixture that is played there. */
export interface ClubTable {
  fixture: string;
  table: number;
  round: number;
  state: "disputed" | "open" | "over" | "reported";
  sides: ClubSide[];
  how: string;
}

/** A result as somebody has entered it: in words, and in numbers. */
export interface ClubTold {
  by: string;
  name: string;
  words: string;
  how: "distance" | "draw" | "score" | "touchdown" | null;
  scores: number[];
  casualties: number[];
  squares: number[];
}

/** A way in which a match can end. `asks` is what has to be told for it: who scored, a number of each side, or squares. */
export interface ClubWay {
  id: "distance" | "draw" | "score" | "touchdown";
  title: string;
  asks: "nothing" | "scorer" | "scores" | "squares";
}

export interface CompetitionOrder {
  name: string;
  options?: string;
}

/** A competition with its tables; the schedule is a list of its own. */
export interface CompetitionView {
  id: string;
  league: string;
  season: string;
  name: string;
  number: number;
  play: string;
  stages: StageLine[];
  tables: StageTable[];
  entries: TeamLine[];
  can_pair: boolean;
  can_finish: boolean;
  why_not: string;
  over: boolean;
  champion: string;
  places: string[][];
  edition: string;
  honours: HonourLine[];
}

export interface ConfirmOrder {
  team?: string;
  number?: number | null;
}

/** A part of an event that a correction can change, for a form. */
export interface CorrectionField {
  key: string;
  kind: "characteristic" | "choice" | "number" | "player" | "skill" | "switch" | "text";
  label: string;
  choices: string[];
}

/** A kind of event, with its parts. */
export interface CorrectionForm {
  kind: string;
  title: string;
  fields: CorrectionField[];
  grant: boolean;
}

/** Changes in the histories of teams, which are made together or not at all. `numbers` are the last events that the client has seen, by team. */
export interface CorrectionOrder {
  changes: Change[];
  reason?: string;
  numbers?: Record<string, number> | null;
}

/** An event that a correction makes impossible, and what would mend it. */
export interface CorrectionProblem {
  team: string;
  seq: number;
  text: string;
  void_too: boolean;
  grant: string;
  granted: Record<string, unknown> | null;
}

/** An option of the question that is open, by its text. */
export interface DecideOrder {
  option: string;
  number: number;
}

/** Dice from a real table. */
export interface DiceOrder {
  dice: number[];
  number: number;
}

/** Where a fixture is played: a dungeon of the library by its id, or a text. */
export interface DungeonOfFixture {
  name: string;
  id: string;
  text: string;
  how: string;
}

/** A way to find the dungeon of a match. */
export interface DungeonPolicy {
  id: string;
  title: string;
  text: string;
}

/** A team that takes part. Exactly one of: a `ready` team by its id; the `text` of a team file; `kept`, the id of a team that lives already; `drafted`, the id of a college or race from which the program drafts one, or empty for any. `coach` is a name. With `name` the team is called so, whatever its file says. */
export interface EntryOrder {
  coach?: string;
  ready?: string | null;
  text?: string | null;
  kept?: string | null;
  drafted?: string | null;
  name?: string;
  club?: string;
  division?: string;
}

export interface ExtendOrder {
  deadline: string;
  reason?: string;
  number?: number | null;
}

/** A fixture in a schedule. */
export interface FixtureLine {
  id: string;
  competition: string;
  stage: number;
  round: number;
  state: "disputed" | "locked" | "open" | "over" | "planned" | "reported" | "running";
  sides: SideLine[];
  title?: string;
  group?: string;
  table?: number;
  opens?: string;
  deadline?: string;
  agreed?: string;
  ended?: string;
  match?: string;
  how?: string;
  provenance?: "corrected" | "proven" | "replayed" | "reported" | string;
  through?: string;
  friendly?: boolean;
  same_coach?: boolean;
}

/** The match of a fixture, to be played on this server. `seats` are as in `NewMatch`, one a team. `journeymen` names positions for teams that need some, by the id of the team. */
export interface FixtureMatch {
  seats: string[];
  shared?: boolean;
  journeymen?: Record<string, string[]>;
  dungeon?: string;
  clock?: ClockOrder;
  pace?: number;
  help?: boolean | null;
  number?: number | null;
  dice?: "provable" | "typed";
}

/** A fixture with all that its page shows. `players` are those of each team, for a result sheet. */
export interface FixturePage {
  view: FixtureView;
  league_name: string;
  dungeon: DungeonOfFixture | null;
  live: LiveMatch | null;
  players: PlayerLine[][];
  sheet: SheetFacts;
  story: string[];
  journeymen: string[][];
  rosters: Record<string, string>;
  unready: string[];
  odds: number[];
  you: You | null;
  atlas: string[];
  reached: boolean[];
  clock: string;
}

/** A fixture with all that its page shows. */
export interface FixtureView {
  fixture: FixtureLine;
  number: number;
  league: string;
  season: string;
  competition_name: string;
  edition: string;
  forecast: Forecast | null;
  sheets: SheetLine[];
  deeds: string[];
  matches: string[];
  proposal: string;
}

/** What a handicap would be if the match were locked now. `values` are what the edition compares teams by. Lines have the id of their rule. */
export interface Forecast {
  values: number[];
  lines: string[];
  journeymen?: number[];
  objections?: string[];
}

/** Something that a search has found. */
export interface Found {
  kind: "league" | "team";
  id: string;
  name: string;
  note: string;
}

/** An event of a team in words. `body` is the event itself, for a correction. */
export interface HistoryEntry {
  seq: number;
  at: string;
  kind: string;
  text: string;
  actor: string;
  cause: string;
  about: string;
  hash: string;
  rule: string;
  dice: number[];
  voided: boolean;
  instead: string;
  body: Record<string, unknown>;
}

/** A part of a history, the last event first. `kinds` are all kinds that can be asked for. */
export interface HistoryPage {
  entries: HistoryEntry[];
  before: number;
  number: number;
  kinds: string[];
}

/** Somebody on a board. `figure` is the number in words, `detail` says more. The ids are for links. */
export interface Holder {
  name: string;
  figure: string;
  detail?: string;
  team?: string;
  player?: string;
  fixture?: string;
}

export interface Honour {
  season: number;
  place: number;
}

/** A title at the end of a competition, such as best attack, with those who share it. `figure` is what it is for; `roster` is set where it is the best of a roster. */
export interface HonourLine {
  title: string;
  teams: string[];
  figure: number;
  ids: string[];
  roster: string;
}

/** Over the socket of a league: something was written in it. `teams` are those whose fixtures it is about; none if it may be anything. */
export interface LeagueChanged {
  type: "changed";
  league: string;
  teams: string[];
}

/** Everything that a new league of an edition can be made of. */
export interface LeagueFacts {
  edition: string;
  presets: PresetChoice[];
  options: LeagueOption[];
  policies: DungeonPolicy[];
  most_teams: number;
}

/** Everything that the first page of a league shows. */
export interface LeagueHome {
  id: string;
  name: string;
  edition: string;
  number: number;
  season: SeasonLine;
  seasons: SeasonLine[];
  members: Member[];
  teams: TeamLine[];
  competitions: CompetitionView[];
  next: FixtureLine[];
  last: FixtureLine[];
  news: NewsLine[];
  waits: Waiting[];
  visitors: TeamLine[];
}

/** A league in a list. */
export interface LeagueLine {
  id: string;
  name: string;
  edition: string;
  season: number;
  state: "ending" | "entry" | "over" | "running";
  teams: number;
  changed: string;
}

/** A league that was founded. `problems` are what could not be done for it: it is open for entries then. */
export interface LeagueMade {
  id: string;
  problems: string[];
}

/** An option of a season. `value` is the default of the edition as a text. With `fixed` it cannot be changed in this edition, and that is why. */
export interface LeagueOption {
  key: string;
  kind: "choice" | "number" | "switch" | "text" | "words";
  meaning: string;
  value: string;
  rule: string;
  group: string;
  choices: string[];
  expected: string;
  fixed: string;
}

/** The first page of a league, with the matches that go on now. */
export interface LeaguePage {
  home: LeagueHome;
  live: LiveMatch[];
  edition_name: string;
  rosters: Record<string, string>;
  stories: Record<string, string>;
  you: You | null;
}

/** A match of a fixture on this server. `watch` is the link for spectators, whoever they are. */
export interface LiveMatch {
  match: string;
  fixture: string;
  stage: string;
  score: number[];
  turn: number;
  watch: string;
  seats: string[];
}

/** A fixture that no round makes: a friendly, or a challenge of the first team to the second. */
export interface MeetingOrder {
  teams: string[];
  kind?: "challenge" | "friendly";
}

/** Somebody of a league. In a house league a member is a name; `account` is empty there. */
export interface Member {
  id: string;
  name: string;
  role?: "bot" | "co-coach" | "coach" | "commissioner" | "deputy" | "scribe";
  account?: string;
}

export interface MemberOrder {
  name: string;
  role?: "bot" | "co-coach" | "coach" | "commissioner" | "deputy" | "scribe";
}

/** A moment of a replay, by the number of its step. */
export interface Moment {
  step: number;
  text: string;
}

/** A league with its first season. `options` is a text that changes those of the preset. With `start` the season begins at once, and its fixtures are published. */
export interface NewLeague {
  name: string;
  preset?: string;
  edition?: string;
  options?: string;
  teams?: EntryOrder[];
  start?: boolean;
}

/** One line of news, in words. */
export interface NewsLine {
  at: string;
  kind: string;
  text: string;
  about: string;
  key: string;
}

/** Something that a coach may choose. `text` names it in inputs; `note` says price, odds or consequence. */
export interface Option {
  text: string;
  label: string;
  note?: string;
  rule?: string;
  group?: string;
  player?: string;
}

/** Options to be looked at: is this text one that a season can be played by? `teams` are so many as will take part, as far as that is known. */
export interface OptionsCheck {
  preset?: string;
  edition?: string;
  options?: string;
  teams?: number;
}

/** Whether a season can be played by these options: the whole text, or what is wrong with it. `least` are the teams that it wants, if there are fewer; `house_rule` is a text for the option `stages` by which fewer can play. */
export interface OptionsChecked {
  options: string;
  problem: string;
  least: number;
  house_rule: string;
}

/** Options of a season: all that is not named stays. In a season that has begun they change from the next round on, and need a reason. */
export interface OptionsOrder {
  options: string;
  reason?: string;
  number?: number | null;
}

/** How likely each place is for a team, 0 to 1; the first is that of the first place. */
export interface PlaceChances {
  team: string;
  name: string;
  places: number[];
}

/** An order that says nothing but who has seen what, and why it is given. */
export interface PlainOrder {
  reason?: string;
  number?: number | null;
}

/** A player on the sheet of a team, in words. `state` is why it cannot play the next match, if it cannot. */
export interface PlayerLine {
  id: string;
  number: number;
  name: string;
  position: string;
  characteristics: Characteristic[];
  changed: string[];
  skills: Skill[];
  gained: string[];
  injuries: string;
  state: string;
  earned: number;
  unspent: number;
  mvps: number;
  games: number;
  seasons: number;
  value: number;
  figure: Figure;
  carries: string;
  journeyman: boolean;
}

/** A player's career. `line` is missing for somebody who left. */
export interface PlayerPage {
  id: string;
  team: string;
  team_name: string;
  career: CareerLine;
  line: PlayerLine | null;
  matches: AppearanceLine[];
  events: HistoryEntry[];
}

/** A kind of league to begin with. `values` are options that differ from the default of the edition. */
export interface PresetChoice {
  id: string;
  title: string;
  summary: string;
  teams: number;
  values: Record<string, string>;
}

/** What a correction would do. `problems` are later events that would be impossible; with them it is refused. */
export interface Preview {
  teams: [string, string[]][];
  table: TableChange[];
  problems: CorrectionProblem[];
  number: number;
}

/** How much of a team's experience comes from matches of which mark. */
export interface ProvenanceShare {
  mark: string;
  amount: number;
}

/** A new name, of a league, a team or one of its players. With `hide` the old one is hidden from everybody. */
export interface RenameOrder {
  name: string;
  player?: string;
  reason?: string;
  hide?: boolean;
}

/** Other pairings: for each fixture its teams. */
export interface RepairOrder {
  fixtures: Record<string, string[]>;
  reason: string;
  number?: number | null;
}

/** Another result in the table. */
export interface ResultCorrection {
  fixture: string;
  scores: number[];
  casualties?: number[];
  winner?: string;
  reason?: string;
  number?: number | null;
}

/** A result that a commissioner sets. `winner` is for a match that was abandoned, or for a knock-out that was drawn: the team that goes on; then without scores. */
export interface ResultOrder {
  scores?: number[];
  casualties?: number[];
  winner?: string;
  reason?: string;
  number?: number | null;
}

/** Dice that are needed: `count` of `faces` faces. `odds` says what may come of them. A die that draws a player has a face for each who may be drawn. `shirts` are their numbers in the same order, where a D16 at a real table can draw one too: the input `shirt 9` is the die that draws number 9. */
export interface Roll {
  type: "roll";
  count: number;
  faces: number;
  what: string;
  rule: string;
  odds: Chance[];
  player: string;
  shirts: number[];
}

/** The sheet of a team. */
export interface RosterPage {
  name: string;
  coach: string;
  roster: string;
  roster_name: string;
  edition: string;
  edition_name: string;
  players: PlayerLine[];
  sums: SheetSum[];
  value: number;
  current_value: number;
  treasury: number;
  rerolls: number;
  games: number;
  trophy: boolean;
}

/** The next round. `absent` are teams that miss it: they get nothing for it, and are there again afterwards. */
export interface RoundOrder {
  reason?: string;
  number?: number | null;
  absent?: string[];
}

/** How the season may end, by playing the rest of it many times in thought. */
export interface SeasonForecast {
  rows: PlaceChances[];
  tries: number;
  how: string;
  why_not: string;
}

/** A season in a list. `options` is its whole text, frozen when it started. */
export interface SeasonLine {
  id: string;
  number: number;
  state: "ending" | "entry" | "over" | "running";
  options: string;
  competitions: string[];
  began: string;
  ended: string;
}

/** A new link for the seat of these sides of a match that is under way. */
export interface SeatOrder {
  sides: number[];
}

/** Dice of a real table that belong to all teams of a match, by their names. */
export interface ShareOrder {
  dice: Record<string, number[]>;
}

/** Dice that belong to all teams of a match. */
export interface SharedLine {
  name: string;
  what: string;
  rule: string;
  dice: number[];
}

/** What a result sheet of an edition can say. A casualty by one of the causes `by_hand` earns the player who caused it points: the deed that stands beside it. */
export interface SheetFacts {
  endings: string[];
  deeds: string[];
  injuries: string[];
  causes: string[];
  by_hand: Record<string, string>;
  characteristics: string[];
}

/** A result sheet that was handed in. `text` is the sheet as TOML. */
export interface SheetLine {
  by: string;
  at: string;
  text: string;
}

/** A result sheet (TOML) of a match at a real table; without `team` the commissioner hands it in. */
export interface SheetOrder {
  sheet: string;
  team?: string;
  number?: number | null;
}

export interface SheetSum {
  label: string;
  text: string;
}

/** One side of a fixture. */
export interface SideLine {
  team: string;
  name: string;
  coach?: string;
  roster?: string;
  score?: number | null;
  casualties?: number | null;
  result?: string;
  points?: number | null;
  value?: number | null;
  conceded?: boolean;
  confirmed?: boolean;
  aftermath?: string;
}

/** Times that a team offers. */
export interface SlotsOrder {
  team: string;
  times: string[];
}

/** A stage of a competition. `format` is a text such as `swiss(rounds=5)`. */
export interface StageLine {
  number: number;
  format: string;
  rounds: number;
  over: boolean;
}

/** The table of a stage, or of one of its groups. */
export interface StageTable {
  stage: number;
  format: string;
  title: string;
  rows: TableRow[];
  group: string;
  final: boolean;
  qualify: number;
}

/** A step of an aftermath. */
export interface StepLine {
  name: string;
  title: string;
  rules: string[];
  state: "done" | "later" | "now";
}

/** A place in a table before and after a correction. */
export interface TableChange {
  team: string;
  name: string;
  before: string;
  after: string;
}

/** A team in a table. `numbers` has what the tie-breaks need, by name; `why` says how a tie was broken. */
export interface TableRow {
  place: number;
  team: string;
  name: string;
  coach: string;
  points: number;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  td_for: number;
  td_against: number;
  cas_for: number;
  cas_against: number;
  form: string;
  why: string;
  numbers: Record<string, number>;
}

/** A team in a list. */
export interface TeamLine {
  id: string;
  name: string;
  roster: string;
  coach: string;
  owner: string;
  state: "aftermath" | "booked" | "disbanded" | "drafting" | "off_season" | "ready" | "suspended";
  value: number;
  current_value: number;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  open_aftermath: string;
}

/** A team that lives. Its history is a list of its own. */
export interface TeamPage {
  line: TeamLine;
  number: number;
  sheet: RosterPage;
  league: string;
  league_name: string;
  season: number;
  careers: CareerLine[];
  honours: Honour[];
  matches: FixtureLine[];
  provenance: ProvenanceShare[];
  open_aftermath: string;
  match: string;
  may_redraft: boolean;
  you: You | null;
  brought: string;
}

export interface UndoOrder {
  number?: number | null;
}

/** The coach of a team may be on vacation in the last days of a fixture of the play-offs. */
export interface VacationAllowance {
  team: string;
  reason?: string;
}

/** A finding of `verify`. `about` is the id of a log, or of a match. */
export interface VerifyLine {
  what: "chain" | "lot" | "match" | "pairing" | "projection" | "replay" | "roll-off" | "season" | "shares";
  about: string;
  mark: "another version" | "broken" | "corrected" | "ok" | "proven" | "replayed" | "reported";
  text: string;
}

/** Something on the commissioner's desk, or on a coach's. */
export interface Waiting {
  kind: "aftermath" | "disputed" | "finish" | "late" | "pair" | "redraft" | "sheet" | "undecided";
  text: string;
  about: string;
  team?: string;
  deadline?: string;
  proposal?: string;
}

/** Without a winner nobody came. */
export interface WalkoverOrder {
  winner?: string;
  reason?: string;
  number?: number | null;
}

/** A team withdraws; with `newcomer`, another one takes over its open fixtures. */
export interface WithdrawOrder {
  team: string;
  reason: string;
  newcomer?: string;
  number?: number | null;
}

/** Something that happened in an aftermath, in words. */
export interface WrittenLine {
  stage: string;
  text: string;
  rule: string;
  dice: number[];
  actor: string;
}

/** Whoever asks, in a league of a server with accounts. `may` are the tasks of the desk (for any team): `enter`, `decide`, `play`, `report`, `propose`, `schedule`, `rule`; for `teams` a coach may do the first five. No role: a stranger. */
export interface You {
  role: string;
  member: string;
  teams: string[];
  may: string[];
  private: boolean;
  applications: boolean;
}
