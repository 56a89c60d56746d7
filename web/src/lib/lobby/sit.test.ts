import { afterEach, describe, expect, it } from "vitest";
import { keptMatch } from "../kept";
import { ownSeat } from "./sit";

describe("the own seat of a match of the lobby", () => {
  afterEach(() => localStorage.clear());

  it("is taken once, however often the match is called", async () => {
    let asked = 0;
    const ask = async (_match: string, key: string): Promise<{ token: string }> => {
      asked += 1;
      await Promise.resolve();
      return { token: key };
    };
    const [one, other] = await Promise.all([ownSeat("m", "Against Snikka", ask), ownSeat("m", "From the lobby", ask)]);
    expect(other).toBe(one);
    expect(await ownSeat("m", "again", ask)).toBe(one);
    expect(asked).toBe(1);
    expect(keptMatch("m")?.token).toBe(one);
  });

  it("is asked for again after a refusal", async () => {
    const refuse = (): Promise<{ token: string }> => Promise.reject(new Error("no"));
    await expect(ownSeat("m", "", refuse)).rejects.toThrow("no");
    expect(await ownSeat("m", "", async () => ({ token: "t" }))).toBe("t");
  });
});
