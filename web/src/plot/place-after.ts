// The keys of a chart that is a slider over its points.

/**
 * The place to which a key leads from a place among `count`: arrows by one, the
 * page keys by an eighth, Home and End to the ends. Null for any other key.
 */
export function placeAfter(
  key: string,
  place: number,
  count: number,
): number | null {
  const page = Math.max(1, Math.round(count / 8));
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    PageUp: place + page,
    PageDown: place - page,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}
