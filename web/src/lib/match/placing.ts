/** Where a small window hangs over the board: near its player, hiding as little as possible. */

export interface Spot {
  left: number;
  top: number;
  unit: number; // pixels a square
}
interface Size {
  width: number;
  height: number;
}
interface Point {
  left: number;
  top: number;
}

const GAP = 10;

/** Of the places round a player, the one that hides the fewest of the points to avoid; nearer ones win a draw. */
export function bestPlace(spot: Spot, window: Size, room: Size, avoid: readonly Point[]): Point {
  const right = spot.left + spot.unit + GAP;
  const left = spot.left - window.width - GAP;
  const above = spot.top - window.height - GAP;
  const below = spot.top + spot.unit + GAP;
  const middleX = spot.left + spot.unit / 2 - window.width / 2;
  const middleY = spot.top + spot.unit / 2 - window.height / 2;
  const candidates: Point[] = [
    { left: middleX, top: above },
    { left: middleX, top: below },
    { left: right, top: middleY },
    { left, top: middleY },
    { left: right, top: above },
    { left, top: above },
    { left: right, top: below },
    { left, top: below },
    { left: middleX, top: 6 },
    { left: middleX, top: room.height - window.height - 6 },
    { left: 6, top: middleY },
    { left: room.width - window.width - 6, top: middleY },
  ];
  let best = candidates[0]!;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const place = {
      left: Math.max(6, Math.min(candidate.left, room.width - window.width - 6)),
      top: Math.max(6, Math.min(candidate.top, room.height - window.height - 6)),
    };
    const hides = (point: Point): boolean =>
      point.left > place.left && point.left < place.left + window.width && point.top > place.top && point.top < place.top + window.height;
    const own = { left: spot.left + spot.unit / 2, top: spot.top + spot.unit / 2 };
    const away = Math.hypot(place.left + window.width / 2 - own.left, place.top + window.height / 2 - own.top) / 26;
    const cost = avoid.filter(hides).length + (hides(own) ? 40 : 0) + away;
    if (cost < least) {
      least = cost;
      best = place;
    }
  }
  return best;
}
