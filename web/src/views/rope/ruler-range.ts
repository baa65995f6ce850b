// The part of the positions that the ruler shows, and the steps of its keys.

export interface Stretch {
  readonly low: number;
  readonly high: number;
}

const shortest = 32;

/**
 * A stretch around two positions, with room to move both. It is the same for
 * nearby positions, so that the ruler does not move with every step.
 */
export function stretchAround(a: number, b: number): Stretch {
  const [first, last] = [Math.min(a, b), Math.max(a, b)];
  const wanted = 2 ** Math.ceil(Math.log2(2 * (last - first) || 1));
  const span = Math.max(shortest, wanted);
  const step = span / 4;
  const from = Math.floor((first - span / 8) / step) * step;
  const low = first >= 0 ? Math.max(0, from) : from;
  return { low, high: low + span };
}

/** How far a key moves a handle; 0 for a key that does not. */
export function stepOf(key: string, { low, high }: Stretch): number {
  const page = (high - low) / 8;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    PageUp: page,
    PageDown: -page,
  };
  return steps[key] ?? 0;
}
