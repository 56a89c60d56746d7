/** Checking the promise of the dice in the browser: the hash of the seed is what was promised. */

/** The command that computes every die again. */
export const VERIFY = "dungeonbowl replay verify FILE";

export async function sha256(hex: string): Promise<string> {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** "kept" or "broken"; "unknown" before the seed is told and where the browser cannot compute it. */
export async function promiseKept(seed: string, commitment: string): Promise<"kept" | "broken" | "unknown"> {
  if (!seed || !commitment || typeof crypto === "undefined" || !crypto.subtle) return "unknown";
  return (await sha256(seed)) === commitment ? "kept" : "broken";
}
