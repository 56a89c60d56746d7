/** Who is signed in, for all pages. On a server without accounts nobody ever is, and nothing shows that one could be. */

import { request, whenNobodyIsSignedIn } from "../api";
import { t } from "../languages";
import { words } from "../trouble";
import type { Account, ProviderName, SessionState } from "../wire";

interface Session {
  known: boolean; // the server has answered
  trouble: string; // why it has not
  accounts: boolean;
  passkeys: boolean;
  account: Account | null;
  mails: boolean;
  unread: number;
  founds: boolean;
  providers: ProviderName[];
}

export const session: Session = $state({ known: false, trouble: "", accounts: false, passkeys: false, account: null, mails: false, unread: 0, founds: false, providers: [] });
let reading: Promise<void> | undefined;
let asked = 0; // a question's number; an answer to an earlier one may come later, and is not true any more

/** Ask the server once for each loading of the page. */
export function readSession(): Promise<void> {
  reading ??= ask(++asked);
  return reading;
}

async function ask(number: number): Promise<void> {
  try {
    const found = await request<SessionState>("GET", "/session");
    if (number === asked) take(found);
    else await reading;
  } catch (error) {
    if (number !== asked) return reading;
    reading = undefined; // the next page asks again
    session.trouble = words(error, t("That did not work."));
  }
}

/** Ask again: news come while a page is open, and whoever reads the rules is challenged meanwhile. */
export function readSessionAgain(): Promise<void> {
  reading = undefined;
  return readSession();
}

function take(found: SessionState | null): void {
  if (!found) return;
  session.known = true;
  session.trouble = "";
  session.accounts = found.accounts;
  session.passkeys = found.passkeys && typeof PublicKeyCredential === "function";
  session.account = found.account;
  session.mails = found.mails;
  session.unread = found.unread;
  session.founds = found.founds;
  session.providers = found.providers;
}

const BACK = "dungeonbowl.back";

/** Where to go after signing in, in this tab. */
export function comeBackTo(address: string): void {
  try {
    sessionStorage.setItem(BACK, address);
  } catch {
    // without a memory one signs in and opens the link again
  }
}

/** Where somebody wanted to go before signing in; said once. */
export function wayBack(): string {
  try {
    const address = sessionStorage.getItem(BACK) ?? "";
    sessionStorage.removeItem(BACK);
    return address.startsWith("/") && !address.startsWith("//") ? address : "/account";
  } catch {
    return "/account";
  }
}

export function signedIn(account: Account): void {
  session.account = account;
  asked += 1;
  reading = undefined;
  void readSession(); // what waits for this account, and what it may do
}

export function signedOut(): void {
  reading = undefined;
  asked += 1; // what the server was asked before is not true any more
  session.account = null;
  session.unread = 0;
  session.founds = false;
}

// Only a page that believes somebody to be signed in has something to learn.
whenNobodyIsSignedIn(() => {
  if (session.account) void readSessionAgain();
});
