// The words of Python: how numbers are written, and what a program needs.

/** A number of an option, as Python and the test's reader of it both take it. */
export const real = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e15
    ? `${value}.0`
    : String(value);

/** ` + 3`, ` - 3`, or nothing for 0. */
export function plus(value: number): string {
  if (value === 0) return '';
  return value < 0 ? ` - ${-value}` : ` + ${value}`;
}

/**
 * Numbers that stand for those of a model, in float32. The test makes the same
 * ones, so that the program and the package can be compared.
 */
export function standIn(...shape: readonly number[]): string {
  const count = shape.reduce((product, size) => product * size, 1);
  return `(torch.arange(${count}) / ${count}).reshape(${shape.join(', ')})`;
}

const types: Readonly<Record<string, string>> = {
  ...{ float32: 'float()', float64: 'double()' },
  ...{ float16: 'half()', bfloat16: 'bfloat16()' },
};

/** What follows a tensor of the type `own` that is to have the type `dtype`. */
export const inType = (dtype: string, own: string): string =>
  dtype === own ? '' : `.${types[dtype]}`;

/** A program of lines, after the imports of what they use. */
export const program = (lines: readonly string[]): string[] => [
  ...(lines.some((line) => line.includes('math.')) ? ['import math'] : []),
  ...['import torch', ''],
  ...lines,
];

/** Thrown for what has no usual form in PyTorch; the message says so. */
export class NoUsualForm extends Error {}

/** Options of a call, each of which must be asked for before the end. */
export class Asked {
  readonly #left: Map<string, unknown>;

  constructor(options: Readonly<Record<string, unknown>>) {
    this.#left = new Map(Object.entries(options));
  }

  #take(name: string): unknown {
    const value = this.#left.get(name);
    this.#left.delete(name);
    return value;
  }

  number(name: string, otherwise: number): number {
    const value = this.#take(name);
    return value === undefined ? otherwise : Number(value);
  }

  word(name: string, otherwise: string): string {
    const value = this.#take(name);
    return value === undefined ? otherwise : String(value);
  }

  flag(name: string, otherwise = false): boolean {
    const value = this.#take(name);
    return value === undefined ? otherwise : value === true;
  }

  numbers(name: string): readonly number[] | undefined {
    const value = this.#take(name);
    return value === undefined ? undefined : Array.from(value as number[]);
  }

  record(name: string): Readonly<Record<string, unknown>> {
    return { ...(this.#take(name) as object | undefined) };
  }

  /** An option that is not asked for would change the numbers: none is left. */
  end(what: string): void {
    const [name] = this.#left.keys();
    if (name === undefined) return;
    throw new NoUsualForm(
      `PyTorch code usually has no ${what} with the option \`${name}\`.`,
    );
  }
}
