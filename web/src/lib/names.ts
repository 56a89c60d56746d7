/** Words for what the server names by an id: how a player is, what a square is made of, which room it lies in. Ids without a word stay as they are. */

import { t, word } from "./languages";
import type { Status, TerrainKind } from "./wire";

const STATUSES = [
  word("standing"),
  word("prone"),
  word("stunned"),
  word("reserves"),
  word("knocked-out"),
  word("casualty"),
  word("sent-off"),
  word("lost", "status"),
  word("absent"),
  word("turned-to-stone"),
] as const satisfies Status[];

const CONDITIONS = [
  word("activated"),
  word("arrived"),
  word("furious"),
  word("thirsty"),
  word("no zone"),
  word("reeks"),
  word("rooted"),
  word("dazzled"),
  word("left by the door"),
  word("in a pit"),
] as const;

const TERRAIN = [
  word("floor"),
  word("doorway"),
  word("door"),
  word("gate"),
  word("open door"),
  word("chasm"),
  word("obstacle"),
  word("lava"),
  word("water"),
  word("inscription"),
  word("step"),
  word("ladder foot"),
  word("passage end"),
  word("passage inside"),
  word("idol"),
  word("crypt"),
  word("dragon"),
  word("fiery chasm"),
  word("bridge"),
] as const satisfies TerrainKind[];

const ROOMS = [
  word("Armoury"),
  word("Bone Pit"),
  word("Cursed Room"),
  word("Flooded Room"),
  word("Forgotten Jail"),
  word("Kitchen"),
  word("Sewer"),
  word("Treasure Room"),
  word("Chaotic Idol"),
  word("Crypt"),
  word("Dragon Youngling's Lair"),
  word("Fiery Chasm"),
] as const;

const KNOWN: ReadonlySet<string> = new Set([...STATUSES, ...CONDITIONS, ...TERRAIN, ...ROOMS]);

export function nameOfId(id: string): string {
  return KNOWN.has(id) ? t(id, { context: "status" }) : id;
}
