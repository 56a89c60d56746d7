import { expect, test } from "vitest";
import { toBytes, toText } from "./passkeys";

test("bytes become letters that may stand in JSON, and come back", () => {
  const bytes = new Uint8Array([0, 251, 255, 62, 63, 128, 7]);
  expect(toText(bytes.buffer)).toMatch(/^[A-Za-z0-9_-]+$/);
  expect([...toBytes(toText(bytes.buffer))]).toEqual([...bytes]);
});
