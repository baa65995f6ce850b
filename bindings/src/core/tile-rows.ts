/** How many rows of a result are computed at once, in scratch memory. */

/**
 * Bytes of a tile: its rows are still in the second cache when they are copied
 * into a result outside of the instance's memory.
 */
export const TILE_BYTES = 2 ** 20;

/**
 * The rows of a tile of `bytes` bytes: at most `rows`, and at least one, however
 * large it is.
 */
export const tileRows = (
  rows: number,
  rowBytes: number,
  bytes = TILE_BYTES,
): number => Math.min(rows, Math.max(1, Math.floor(bytes / rowBytes)));
