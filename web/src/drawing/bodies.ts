/** The bodies of the figures: a row for each race, put together from parts. */

import type { BodyKind } from "../lib/wire";
import { BLOOD, BONE, EARS, EYES, GEAR, GOLD, HAIR, HEADS, INK, IRON, LEAF, MOUTHS, STEEL, both, disc, fill, line, type Part } from "./parts";

/** How much room a body takes: it scales the whole figure, and says how broad the shoulders are. */
export type Build = "tiny" | "small" | "slim" | "usual" | "stout" | "big";

export interface Body {
  build: Build;
  skin: string;
  shade: string;
  hair: string;
  gear: string;
  back: Part[]; // behind the shoulders
  front: Part[];
}

function body(build: Build, skin: string, shade: string, hair: string, front: Part[], back: Part[] = [], gear: string = STEEL): Body {
  return { build, skin, shade, hair, gear, back, front };
}
const head = (shape: keyof typeof HEADS): Part => fill(HEADS[shape], "skin");
const ears = (shape: keyof typeof EARS): Part => fill(EARS[shape], "skin");
const innerRat: Part = fill(`${disc(-8, -12.5, 2.5)} ${disc(8, -12.5, 2.5)}`, "shade");
const whiskers: Part = line(both("M-3 3L-11 1M-3 4L-10 6"), "#3a2f28", 0.9);
const nose = (y: number, paint: Part["paint"] = INK): Part => fill(disc(0, y, 2, 1.5), paint);
const nostrils = (y: number): Part => fill(`${disc(-2, y, 0.9)} ${disc(2, y, 0.9)}`, INK);
const bigEyes: Part[] = [EYES.big, EYES.pupils];
const goat = (horns: string): Part[] => [fill(horns, BONE), ears("beast"), head("muzzle"), fill("M-4-1C-4 4-2 6 0 6C2 6 4 4 4-1C2-2-2-2-4-1Z", "shade"), nostrils(2), fill("M-2 5.500L0 11L2 5.500Z", "hair")];
const pustules: Part = fill(`${disc(-5, -9, 1.5)} ${disc(4.5, -1, 1.7)} ${disc(5.5, -9.5, 1.1)}`, "#d9e06a");

