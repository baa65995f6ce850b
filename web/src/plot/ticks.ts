// The ticks of axes, and how numbers are written on the page.

/** `tens`: 1, 2, 5, 10 … for positions; `twos`: 1, 2, 4, 8 … for widths. */
export type Grain = 'tens' | 'twos';

/** The smallest round step with which `extent` has at most `most` ticks. */
export function roundStep(extent: number, most: number, grain: Grain): number {
  const least = extent / Math.max(1, most);
  if (grain === 'twos') return 2 ** Math.max(0, Math.ceil(Math.log2(least)));
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].find((m) => m * power >= least * (1 - 1e-12));
  return (step ?? 10) * power;
}

/** The multiples of a round whole step in [start, start + cells). */
export function cellTicks(
  start: number,
  cells: number,
  most: number,
  grain: Grain,
): number[] {
  const step = Math.max(1, roundStep(cells, most, grain));
  const ticks: number[] = [];
  for (let i = Math.ceil(start / step); i * step < start + cells; i++) {
    ticks.push(i * step);
  }
  return ticks;
}

/** A whole number with thin spaces between thousands: 100 000. */
export function writeCount(n: number): string {
  if (!Number.isInteger(n)) return String(n);
  const digits = String(Math.abs(n)).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  return n < 0 ? `\u2212${digits}` : digits;
}

/** A value for screen readers, which do not know the typographic minus. */
export function speakValue(value: number, digits = 6): string {
  if (Number.isNaN(value)) return 'not a number';
  if (value === Number.NEGATIVE_INFINITY) return 'masked';
  return String(Number(value.toPrecision(digits)));
}

/** A value to `digits` significant digits, with a true minus sign. */
export function writeValue(value: number, digits = 6): string {
  return speakValue(value, digits).replaceAll('-', '\u2212');
}

const raised = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079';

/**
 * A value that may be tiny, such as a difference: 3.3×10⁻⁶. `before` is the
 * number of digits before the power.
 */
export function writeSmall(value: number, digits = 3, before = 2): string {
  const size = Math.abs(value);
  const plain = size === 0 || (size >= 1e-3 && size < 1e5);
  if (plain || !Number.isFinite(size)) {
    return writeValue(value, digits);
  }
  const [mantissa = '', power = ''] = value
    .toExponential(before - 1)
    .split('e');
  const above = power
    .replace('+', '')
    .replace('-', '\u207b')
    .replace(/\d/g, (digit) => raised[Number(digit)] ?? '');
  return `${mantissa.replace('-', '\u2212')}\u00d710${above}`;
}

const units = ['bytes', 'kB', 'MB', 'GB'];

export function writeBytes(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < units.length - 1)
    [size, unit] = [size / 1000, unit + 1];
  const written = size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size);
  return `${written} ${units[unit]}`;
}

/**
 * The label of a tick. Long numbers get a power of ten, and powers of ten have
 * no factor, to have room.
 */
export function writeTick(value: number): string {
  const plain = writeValue(value);
  const most = Number.isInteger(value) ? 6 : 7;
  if (plain.length <= most) return plain;
  return writeSmall(value).replace(/^1\.0\u00d7/, '');
}
