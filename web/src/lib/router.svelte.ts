/**
 * A small router over the browser's history. A page is a path; what it needs to know stands in the query, and what no
 * server log should see (a token) behind the hash: `/match/abc#token=...`. Pages read both as one.
 */

export interface Place {
  path: string[]; // "/match/abc" is ["match", "abc"]
  query: URLSearchParams;
}

export function readPlace(pathname: string, search = "", hash = ""): Place {
  const query = new URLSearchParams(search);
  new URLSearchParams(hash.replace(/^#/, "")).forEach((value, key) => query.set(key, value));
  return { path: pathname.split("/").filter(Boolean).map(decodeURIComponent), query };
}

/** The address of a page, to be used in links: `href("match", id, { token })` is `/match/...#token=...`. */
export function href(...parts: (string | Record<string, string>)[]): string {
  const path: string[] = [];
  let secret = "";
  for (const part of parts) {
    if (typeof part === "string") path.push(encodeURIComponent(part));
    else secret = `#${new URLSearchParams(part).toString()}`;
  }
  return `/${path.join("/")}${secret}`;
}

class Router {
  place: Place = $state.raw({ path: [], query: new URLSearchParams() });

  start(): void {
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
    addEventListener("click", (event) => this.follow(event));
    this.read();
  }

  go(address: string): void {
    history.pushState(null, "", address);
    scrollTo(0, 0);
    this.read();
  }

  /** Another address for the page that is there, without a step in the history. */
  replace(address: string): void {
    history.replaceState(null, "", address);
    this.read();
  }

  private read(): void {
    this.place = readPlace(location.pathname, location.search, location.hash);
  }

  /** A click on a link of our own changes the page without loading it anew. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (/^\/(api|schema)(\/|$)/.test(link.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