export const BODIES: Record<Exclude<BodyKind, Stranger>, Body> = {
  human: body("usual", "#eabb8f", "#c98f61", "#6b4423", [ears("small"), head("round"), EYES.plain, MOUTHS.plain, fill(GEAR.helm, "gear"), fill("M-1.800-15L1.800-15L1.500-7.500L-1.500-7.500Z", "jersey")]),
  norse: body("usual", "#f0c49a", "#cf9668", "#e0b04a", [fill(GEAR.horns, BONE), head("round"), EYES.stern, fill(HAIR.shortbeard, "hair"), MOUTHS.plain, fill(GEAR.helm, "gear")], [], "#8d6a45"),
  amazon: body("slim", "#c78a58", "#9a6439", "#2c1a12", [head("long"), EYES.plain, MOUTHS.smile, fill(HAIR.peak, "hair"), fill(GEAR.feathers, LEAF), fill(GEAR.band, GOLD)], [fill(HAIR.long, "hair")]),
  chaos: body("usual", "#d7a27c", "#8a5a3d", "#2a1c18", [fill(GEAR.horns, BONE), fill(GEAR.fullhelm, "gear"), EYES.slit, line("M0-14L0-8", GOLD, 1.8)], [], "#4a4450"),
  khorne: body("usual", "#d7a27c", "#8a5a3d", "#2a1c18", [fill("M-6-11L-9-20L-3-15L0-22L3-15L9-20L6-11Z", GOLD), fill(GEAR.fullhelm, "gear"), EYES.slit, EYES.glow, line("M-3 1.500L-3 4M0 1.500L0 5M3 1.500L3 4", GOLD, 1.2)], [], "#7a1f1a"),
  thrall: body("slim", "#d9d0c0", "#a49682", "#5a5148", [ears("small"), head("long"), fill(HAIR.cap, "hair"), EYES.plain, line("M-5-3.500L-2-3.500M5-3.500L2-3.500", "#8a6f8a", 1.2), MOUTHS.grim, line("M-6 5L6 5", BLOOD, 2)]),
  dwarf: body("stout", "#eab58a", "#c2865a", "#c96a24", [head("round"), EYES.stern, fill(HAIR.beard, "hair"), nose(-3, "#d98f6a"), line("M-4 4L-3 11M0 4L0 12M4 4L3 11", "#8f4515", 1.1), fill(GEAR.helm, "gear")]),
  "chaos dwarf": body("stout", "#c9906a", "#96603d", "#26201f", [head("round"), EYES.glow, fill(HAIR.beard, "hair"), nose(-3, "#b0714a"), line("M-6 3L6 3M-5.500 7L5.500 7M-4 11L4 11", "#6a5a52", 1.2), MOUTHS.tusks, fill(GEAR.tallhat, "gear")], [], "#7c2f2a"),
  halfling: body("small", "#f2c79d", "#d39a6c", "#8a5527", [ears("small"), head("round"), fill(HAIR.curls, "hair"), ...bigEyes, fill(`${disc(-5.5, -1.5, 1.6)} ${disc(5.5, -1.5, 1.6)}`, "#e98f74"), MOUTHS.smile]),
  gnome: body("small", "#eebd93", "#c98d62", "#efe9dc", [ears("small"), head("round"), EYES.plain, fill(HAIR.shortbeard, "hair"), nose(-2.5, "#e08f70"), fill(GEAR.cap, "gear")], [], "#3f79b8"),
  elf: body("slim", "#f6dcb8", "#d9b384", "#f0cf63", [ears("elf"), head("long"), EYES.plain, MOUTHS.plain, fill(HAIR.peak, "hair")], [fill(HAIR.long, "hair")]),
  "high elf": body("slim", "#f6dcb8", "#d9b384", "#e9e4d2", [ears("elf"), head("long"), EYES.plain, MOUTHS.plain, fill(GEAR.tallhelm, "gear"), line("M0-19L0-8.500", GOLD, 1.8)], [fill(HAIR.long, "hair")], "#e4ecf2"),
  "grey elf": body("slim", "#e7d6c2", "#bfa78d", "#777f88", [ears("elf"), head("long"), EYES.plain, MOUTHS.grim, fill(GEAR.hood, "gear")], [], "#7b8794"),
  "dark elf": body("slim", "#cdbfe0", "#9c8ab8", "#1d1626", [ears("elf"), head("long"), EYES.stern, MOUTHS.grim, fill(HAIR.spikes, "hair")], [fill(HAIR.long, "hair")]),
  "wood elf": body("slim", "#dcae7f", "#b07f50", "#7a3f1d", [ears("elf"), head("long"), EYES.plain, MOUTHS.smile, fill(HAIR.peak, "hair"), fill("M0-12C-5-15-5-20 0-23C5-20 5-15 0-12Z M3-11C8-12 12-15 12-19C7-20 3-16 3-11Z", LEAF)], []),
  dryad: body("slim", "#9a7a4e", "#6f5532", "#5f9c3a", [head("long"), EYES.glow, line("M-5-10L-4-2M5-10L4-1M0 1L0 4", "shade", 1.1), fill(`${GEAR.leaves} M0-12C-5-15-5-20 0-23C5-20 5-15 0-12Z`, "hair")], []),
  treeman: body("big", "#8a673d", "#5d4426", "#5f9c3a", [line(both("M-5-12L-9-20M-7-16L-14-18M-8-12L-16-11"), "shade", 2.6), fill("M-8-13L-3-11L0-14L3-11L8-13L9 6L5 4L3 8L0 4L-4 8L-5 4L-9 6Z", "skin"), EYES.glow, line("M-4 1C-2-1 2-1 4 1", INK, 2), line("M-6-9L-6-4M6-10L6-2M0-11L0-8", "shade", 1.2), fill(`${disc(-11, -19, 3.6)} ${disc(11, -19, 3.6)} ${disc(-17, -11, 3.2)} ${disc(17, -11, 3.2)}`, "hair")]),
  orc: body("usual", "#6ea244", "#4a7430", "#222", [ears("small"), head("square"), EYES.red, line("M-7-9L-1-7M7-9L1-7", INK, 1.8), nostrils(-2.5), MOUTHS.wide, MOUTHS.tusks, fill("M-8.500-8C-8-16 8-16 8.500-8L0-10Z", "gear")], [], "#8a8f92"),
  "black orc": body("stout", "#456b36", "#2d4a24", "#222", [head("square"), EYES.red, line("M-7-9L-1-7M7-9L1-7", INK, 1.8), fill("M-9-1L9-1L8 5C4 7-4 7-8 5Z", IRON), fill(both("M-6-1L-8-8L-3-1Z"), BONE), fill(GEAR.helm, "gear"), fill("M-2-14L0-22L2-14Z", "gear")], [], IRON),
  goblin: body("small", "#8fc24b", "#628f2e", "#222", [ears("goblin"), head("wide"), ...bigEyes, fill("M-1.500-4L0 2L1.500-4Z", "shade"), MOUTHS.wide, MOUTHS.fangs]),
  hobgoblin: body("usual", "#d0a54c", "#9c7628", "#211a16", [ears("goblin"), head("long"), EYES.stern, nose(-1.5, "#a5782a"), MOUTHS.grim, fill("M-3-13C-9-17-6-22 0-20C6-23 9-17 3-13Z", "hair"), fill(GEAR.band, BLOOD)]),
  snotling: body("tiny", "#a8d25c", "#779c38", "#222", [fill(both("M-8-5C-12-9-15-8-17-5C-14-4-12-1-8-2Z"), "skin"), fill(disc(0, -5, 9.5, 8.5), "skin"), fill(`${disc(-4, -7, 3.4)} ${disc(4, -7, 3.4)}`, "#fffbe6"), EYES.pupils, line("M-4 0C-1 3 1 3 4 0", INK, 1.4), fill("M0 1L1 4L2.500 1Z", BONE)]),
  gnoblar: body("tiny", "#cfa06a", "#a3743f", "#4a3322", [ears("goblin"), head("wide"), EYES.plain, fill(disc(0, -1.5, 3.6, 3), "#dd8b5a"), fill("M-5-12L-8-19L-2-14L0-20L2-14L8-19L5-12Z", "hair")]),
  skaven: body("slim", "#a08a72", "#e0a39b", "#6b5a48", [ears("rat"), innerRat, head("snout"), EYES.red, whiskers, nose(5, "#e58f87"), fill("M-1.600 6.500L-1.300 10L0 8.500L1.300 10L1.600 6.500Z", BONE)]),
  "rat ogre": body("big", "#7d6856", "#c98f86", "#463729", [ears("rat"), innerRat, head("snout"), EYES.red, GEAR.stitches, nose(5, "#d98078"), fill("M-4 2L-3 7L-1.500 3L1.500 3L3 7L4 2Z", BONE)], [fill(HAIR.mane, "hair")]),
  skink: body("small", "#45b8a8", "#2c8578", "#e8734a", [fill("M-3-11L-11-20L-4-16L0-23L4-16L11-20L3-11Z", "hair"), head("snout"), fill(both("M-7-9C-9-12-3-13-2-8C-3-5-7-5-7-9Z"), "#ffe27a"), fill(both("M-5-10L-3.800-10L-3.800-6L-5-6Z"), INK), nostrils(3)]),
  saurus: body("stout", "#3c7f86", "#28595f", "#e6dcc0", [fill("M-5-12L-7-19L-2-14L0-21L2-14L7-19L5-12Z", BONE), head("lizard"), EYES.glow, nostrils(-1), MOUTHS.teeth, fill(both("M-8-7L-14-9L-8-3Z"), BONE)]),
  kroxigor: body("big", "#4e7f52", "#345a39", "#e6dcc0", [fill(both("M-7-9L-12-15L-4-13Z"), "shade"), head("lizard"), fill("M-6-4L6-4L8 7C4 10-4 10-8 7Z", "skin"), EYES.glow, nostrils(-2), fill("M-7 4L-5.500 8L-4 4.500L-2.500 8.500L-1 4.500L1 8.500L2.500 4.500L4 8.500L5.500 4.500L7 8L7 4Z", BONE)]),
  slann: body("usual", "#79b36b", "#a9d493", "#e7b93f", [fill(`${disc(-6, -12, 4.4)} ${disc(6, -12, 4.4)}`, "skin"), fill("M-11-4C-11-13 11-13 11-4C11 2 6 5.500 0 5.500C-6 5.500-11 2-11-4Z", "skin"), fill("M-9 0C-5 4 5 4 9 0C7 5 3 5.500 0 5.500C-3 5.500-7 5-9 0Z", "shade"), fill(`${disc(-6, -12.5, 2.6)} ${disc(6, -12.5, 2.6)}`, "#ffe27a"), line("M-7.500-12.500L-4.500-12.500M7.500-12.500L4.500-12.500", INK, 1.6), MOUTHS.wide, nostrils(-4)]),
  fimir: body("stout", "#a98f63", "#7c6642", "#e6dcc0", [fill("M-2-12L0-21L2-12Z", BONE), ears("beast"), head("lizard"), EYES.one, fill(disc(0, -6, 1.8), "#a3281e"), line("M-5-11L5-11", "shade", 1.8), MOUTHS.teeth]),
  skeleton: body("slim", "#f2e8cf", "#cfc29e", "#222", [head("skull"), EYES.holes, MOUTHS.grid]),
  wight: body("usual", "#dfe4d0", "#b3baa0", "#222", [head("skull"), EYES.holes, fill(`${disc(-3.6, -6, 1.1)} ${disc(3.6, -6, 1.1)}`, "#69e0ff"), MOUTHS.grid, fill(GEAR.crown, "gear")], [], "#8f7a3a"),
  mummy: body("stout", "#e2cf9f", "#b39b62", "#222", [head("square"), line("M-8-11L6-13M-8.500-2L8.500-4M-8 1.500L8 0M-6 4.500L5 3.500", "shade", 1.3), fill("M-8-9L8-9.500L8-4.500L-8-4Z", INK), fill(`${disc(-3.4, -6.8, 1.5)} ${disc(3.4, -6.8, 1.5)}`, "#ffb13b"), line("M6 4L11 10", "skin", 2.2)]),
  wraith: body("slim", "#2c2a3a", "#1a1824", "#222", [fill(HEADS.long, "#0f0d16"), EYES.glow, fill(GEAR.hood, "gear"), line("M-9 7L-12 14M9 7L12 14M0 8L0 15", "#8f8ab0", 1.2)], [], "#4a4664"),
  ghoul: body("usual", "#b9b39a", "#8a846b", "#222", [fill(both("M-6-6L-14-9L-7-1Z"), "skin"), head("long"), EYES.red, line("M-5-9L-2-8M5-9L2-8M-3-12L3-12", "shade", 1.2), fill("M-4 0C-2-1 2-1 4 0L3 4L-3 4Z", INK), MOUTHS.fangs]),
  vampire: body("usual", "#ece4e4", "#c4b4b8", "#16121a", [fill(both("M-6-6L-11-10L-7-2Z"), "skin"), head("long"), fill(HAIR.peak, "hair"), EYES.red, line("M-2.500 0.500L2.500 0.500", BLOOD, 1.5), MOUTHS.fangs], [fill(GEAR.collar, BLOOD)]),
  vargheist: body("big", "#8b7f96", "#5f556b", "#222", [fill(EARS.bat, "skin"), head("snout"), EYES.red, fill("M-2.500-2L0-5L2.500-2L0 1Z", "shade"), fill("M-4 2L-3 8L-1 3L1 3L3 8L4 2Z", BONE)], [fill(both("M-8 4C-14-6-20-8-20 2L-16 4L-15 9L-11 7Z"), "shade")]),
  "flesh golem": body("stout", "#a3ad86", "#77825d", "#241d1a", [fill(both("M-8-3L-12-4L-12 0L-8 0Z"), IRON), head("square"), fill("M-8.500-8C-8-16 8-16 8.500-8L4-10L0-8L-4-10Z", "hair"), EYES.stern, GEAR.stitches, MOUTHS.grim]),
  zombie: body("usual", "#9fb387", "#6f8158", "#3b352c", [ears("small"), head("round"), fill(HAIR.spikes, "hair"), fill(disc(-3.4, -5, 2.8), "#fffbe6"), fill(disc(-3.2, -4.6, 1.1), INK), line("M2-6.500L5.500-3.500M5.500-6.500L2-3.500", INK, 1.4), fill("M-4 0L4-0.500L3 3.500L-2 3.500Z", INK), line("M-2 0L-2 3M1 0L1 3", BONE, 1)]),
  werewolf: body("usual", "#7f8790", "#b9bfc6", "#4e555d", [fill(EARS.wolf, "skin"), head("snout"), fill("M-3.500-2L3.500-2L2 5L0 7L-2 5Z", "shade"), EYES.glow, nose(1.5), fill(both("M-3.500 4L-2.800 8L-1.200 5Z"), BONE)], [fill(HAIR.mane, "hair")]),
  ulfwerener: body("big", "#8a6746", "#c9a67c", "#5c4129", [fill(EARS.wolf, "skin"), head("snout"), fill("M-3.500-2L3.500-2L2 5L0 7L-2 5Z", "shade"), EYES.red, nose(1.5), MOUTHS.fangs, line("M-8-2L-3-1M8-2L3-1", "#3f74b5", 2)], [fill(HAIR.mane, "hair")]),
  fox: body("small", "#e07b2c", "#fbeedb", "#222", [fill(EARS.fox, "skin"), fill("M-10-8C-7-13 7-13 10-8L0 7Z", "skin"), fill(both("M-9-6L-2-2L0 6C-4 3-8-1-9-6Z"), "shade"), EYES.plain, nose(5)]),
  boar: body("small", "#a87b5e", "#d9a58d", "#5a3d2c", [ears("beast"), fill("M-3-12L-5-19L0-15L5-19L3-12Z", "hair"), head("wide"), EYES.plain, fill(disc(0, 0, 4.4, 3.4), "shade"), nostrils(0), fill(both("M-5 2L-8-3L-3 1Z"), BONE)]),
  ogre: body("big", "#dba77c", "#ab7850", "#3b2a20", [ears("small"), head("square"), fill("M-3-13L0-21L4-14Z", "hair"), EYES.stern, nose(-2.5, "#c5825a"), fill("M-7 0C-3-2 3-2 7 0L7 4C3 2-3 2-7 4Z", "hair"), fill(both("M-4 4.500L-4.500 1L-2 4Z"), BONE)]),
  troll: body("big", "#7f9a8a", "#587064", "#2f3a34", [ears("droop"), head("square"), EYES.big, EYES.pupils, line("M-7-9L-1-8.500M7-9L1-8.500", "shade", 2), fill("M-2.500-6C-4 1-3 4 0 4C3 4 4 1 2.500-6Z", "shade"), MOUTHS.tusks, fill("M-3-13L-6-19L0-16L5-20L3-13Z", "hair")]),
  yhetee: body("big", "#8fc3df", "#5f95b5", "#f4f7fa", [fill(GEAR.smallhorns, "#4a5a66"), fill(HAIR.mane, "hair"), fill("M-6.500-7C-5-11 5-11 6.500-7C7-2 4 3 0 3C-4 3-7-2-6.500-7Z", "skin"), EYES.stern, MOUTHS.grim, MOUTHS.fangs]),
  minotaur: body("big", "#8b5a34", "#c99a72", "#3b2616", [fill(GEAR.widehorns, BONE), ears("beast"), head("muzzle"), fill("M-5-1C-5 5-3 7 0 7C3 7 5 5 5-1C2-2-2-2-5-1Z", "shade"), nostrils(2), EYES.red, line("M-2 4.500C-2 8 2 8 2 4.500", GOLD, 1.6), fill("M-4-12L-2-8L0-11L2-8L4-12Z", "hair")]),
  centaur: body("big", "#b8814f", "#8a5c33", "#26201f", [fill(GEAR.widehorns, "#4a4038"), head("round"), EYES.glow, fill(HAIR.beard, "hair"), line("M-6 3L6 3M-5.500 7L5.500 7M-4 11L4 11", "#6a5a52", 1.2), MOUTHS.tusks, fill("M-8.500-8C-8-15 8-15 8.500-8C4-10-4-10-8.500-8Z", "hair")]),
  beastman: body("usual", "#b58a5c", "#dcb88e", "#4d3524", [...goat(GEAR.ramhorns), EYES.plain]),
  pestigor: body("usual", "#93a05a", "#c3c98a", "#5f6a34", [...goat("M-4-11C-10-13-14-18-10-22C-9-18-4-16-1-13Z M4-11L9-15L3-15Z"), EYES.red, pustules]),
  khorngor: body("usual", "#c24a36", "#e08b6c", "#2b1513", [...goat(both("M-5-11C-10-12-10-19-4-22C-6-18-5-15-1-13Z")), EYES.glow, fill("M-7-11C-4-14 4-14 7-11L5-8L-5-8Z", GOLD)]),
  rotter: body("usual", "#b5bb6b", "#868c43", "#222", [head("round"), EYES.stern, pustules, fill("M-4 1C-2-1 2-1 4 1L2 4L-2 4Z", INK), fill(GEAR.hood, "gear")], [], "#7a6238"),
  bloater: body("stout", "#a8ae5c", "#7f8540", "#222", [fill("M2-13C4-20 10-22 12-20C9-18 9-14 7-11Z", BONE), fill(GEAR.fullhelm, "gear"), EYES.slit, fill(`${disc(-5, 1, 1)} ${disc(5, -10, 1)} ${disc(0, -12, 1)}`, "#d9e06a"), line("M-14-14L-12-13M-13-15L-13-12M14-6L16-5", INK, 1.2)], [], "#6f7a4a"),
  "nurgle beast": body("big", "#9ea653", "#6f7636", "#c9888a", [line(both("M-5-10C-8-17-14-16-13-21M-8-7C-14-8-16-13-19-11"), "skin", 3), fill("M-11 6C-13-8-7-14 0-14C7-14 13-8 11 6Z", "skin"), fill("M-7-2C-3-5 3-5 7-2C6 5-6 5-7-2Z", INK), fill("M-6-2L-4.500 1L-3-3L-1 1L1-3L3 1L4.500-3L6-2C3-5-3-5-6-2Z", BONE), fill(disc(0, 2.4, 3, 1.6), "hair"), fill(`${disc(-4, -8.5, 1.6)} ${disc(2, -10, 2.2)} ${disc(6, -7, 1.3)}`, "#ffe27a")]),
  spawn: body("big", "#c98f9e", "#965a72", "#222", [line("M-7-6C-15-8-12-16-18-17M6-9C9-16 15-12 17-19", "skin", 3.4), fill("M-9 5C-13-6-6-14-1-11C4-16 13-9 10-1C12 3 9 6 6 5Z", "skin"), fill(`${disc(-4, -6, 2.8)} ${disc(4, -8, 2.2)} ${disc(6, -2.5, 1.7)}`, "#fffbe6"), fill(`${disc(-3.6, -5.6, 1.2)} ${disc(4.4, -7.8, 1)} ${disc(6, -2.4, 0.8)}`, INK), fill("M-6 1C-2-1 2 0 4 3C0 5-5 4-6 1Z", INK), fill("M-5 1L-4 3L-3 0.500L-1.500 3L0 1Z", BONE)]),
};

/** Bodies of pieces of no side, each drawn as one shape. */
export const STRANGERS = ["referee", "hound", "tentacles", "gorgon", "hippogriff", "earth golem", "cockatrice", "hydra", "manticore", "dragon", "monster"] as const;
export type Stranger = (typeof STRANGERS)[number];

export function isStranger(kind: BodyKind): kind is Stranger {
  return (STRANGERS as readonly string[]).includes(kind);
}
