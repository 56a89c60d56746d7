import { describe, expect, it } from "vitest";
import { event, option, prompt } from "./match/fixtures";

/** `npm run check` fails where one of these lines is no longer an error. */
describe("the compiler knows every word that the server sends", () => {
  it("refuses kinds that nothing is called", () => {
    // @ts-expect-error no event is called so
    expect(event("stepped").kind).toBe("stepped");
    // @ts-expect-error no decision is called so
    expect(prompt("lever", []).kind).toBe("lever");
    // @ts-expect-error no option is called so
    expect(option("1", { kind: "end" }).kind).toBe("end");
  });

  it("refuses parts that a kind of event does not tell", () => {
    // @ts-expect-error a player who stands up stays where it is
    expect(event("stood up", { piece: 0, square: 4 }).square).toBe(4);
    const moved = event("moved", { piece: 0, origin: 3, square: 4 });
    const ball: null = moved.ball;
    expect(ball).toBeNull();
  });
});
