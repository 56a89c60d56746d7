/** Drawings of what a side has left: re-rolls, bribes, helpers. */

import type { CounterKey } from "../lib/wire";

const ICONS: Partial<Record<CounterKey, string>> = {
  rerolls: "M12 4a8 8 0 1 0 8 8h-3a5 5 0 1 1-5-5v4l7-5.500L12 0z",
  bribes: "M12 2a7 4 0 0 1 0 8 7 4 0 0 1 0-8zM5 8v5c0 5 14 5 14 0V8c-2 4-12 4-14 0zm0 7v4c0 5 14 5 14 0v-4c-2 4-12 4-14 0z",
  wizards: "M12 1l4 13h4v3H4v-3h4zM6 19h12v3H6z",
  apothecaries: "M9 2h6v7h7v6h-7v7H9v-7H2V9h7z",
  eye: "M1 12c5-9 17-9 22 0-5 9-17 9-22 0zm11-5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
};
const STAR = "M12 2l3 7 8 1-6 5 2 8-7-4-7 4 2-8-6-5 8-1z";

export function counterPath(key: CounterKey): string {
  return ICONS[key] ?? STAR;
}
