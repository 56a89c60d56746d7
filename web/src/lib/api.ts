/** Requests to the server. Whatever goes wrong becomes an `ApiError` with words for people. */

import { language, t } from "./languages/language.svelte";
import type { Created, EditionChecked, EngineStatus, ErrorReply, NewMatch, Options, Report, RuleText, SeatLink, Summary } from "./wire";

/** An address that is opened by a link: it speaks the language of the page, not that of the browser. */
export function spokenAddress(address: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}language=${language.code}`;
}

export const API = "/api/v1";

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly reply: ErrorReply | null = null,
  ) {
    super(message);
  }
}

/** Why, where there are several reasons: a line each, as far as the first words do not say it. */
export function reasons(reply: ErrorReply | null): string[] {
  const found = (reply?.problems ?? []).map((problem) => problem.what).filter((text) => text && !reply?.error.what.includes(text));
  return (reply?.problems.length ?? 0) > 1 ? [...new Set(found)].slice(0, MOST_REASONS) : [];
}
const MOST_REASONS = 12;

let nobody: () => void = () => undefined;

/** What to do when the server says that nobody is signed in here: the session has ended, in another browser perhaps. */
export function whenNobodyIsSignedIn(work: () => void): void {
  nobody = work;
}

/** What the server is asked for; all but the first change something. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A body is sent as JSON, a file as it is. */
export async function request<T>(method: Method, path: string, body?: unknown, token = ""): Promise<T> {
  const text = await requestText(method, path, body, token);
  try {
    return (text ? JSON.parse(text) : null) as T;
  } catch {
    return null as T;
  }
}

/** The same for an answer that is no record: a page, a picture. */
export async function requestText(method: Method, path: string, body?: unknown, token = ""): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(API + path, {
      method,
      headers: { "accept-language": language.now, ...(body === undefined ? {} : { "content-type": body instanceof Blob ? body.type || "application/octet-stream" : "application/json" }), ...bearer(token) },
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(t("The server does not answer. Is it still running?"), 0);
  }
  const text = await answer.text();
  if (!answer.ok) {
    if (answer.status === 401) nobody();
    let reply: ErrorReply | null = null;
    try {
      reply = text ? (JSON.parse(text) as ErrorReply) : null;
    } catch {
      reply = null;
    }
    const problem = reply?.error;
    const said = problem
      ? [problem.where, problem.what, problem.expected && t("Expected: {{expected}}", { expected: problem.expected })].filter(Boolean).join(". ")
      : t("The server answered {{status}}", { status: answer.status });
    const words = [said, ...reasons(reply)].join("\n");
    throw new ApiError(words, answer.status, reply);
  }
  return text;
}

/** A token goes with a request as a header: addresses are written into logs. */
function bearer(token: string): Record<string, string> {
  return token ? { authorization: `Bearer ${encodeURIComponent(token)}` } : {};
}

export const api = {
  engine: () => request<EngineStatus>("GET", "/engine"),
  options: () => request<Options>("GET", "/options"),
  edition: (text: string) => request<EditionChecked>("GET", `/edition?text=${encodeURIComponent(text)}`),
  newMatch: (order: NewMatch) => request<Created>("POST", "/matches", order),
  summary: (match: string, token: string) => request<Summary>("GET", `/matches/${encodeURIComponent(match)}`, undefined, token),
  takeSeat: (match: string, token: string, key: string) =>
    request<SeatLink>("POST", `/matches/${encodeURIComponent(match)}/seat`, { key }, token),
  renewLink: (match: string, token: string, sides: number[], keep = false) =>
    request<SeatLink>("POST", `/matches/${encodeURIComponent(match)}/links`, { sides, keep }, token),
  /** Board, tokens and reference sheet of a match, as a page to print. */
  printKit: (match: string, token: string, page: string, square: string) => requestText("GET", `/matches/${encodeURIComponent(match)}/print?page=${page}&square=${square}`, undefined, token),
  report: (match: string, token = "") => request<Report>("GET", `/matches/${encodeURIComponent(match)}/report`, undefined, token),
  rule: (id: string) => request<RuleText>("GET", `/rules/${encodeURIComponent(id)}`),
};
