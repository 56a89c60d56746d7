import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./api";
import { keepMatch } from "./kept";
import { type Take, holdInTab, newKey, sitDown } from "./seat";
import type { SeatLink } from "./wire";

/** A server with links to two seats and one for spectators. */
class Server {
  taken = new Map<string, string>();
  asked = 0;
  take: Take = async (_match: string, token: string, key: string): Promise<SeatLink> => {
    this.asked += 1;
    if (token === "watch") return { sides: [], token, link: "" };
    if ([...this.taken.values()].includes(token)) return { sides: [0], token, link: "" };
    if (!["home", "away"].includes(token)) throw new ApiError("no seat", 403);
    const holder = this.taken.get(token);
    if (holder !== undefined && holder !== key) throw new ApiError("taken", 403);
    this.taken.set(token, key);
    return { sides: [0], token: key, link: "" };
  };
}

describe("a seat", () => {
  let server: Server;
  beforeEach(() => (server = new Server()));
  afterEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    vi.restoreAllMocks();
  });

  /** Another tab of the same browser. */
  const newTab = (): void => sessionStorage.clear();
  const newBrowser = (): void => {
    localStorage.clear();
    newTab();
  };

  it("is taken with a key of the browser's own", async () => {
    const token = await sitDown("m", "away", server.take);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(server.taken.get("away")).toBe(token);
    expect(new Set(Array.from({ length: 50 }, newKey)).size).toBe(50);
  });

  it("is kept over a reload, a second tab, and the link opened once more", async () => {
    const token = await sitDown("m", "away", server.take);
    expect(await sitDown("m", "", server.take)).toBe(token);
    expect(await sitDown("m", "away", server.take)).toBe(token);
    newTab();
    expect(await sitDown("m", "", server.take)).toBe(token);
    expect(await sitDown("m", token, server.take)).toBe(token);
    expect(server.asked).toBe(1);
  });

  it("is not for a second browser, which is told so by the socket", async () => {
    const token = await sitDown("m", "away", server.take);
    newBrowser();
    expect(await sitDown("m", "away", server.take)).toBe("away");
    expect(server.taken.get("away")).toBe(token);
  });

  it("is found again when the answer was lost", async () => {
    const lost: Take = async (match, token, key) => {
      await server.take(match, token, key);
      throw new ApiError("The server does not answer.", 0);
    };
    await expect(sitDown("m", "away", lost)).rejects.toThrow();
    expect(await sitDown("m", "away", server.take)).toBe(server.taken.get("away"));
  });

  it("goes to the faster one of two tabs, and both sit on it", async () => {
    const slow = (): Promise<void> => new Promise((done) => setTimeout(done, 5));
    const first = sitDown("m", "away", async (...order) => (await slow(), server.take(...order)));
    const second = sitDown("m", "away", server.take);
    expect(await first).toBe(await second);
  });

  it("leaves spectators their link, beside a seat in another tab", async () => {
    const token = await sitDown("m", "home", server.take);
    keepMatch({ id: "m", token, what: "M", when: 1 });
    newTab();
    expect(await sitDown("m", "watch", server.take)).toBe("watch");
    expect(await sitDown("m", "", server.take)).toBe("watch");
    newTab();
    expect(await sitDown("m", "", server.take)).toBe(token);
  });

  it("of a match that was just made is taken without a link", async () => {
    keepMatch({ id: "m", token: "home", what: "M", when: 1 });
    const token = await sitDown("m", "", server.take);
    expect(server.taken.get("home")).toBe(token);
  });

  it("is not taken where nothing can be kept", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    expect(holdInTab("m", "away")).toBe(false);
    expect(await sitDown("m", "away", server.take)).toBe("away");
    expect(server.asked).toBe(0);
  });

  it("survives rubbish in the storage", async () => {
    localStorage.setItem("dungeonbowl.seats", "{nonsense");
    expect(await sitDown("m", "", server.take)).toBe("");
    localStorage.setItem("dungeonbowl.seats", '{"m": 3}');
    expect(await sitDown("m", "away", server.take)).toBe(server.taken.get("away"));
  });
});
