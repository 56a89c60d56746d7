/** What the pages of accounts ask the server. */

import { request } from "../api";
import type { Account, ApiToken, ApiTokenMade, FeedMade, LuggagePage, MailAsked, Me, MyMatch, MyNews, MyTelling, PasskeyQuestion, ProviderAddress, ProviderAnswer, ProviderOutcome, RecoveryCodes, SeatLink, SignedInBrowser, SignedUp } from "../wire";
import { createPasskey, usePasskey } from "./passkeys";

const part = encodeURIComponent;

export const account = {
  signUp: (name: string, password: string) => request<SignedUp>("POST", "/accounts", { name, password }),
  signUpWithPasskey: async (name: string): Promise<SignedUp> => {
    const question = await request<PasskeyQuestion>("POST", "/passkeys/sign-up", { name });
    return request<SignedUp>("POST", "/passkeys/sign-up/finish", { id: question.id, credential: await createPasskey(question) });
  },
  signIn: (name: string, password: string) => request<Account>("POST", "/session", { name, password }),
  signInWithCode: (name: string, code: string) => request<Account>("POST", "/session", { name, code }),
  signInWithPasskey: async (): Promise<Account> => {
    const question = await request<PasskeyQuestion>("POST", "/passkeys/sign-in");
    return request<Account>("POST", "/passkeys/sign-in/finish", { id: question.id, credential: await usePasskey(question) });
  },
  /** The browser leaves for a provider; it comes back to the page for signing in. */
  leaveFor: async (key: string, what: "sign-in" | "link"): Promise<void> => {
    location.assign((await request<ProviderAddress>("POST", `/providers/${part(key)}/${what}`)).address);
  },
  comeBack: (answer: ProviderAnswer) => request<ProviderOutcome>("POST", "/providers/finish", answer),
  signUpWithProvider: (name: string) => request<SignedUp>("POST", "/providers/sign-up", { name }),
  removeProvider: (id: string) => request<Me>("DELETE", `/me/providers/${part(id)}`),
  signOut: () => request<null>("DELETE", "/session"),
  me: () => request<Me>("GET", "/me"),
  refuseVouching: (id: string) => request<Me>("DELETE", `/me/vouchings/${part(id)}`),
  addPasskey: async (label: string): Promise<Me> => {
    const question = await request<PasskeyQuestion>("POST", "/passkeys/new");
    return request<Me>("POST", "/passkeys/new/finish", { id: question.id, credential: await createPasskey(question), label });
  },
  removePasskey: (id: string) => request<Me>("DELETE", `/passkeys/${part(id)}`),
  setPassword: (password: string) => request<Me>("PUT", "/me/password", { password }),
  removePassword: () => request<Me>("DELETE", "/me/password"),
  newCodes: () => request<RecoveryCodes>("POST", "/me/codes"),
  sessions: () => request<SignedInBrowser[]>("GET", "/me/sessions"),
  endSession: (id: string) => request<null>("DELETE", `/me/sessions/${part(id)}`),
  endOthers: () => request<null>("DELETE", "/me/sessions"),
  tokens: () => request<ApiToken[]>("GET", "/me/tokens"),
  addToken: (name: string, scopes: string[]) => request<ApiTokenMade>("POST", "/me/tokens", { name, scopes }),
  revokeToken: (id: string) => request<null>("DELETE", `/me/tokens/${part(id)}`),
  matches: () => request<MyMatch[]>("GET", "/me/matches"),
  takeSeat: (match: string, key: string) => request<SeatLink>("POST", `/me/matches/${part(match)}/seat`, { key }),
  news: () => request<MyNews>("GET", "/me/news"),
  markRead: (id = "") => request<MyNews>("POST", "/me/news/read", { id }),
  telling: () => request<MyTelling>("GET", "/me/telling"),
  setTelling: (choices: MyTelling["choices"], hour: number) => request<MyTelling>("PUT", "/me/telling", { choices, hour }),
  addWay: (kind: "push" | "webhook", address: string) => request<MyTelling>("POST", "/me/ways", { kind, address }),
  switchWayOn: (id: string) => request<MyTelling>("POST", `/me/ways/${part(id)}/on`),
  removeWay: (id: string) => request<MyTelling>("DELETE", `/me/ways/${part(id)}`),
  setMail: (mail: string) => request<MailAsked>("POST", "/me/mail", { mail }),
  confirmMail: (token: string) => request<Account>("POST", "/mail/confirm", { token }),
  askMailLink: (mail: string) => request<MailAsked>("POST", "/session/mail", { mail }),
  signInByMail: (token: string) => request<Account>("POST", "/session/mail/finish", { token }),
  addVacation: (starts: string, ends: string) => request<MyTelling>("POST", "/me/vacations", { starts, ends }),
  endVacation: (id: string) => request<MyTelling>("DELETE", `/me/vacations/${part(id)}`),
  addFeed: (kind: "coach" | "team" | "league", subject = "") => request<FeedMade>("POST", "/me/feeds", { kind, subject }),
  removeFeed: (id: string) => request<MyTelling>("DELETE", `/me/feeds/${part(id)}`),
  lookAtLuggage: (file: File) => request<LuggagePage>("POST", "/me/import/preview", file),
  takeLuggageIn: (file: File, league: string) => request<LuggagePage>("POST", `/me/import?league=${part(league)}`, file),
  remove: (name: string) => request<Account>("DELETE", `/me?name=${part(name)}`),
};

/** The largest zip of an account that the server takes in. */
export const LARGEST_LUGGAGE = 10_000_000;
export const EXPORT = "/api/v1/me/export";
