import { render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signedOut } from "../account/session.svelte";
import Page from "./Page.svelte";

const state = { accounts: true, passkeys: false, account: { id: "a_1", name: "Ada" }, mails: false, unread: 0, founds: true, providers: [] };
const children = createRawSnippet(() => ({ render: () => "<p>The rules</p>" }));

beforeEach(() => {
  signedOut(); // the server is asked anew, whatever other tests have had it asked
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("rings the bell for news that come while a page is open", async () => {
  let unread = 0;
  const asked = vi.fn(async () => new Response(JSON.stringify({ ...state, unread }), { headers: { "content-type": "application/json" } }));
  vi.stubGlobal("fetch", asked);
  const page = render(Page, { title: "Rules", children });
  await vi.waitFor(() => expect(screen.getByRole("link", { name: "News" })).toBeTruthy());
  unread = 1;
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(screen.getByRole("link", { name: "News: 1 unread" })).toBeTruthy());
  const before = asked.mock.calls.length;
  page.unmount();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked.mock.calls.length, "a page that is closed asks no more").toBe(before);
});
