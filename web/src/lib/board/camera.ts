/** Where the board is looked at: a scale and a shift, with zooming about a point and bounds. */

export interface Camera {
  scale: number; // screen pixels a board unit
  x: number; // screen position of the board's origin
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** A part of the board, in board units. Without a place it begins at the board's origin. */
export interface Part extends Size {
  x?: number;
  y?: number;
}

export const MOST_PIXELS_A_SQUARE = 130;

/** A part of the board in view, with a margin in board units. */
export function fit(board: Part, screen: Size, margin: number): Camera {
  const scale = Math.max(
    0.05,
    Math.min(screen.width / (board.width + 2 * margin), screen.height / (board.height + 2 * margin)),
  );
  return {
    scale,
    x: (screen.width - board.width * scale) / 2 - (board.x ?? 0) * scale,
    y: (screen.height - board.height * scale) / 2 - (board.y ?? 0) * scale,
  };
}

/** Zoom by a factor and keep the point under the finger where it is. */
export function zoomAt(camera: Camera, factor: number, at: { x: number; y: number }, least: number, most: number): Camera {
  const scale = Math.min(most, Math.max(least, camera.scale * factor));
  const grown = scale / camera.scale;
  return { scale, x: at.x - (at.x - camera.x) * grown, y: at.y - (at.y - camera.y) * grown };
}

/** Never lose the board: a bit of it stays on the screen. */
export function bounded(camera: Camera, board: Part, screen: Size): Camera {
  const keep = 60;
  const left = (board.x ?? 0) * camera.scale;
  const top = (board.y ?? 0) * camera.scale;
  return {
    scale: camera.scale,
    x: Math.min(screen.width - keep - left, Math.max(keep - left - board.width * camera.scale, camera.x)),
    y: Math.min(screen.height - keep - top, Math.max(keep - top - board.height * camera.scale, camera.y)),
  };
}

/** No bare ground beside the board where there is more board to see: its edge, with a margin, stays at that of the screen. */
export function held(camera: Camera, board: Part, screen: Size, margin: number): Camera {
  const along = (shift: number, room: number, start: number, length: number): number => {
    const first = (start - margin) * camera.scale;
    const last = (start + length + margin) * camera.scale;
    if (last - first <= room) return (room - first - last) / 2;
    return Math.min(0 - first, Math.max(room - last, shift));
  };
  return {
    scale: camera.scale,
    x: along(camera.x, screen.width, board.x ?? 0, board.width),
    y: along(camera.y, screen.height, board.y ?? 0, board.height),
  };
}

/** The camera that has a board point in the middle of the screen. */
export function centred(camera: Camera, point: { x: number; y: number }, screen: Size): Camera {
  return {
    scale: camera.scale,
    x: screen.width / 2 - point.x * camera.scale,
    y: screen.height / 2 - point.y * camera.scale,
  };
}

/** Whether a board point lies well inside the screen. */
export function inView(camera: Camera, point: { x: number; y: number }, screen: Size, margin = 50): boolean {
  const x = camera.x + point.x * camera.scale;
  const y = camera.y + point.y * camera.scale;
  return x >= margin && y >= margin && x <= screen.width - margin && y <= screen.height - margin;
}
