/** The people round the match: who is there, the chat, the pace of the computer, standing answers about skills. */

import type { Auto, ChatLine, ClientMessage, Presence, Welcome } from "../../wire";

const LONGEST_LINE = 500;

export class Room {
  presence: Presence | null = $state.raw(null);
  chat: ChatLine[] = $state.raw([]);
  auto: Auto[] = $state.raw([]);
  pace = $state(0.4);
  /** Whether coaches may ask the computer in this match. */
  help = $state(true);

  constructor(private readonly send: (message: ClientMessage) => boolean) {}

  welcome(message: Welcome): void {
    this.presence = message.presence;
    this.chat = message.chat;
    this.auto = message.auto;
    this.pace = message.pace;
    this.help = message.help;
  }

  ready(word: string, name: string): void {
    this.send({ type: "ready", word, name });
  }

  sendChat(text: string, name = ""): void {
    if (text.trim()) this.send({ type: "chat", text: text.trim().slice(0, LONGEST_LINE), name });
  }

  setAuto(skill: string, answer: Auto["answer"]): void {
    this.send({ type: "auto", skill, answer });
  }

  setPace(seconds: number): void {
    this.pace = seconds;
    this.send({ type: "pace", seconds });
  }
}
