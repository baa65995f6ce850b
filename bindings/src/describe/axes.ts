/**
 * The axes of the arrays that options take: their names in descriptions, and
 * the one check of a given shape against them. An array without a shape is
 * judged by its count, which the reader of the option checks.
 */

import { shapeText } from '../arrays/tensor.js';
import { PosencRangeError } from '../base/errors.js';

/**
 * Names of the axes of an array, slowest first. A name in digits, such as `2`,
 * is the length itself; `..` in the first place stands for any number of axes.
 */
export type Axes = readonly string[];

/** What a parameter says that takes arrays with axes. */
export interface Shaped {
  /**
   * The axes of the array: one list of names, or one for each form in which the
   * array may come, such as with an axis of heads and without.
   */
  readonly axes: Axes | readonly Axes[];
}

/**
 * Lengths of axes by name. Where it is undefined, the array says it itself;
 * where it is null, the call has no such axis, so that forms with it do not
 * count.
 */
export type AxisSizes = Readonly<Record<string, number | null | undefined>>;

/** The axes of an array as lists of names, also where there is only one. */
export function formsOf({ axes }: Shaped): readonly Axes[] {
  const [first] = axes;
  return typeof first === 'string' ? [axes as Axes] : (axes as readonly Axes[]);
}

/** The axes in words: `[queries, heads, headDim] or [queries, heads · headDim]`. */
export const axesText = (shaped: Shaped): string =>
  formsOf(shaped)
    .map((form) => `[${form.join(', ')}]`)
    .join(' or ');

/** The forms with an axis of a batch, if there is one; otherwise those without. */
export const batchForms = (
  shaped: Shaped,
  batch: number | undefined,
): Shaped => ({
  axes: formsOf(shaped).filter(
    (form) => form.includes('batch') === (batch !== undefined),
  ),
});

/** The argument whose shape is checked. */
interface Place {
  /** Names of the called method and of the option, for errors. */
  readonly method: string;
  readonly param: string;
  /** Whether one axis may hold the numbers of several. Defaults to true. */
  readonly flat?: boolean;
}

/**
 * Throws unless a shape is that of one of the forms of a parameter, and gives
 * the lengths that it says, by the names of their axes.
 *
 * A shape of one axis is a flat list: nothing is checked and nothing found,
 * unless all forms have one axis. A shape of more axes than a form is taken if
 * those before the form are of length 1, and no form of as many axes fits. If it
 * has more axes than any form, a vector may have axes of length 1 on either side.
 *
 *   range    `usual` are lengths that hold where neither the options nor a shape
 *            say them. A shape in which another unknown axis has the usual length
 *            of one, and that one has not, is refused: it is a transposed one
 *   error    `method: param must be [a, b] = [32, 4], got [4, 32]`, ERR_SHAPE
 *   cost     that of comparing a few numbers
 *
 * @example
 * ```ts
 * const place = { method: 't5Bias', param: 'table' };
 * const sizes = { heads: 4, buckets: undefined };
 * fitAxes(place, { axes: ['buckets', 'heads'] }, [16, 4], sizes);
 * // { buckets: 16, heads: 4 }
 * ```
 */
export function fitAxes(
  { method, param, flat = true }: Place,
  shaped: Shaped,
  shape: readonly number[] | undefined,
  sizes: AxisSizes,
  usual: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  if (!shape) return {};
  const all = formsOf(shaped);
  const forms = all.filter((form) =>
    form.every((axis) => sizes[axis] !== null),
  );
  let transposed = '';
  const longest = Math.max(...forms.map(({ length }) => length));
  const vectors = shape.length > longest;
  for (const aligned of [sameRank, vectors ? withoutOnes : behindBatch]) {
    for (const form of forms) {
      const lengths = aligned(shape, form);
      const found = lengths && match(form, lengths, sizes);
      if (!found) continue;
      const swapped = swappedAxis(found, sizes, usual);
      if (swapped === undefined) return found;
      transposed = `; give ${swapped} if it is right`;
    }
  }
  const list = flat && shape.length === 1;
  if (list && all.some(({ length }) => length > 1)) return {};
  const rule = forms
    .map((form) => formText(form, presumed(form, shape, sizes, usual)))
    .join(' or ');
  throw new PosencRangeError(
    `${method}: ${param} must be ${rule}, got ${shapeText(shape)}${transposed}`,
    { code: 'ERR_SHAPE', param, value: shape },
  );
}

