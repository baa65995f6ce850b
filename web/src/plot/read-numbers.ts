// Reads numbers as the page writes them, for tests that check what it says.

const pattern =
  /[-\u2212]?(?:Infinity|\d+(?:\u202f\d{3})*(?:\.\d+)?(?:e[-\u2212]?\+?\d+)?(?:\u00d710[\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)?)/g;

function numberOf(written: string): number {
  const plain = written
    .replaceAll('\u202f', '')
    .replaceAll('\u2212', '-')
    .replace(/\u00d710(.+)$/, (_, power: string) => {
      return `e${power.normalize('NFKC').replace('\u2212', '-')}`;
    });
  return Number(plain);
}

/** All numbers of a text, in their order. */
export function numbersIn(text: string): number[] {
  return [...text.matchAll(pattern)].map(([written]) => numberOf(written));
}

/** The first number of a text; NaN where there is none. */
export function readNumber(text: string): number {
  return numbersIn(text)[0] ?? Number.NaN;
}
