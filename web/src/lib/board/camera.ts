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

export const MOST_PIXELS_A_SQUARE = 130;

/** The whole board in view, with a margin in board units. */
export function fit(board: Size, screen: Size, margin: number): Camera {
  const scale = Math.max(
    0.05,
    Math.min(screen.width / (board.width + 2 * margin), screen.height / (board.height + 2 * margin)),
  );
  return {
    scale,
    x: (screen.width - board.width * scale) / 2,
    y: (screen.height - board.height * scale) / 2,
  };
}

/** Zoom by a factor and keep the point under the finger where it is. */
export function zoomAt(camera: Camera, factor: number, at: { x: number; y: number }, least: number, most: number): Camera {
  const scale = Math.min(most, Math.max(least, camera.scale * factor));
  const grown = scale / camera.scale;
  return { scale, x: at.x - (at.x - camera.x) * grown, y: at.y - (at.y - camera.y) * grown };
}

/** Never lose the board: its middle third stays on the screen. */
export function bounded(camera: Camera, board: Size, screen: Size): Camera {
  const width = board.width * camera.scale;
  const height = board.height * camera.scale;
  const keep = 60;
  return {
    scale: camera.scale,
    x: Math.min(screen.width - keep, Math.max(keep - width, camera.x)),
    y: Math.min(screen.height - keep, Math.max(keep - height, camera.y)),
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
