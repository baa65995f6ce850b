// The values of a slider. A slider steps through a list of values, so that each
// key press changes the value, and round values such as 10000 are among them.

export type Spacing = 'even' | 'octaves' | 'decades';

export interface SliderRange {
  readonly low: number;
  readonly high: number;
  readonly spacing: Spacing;
  readonly integer: boolean;
}

/** The values of one decade, divided by its first. */
const mantissas = [
  1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.2, 2.4, 2.6, 2.8, 3, 3.5,
  4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5,
];

function decades({ low, high }: SliderRange): number[] {
  const stops: number[] = [];
  const first = Math.floor(Math.log10(low > 0 ? low : 1));
  for (let power = first; 10 ** power <= high; power++) {
    // Read from a text: 1.1 * 10 would not be 11.
    for (const m of mantissas) stops.push(Number(`${m}e${power}`));
  }
  return stops;
}

/** Lengths and widths that people use: 64, 96, 128, 192, 256, 384, 512 … */
function octaves({ high }: SliderRange): number[] {
  const stops: number[] = [];
  for (let first = 1; first <= high; first *= 2) stops.push(first, 1.5 * first);
  return stops;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

function even({ low, high, integer }: SliderRange): number[] {
  const count = integer ? Math.min(high - low, 200) : 100;
  return Array.from(
    { length: count + 1 },
    // Three digits keep the steps round where the ends are not.
    (_, i) => round(low + ((high - low) * i) / count),
  );
}

const spacings = { even, octaves, decades };

/** The values of a slider, rising from `low` to `high`, both included. */
export function sliderStops(range: SliderRange): number[] {
  const { low, high, integer } = range;
  const raw = spacings[range.spacing](range)
    .map((v) => (integer ? Math.round(v) : v))
    .filter((v) => v > low && v < high);
  return [low, ...new Set(raw), high];
}

/** The index of the value nearest to `value`; 0 for NaN. */
export function nearestStop(stops: readonly number[], value: number): number {
  // Rounding would make all of them equally near to a huge value.
  const [low = 0] = stops;
  const inside = Math.min(Math.max(value, low), stops.at(-1) ?? low);
  let best = 0;
  stops.forEach((stop, i) => {
    const gap = Math.abs(stop - inside);
    if (gap < Math.abs((stops[best] as number) - inside)) best = i;
  });
  return best;
}
