// What was computed last of two texts, those of two models beside each other: the
// address, which is written often, needs it of both.

/** The same function, which keeps its last two results. */
export function rememberTwo<T>(
  compute: (text: string) => T,
): (text: string) => T {
  let kept: readonly (readonly [text: string, value: T])[] = [];
  return (text) => {
    const found = kept.find(([one]) => one === text);
    const entry = found ?? ([text, compute(text)] as const);
    kept = [entry, ...kept.filter((one) => one !== entry)].slice(0, 2);
    return entry[1];
  };
}
