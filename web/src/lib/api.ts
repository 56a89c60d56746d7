/** Requests to the server. Whatever goes wrong becomes an `ApiError` with words for people. */

import type { Created, EditionChecked, ErrorReply, NewMatch, Options, Report, RuleText, SeatLink, Summary } from "./wire";

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

export async function request<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(API + path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError("The server does not answer. Is it still running?", 0);
  }
  const text = await answer.text();
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!answer.ok) {
    const reply = data as ErrorReply | null;
    const problem = reply?.error;
    const words = problem
      ? [problem.where, problem.what, problem.expected && `Expected: ${problem.expected}`].filter(Boolean).join(". ")
      : `The server answered ${answer.status}`;
    throw new ApiError(words, answer.status, reply);
  }
  return data as T;
}

const withToken = (path: string, token?: string): string => (token ? `${path}?token=${encodeURIComponent(token)}` : path);

export const api = {
  options: () => request<Options>("GET", "/options"),
  edition: (text: string) => request<EditionChecked>("GET", `/edition?text=${encodeURIComponent(text)}`),
  newMatch: (order: NewMatch) => request<Created>("POST", "/matches", order),
  summary: (match: string, token: string) => request<Summary>("GET", withToken(`/matches/${match}`, token)),
  renewLink: (match: string, token: string, sides: number[]) =>
    request<SeatLink>("POST", withToken(`/matches/${match}/links`, token), { sides }),
  report: (match: string, token?: string) => request<Report>("GET", withToken(`/matches/${match}/report`, token)),
  rule: (id: string) => request<RuleText>("GET", `/rules/${encodeURIComponent(id)}`),
};
