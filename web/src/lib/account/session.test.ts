/** Who is signed in is what the server has said last, whatever comes late or not at all. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { request } from "../api";
import type { Account, SessionState } from "../wire";
import { readSession, readSessionAgain, session, signedIn, signedOut } from "./session.svelte";

const SNIKKA: Account = { id: "1", name: "Snikka", created: "" };
const state = (account: Account | null): SessionState => ({ accounts: true, passkeys: false, account, mails: false, unread: 0, founds: false, providers: [] });

let asked: ((status: number, body: unknown) => Promise<void>)[] = [];
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", () => new Promise((answer) => asked.push((status, body) => (answer(new Response(JSON.stringify(body), { status })), settled()))));
  signedOut();
  Object.assign(session, { known: false, trouble: "", accounts: false });
});
afterEach(() => {
  vi.unstubAllGlobals();
  signedOut(); // the tests of all files share this module: the next page asks again
});

describe("who is signed in", () => {
  it("is not told by an answer from before somebody signed in", async () => {
    void readSession();
    signedIn(SNIKKA);
    await asked[1]!(200, state(SNIKKA));
    await asked[0]!(200, state(null));
    expect(session.account).toEqual(SNIKKA);
  });
  it("is not told by an answer from before somebody signed out", async () => {
    void readSession();
    signedOut();
    await asked[0]!(200, state(SNIKKA));
    expect(session.account).toBeNull();
  });
  it("is known to whoever waits for an answer that came too late, once the newer one is there", async () => {
    const known = vi.fn();
    void readSession().then(known);
    void readSessionAgain();
    await asked[0]!(200, state(null));
    expect(known).not.toHaveBeenCalled();
    await asked[1]!(200, state(SNIKKA));
    expect(known).toHaveBeenCalled();
    expect(session.account).toEqual(SNIKKA);
  });
  it("is asked again when the server says to any question that nobody is", async () => {
    signedIn(SNIKKA);
    await asked[0]!(200, state(SNIKKA));
    const refused = request("GET", "/me").catch(() => undefined);
    await asked[1]!(401, { error: { what: "sign in first" }, problems: [] });
    await refused;
    await asked[2]!(200, state(null));
    expect(session.account).toBeNull();
  });
  it("is not claimed when the server did not answer, and why is told", async () => {
    const reading = readSession();
    await asked[0]!(503, { error: { what: "wait a little" }, problems: [] });
    await reading;
    expect([session.known, session.accounts, session.trouble]).toEqual([false, false, "wait a little"]);
    const again = readSession();
    await asked[1]!(200, state(null));
    await again;
    expect([session.known, session.accounts, session.trouble]).toEqual([true, true, ""]);
  });
});