/** The sizes that a shape which is known gives to the axes of its form. */
export function sizesOf(
  shaped: Shaped,
  shape: readonly number[],
): Readonly<Record<string, number>> {
  const form = formsOf(shaped).find(({ length }) => length === shape.length);
  return Object.fromEntries(
    (form ?? []).map((axis, at) => [axis, shape[at] as number]),
  );
}

type Lengths = readonly number[];

/** The lengths of a form's axes, if the shape has as many axes. */
function sameRank(shape: Lengths, form: Axes): Lengths | undefined {
  if (form[0] !== '..') return shape.length === form.length ? shape : undefined;
  const inner = form.length - 1;
  return shape.length >= inner ? shape.slice(shape.length - inner) : undefined;
}

/** The lengths without axes of length 1 that the form does not have. */
function withoutOnes(shape: Lengths, form: Axes): Lengths | undefined {
  if (form[0] === '..' || form.length !== 1) return behindOnes(shape, form);
  const long = shape.filter((length) => length !== 1);
  return long.length <= 1 ? [long[0] ?? 1] : undefined;
}

/** The same, but not before a batch, whose place is first in another form. */
const behindBatch = (shape: Lengths, form: Axes) =>
  form[0] === 'batch' ? undefined : behindOnes(shape, form);

/** The lengths of the last axes, if those before them are of length 1. */
function behindOnes(shape: Lengths, form: Axes): Lengths | undefined {
  const more = shape.length - form.length;
  if (form[0] === '..' || more <= 0) return undefined;
  const before = shape.slice(0, more);
  return before.every((length) => length === 1) ? shape.slice(more) : undefined;
}

/** The lengths by name, if they are those of the form. */
function match(
  form: Axes,
  lengths: Lengths,
  sizes: AxisSizes,
): Record<string, number> | undefined {
  const found: Record<string, number> = {};
  const axes = form[0] === '..' ? form.slice(1) : form;
  for (const [at, axis] of axes.entries()) {
    const length = lengths[at] as number;
    const wanted = found[axis] ?? lengthOf(axis, sizes);
    if (wanted !== undefined && wanted !== length) return undefined;
    found[axis] = length;
  }
  return found;
}

/** Length of an axis that is known by its name or from the sizes. */
function lengthOf(axis: string, sizes: AxisSizes): number | undefined {
  return /^\d+$/.test(axis) ? Number(axis) : (sizes[axis] ?? undefined);
}

/** An unknown axis that has the usual length of another one, which has not. */
function swappedAxis(
  found: Readonly<Record<string, number>>,
  sizes: AxisSizes,
  usual: Readonly<Record<string, number>>,
): string | undefined {
  const open = Object.keys(found).filter((axis) => sizes[axis] === undefined);
  return open.find((axis) =>
    open.some((other) => {
      const length = usual[other];
      if (length === undefined || other === axis) return false;
      return found[axis] === length && found[other] !== length;
    }),
  );
}

/**
 * The lengths to name in an error: those that are known, and with them what the
 * given axes say in another order.
 */
function presumed(
  form: Axes,
  shape: Lengths,
  sizes: AxisSizes,
  usual: Readonly<Record<string, number>>,
): AxisSizes {
  for (const assumed of [usual, {}]) {
    const all: Record<string, number> = { ...assumed, ...given(sizes) };
    const open = form.filter((axis) => lengthOf(axis, all) === undefined);
    const rest = [...shape];
    const known = form.flatMap((axis) => lengthOf(axis, all) ?? []);
    const here = known.every((length) => {
      const at = rest.indexOf(length);
      if (at >= 0) rest.splice(at, 1);
      return at >= 0;
    });
    const [axis] = open;
    if (!here || open.length > 1 || rest.length !== open.length) continue;
    return axis === undefined ? all : { ...all, [axis]: rest[0] };
  }
  return given(sizes);
}

/** The sizes that are known. */
const given = (sizes: AxisSizes): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(sizes).filter(([, length]) => typeof length === 'number'),
  ) as Record<string, number>;

/** `[buckets, heads] = [32, 4]`, or the names alone if no length is known. */
function formText(form: Axes, sizes: AxisSizes): string {
  const lengths = form.map((axis) => lengthOf(axis, sizes) ?? axis);
  const [names, numbers] = [`[${form.join(', ')}]`, `[${lengths.join(', ')}]`];
  return names === numbers ? names : `${names} = ${numbers}`;
}
