/** What the keys of the match screen do. `keys.ts` says which key is which command. */

import { directionInDungeon } from "../board/turning";
import { rules } from "../rules.svelte";
import { settings } from "../settings.svelte";
import { bump, moveCursor } from "./cursor";
import { type Command, commandOf } from "./keys";
import { menuEntries, stepOption } from "./menu";
import type { Screen } from "./screen.svelte";
import type { MatchStore } from "./store.svelte";

/** A key of the whole page. Keys for fields, dialogs and buttons are left to them. */
export function press(event: KeyboardEvent, store: MatchStore, screen: Screen): void {
  const target = event.target as HTMLElement;
  if (screen.dialog || rules.open || target.closest("input, textarea, select, dialog")) return;
  const onButton = target.closest("button, summary, a") !== null;
  if (onButton && (event.key === "Enter" || event.key === " ")) return;
  const command = commandOf(event);
  if (!command) return;
  const scrolls = command.kind === "direction" && target.closest(".log") !== null;
  if (scrolls) return;
  if (obey(command, event.shiftKey, store, screen)) event.preventDefault();
}

/** Answers whether the command did something. */
function obey(command: Command, shift: boolean, store: MatchStore, screen: Screen): boolean {
  const { decision, hand, playback } = store;
  const prompt = decision.mineNow;
  switch (command.kind) {
    case "direction": {
      const direction = directionInDungeon(command.direction, screen.turned);
      const moving = prompt && !hand.aim && !hand.elsewhere && !shift && (prompt.kind === "act" || prompt.kind === "declare");
      const step = moving ? stepOption(prompt.options, direction) : undefined;
      if (step) decision.choose(step);
      else if (moving && prompt.options.some((option) => option.kind === "step")) bump(store, direction);
      else moveCursor(store, direction, screen.look);
      break;
    }
    case "next":
      hand.selectNext(command.step);
      break;
    case "confirm":
      if (hand.cursor !== null) hand.pick(hand.cursor);
      break;
    case "skip":
      if (playback.at === null && playback.others && !prompt) store.toMyTurn();
      else if (playback.busy) playback.skip();
      else if (playback.notice) playback.dismiss();
      else if (hand.cursor !== null) hand.pick(hand.cursor);
      break;
    case "cancel":
      return screen.back(hand.hover ?? hand.cursor);
    case "undo":
      if (store.told.prompt) decision.takeBack();
      break;
    case "forMe":
      if (prompt) decision.chooseForMe("one");
      break;
    case "hint":
      if (prompt) store.advising.ask();
      break;
    case "why":
      if (store.told.prompt?.rule) void rules.show(store.told.prompt.rule);
      break;
    case "help":
      screen.dialog = "keys";
      break;
    case "card":
      if (hand.looked === null && hand.selected !== null) hand.looked = hand.selected;
      if (hand.looked !== null) screen.dialog = "card";
      break;
    case "mute":
      settings.muted = !settings.muted;
      break;
    case "overlay":
      store.overlays.set(command.overlay);
      break;
    case "zoom":
      screen.view.zoom(command.factor);
      break;
    case "fit":
      screen.view.toggle();
      break;
    case "digit": {
      if (prompt?.roll) {
        document.querySelector<HTMLButtonElement>(`[data-pad] [data-digits~="${command.digit}"]`)?.click();
        break;
      }
      const strip = document.querySelector<HTMLButtonElement>(`[data-strip] [data-digit="${command.digit}"]`);
      const buttons = document.querySelectorAll<HTMLButtonElement>(".prompt .choices button, .box.asks .choices button");
      (strip ?? buttons[command.digit - 1])?.click();
      break;
    }
    case "moment":
      if (prompt && playback.at === null) return false;
      if (command.step < 0) playback.stepBack();
      else playback.stepForward();
      break;
    case "letter":
      if (command.letter === "p" && !prompt && (playback.others || playback.at !== null)) {
        if (playback.paused) playback.resume();
        else playback.pause();
        break;
      }
      return letter(command.letter, store, screen);
  }
  return true;
}

/** A letter chooses an entry of the menu. The letter of "End turn" comes last while a player is in hand. */
function letter(pressed: string, { decision, hand }: MatchStore, screen: Screen): boolean {
  const prompt = decision.mineNow;
  if (!prompt) return false;
  const { endTurn } = screen;
  const ends = endTurn !== undefined && pressed === (endTurn.key || "e");
  if (ends && hand.selected === null) {
    screen.askEnd();
    return true;
  }
  const lists = hand.which ? [menuEntries(hand.which.options)] : hand.elsewhere ? [hand.menuList] : [hand.menuList, menuEntries(prompt.options, prompt.refused)];
  for (const list of lists) {
    const entry = list.find((candidate) => candidate.key === pressed && !candidate.options.some((option) => option.kind === "end turn"));
    if (entry) {
      hand.pickEntry(entry);
      return true;
    }
  }
  if (ends) screen.askEnd();
  return ends;
}
