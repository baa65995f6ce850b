/** The known ways of turning heads, right and wrong, around one rope. */

import { PosencRangeError } from '../../base/errors.js';
import { type Half, roundToHalf } from '../../base/half.js';
import type { Heap } from '../../core/memory.js';
import type { RotaryLayout } from '../../core/wasm/calls.js';
import type { RopeCore } from '../core.js';
import { THETAS } from '../thetas.js';
import type { Form, Tables } from './fit.js';
import { waves } from './waves.js';

/** Names of mistakes that a `LayoutHypothesis` may hold. */
export type LayoutMistake =
  | 'layout'
  | 'outLayout'
  | 'sign'
  | 'table'
  | 'unsigned'
  | 'roll'
  | 'unturned'
  | 'twice'
  | 'swapped'
  | 'theta'
  | 'exponent'
  | 'scaling'
  | 'contextLength'
  | 'factor'
  | 'offset'
  | 'positionDtype'
  | 'precision'
  | 'rotaryDim'
  | 'rotaryStart'
  | 'attentionFactor'
  | 'scale';

type Mistakes = readonly LayoutMistake[];

/** How positions differ from the given ones. */
export interface Moved {
  readonly offset?: number;
  readonly factor?: number;
  readonly dtype?: Half;
}

/** Tables that an engine may have used. */
export interface Turn extends Tables {
  readonly moved: Moved;
  readonly mistakes: Mistakes;
  readonly core: RopeCore;
}

/** The tables of a rope at positions that may be moved. */
export function turnOf(
  heap: Heap,
  core: RopeCore,
  positions: Float64Array,
  moved: Moved = {},
  mistakes: Mistakes = [],
): Turn {
  const { pairs, rotaryStart } = core;
  const { offset = 0, factor = 1, dtype } = moved;
  const places = positions.map((position) => {
    const place = position / factor + offset;
    return dtype ? roundToHalf(dtype, place) : place;
  });
  const tables = { ...waves(heap, core, places), stride: pairs, pairs };
  return { ...tables, rotaryStart, moved, mistakes, core };
}

/**
 * The turns of a rope, right and wrong, the likeliest first; those of other bases
 * and widths only if those of the rope are known.
 */
export function turnsOf(
  heap: Heap,
  core: RopeCore,
  positions: Float64Array,
  known: boolean,
): readonly Turn[] {
  const { headDim, pairs, rotaryStart, withOptions } = core;
  const own = turnOf(heap, core, positions);
  const turns = [own];
  const add = (
    mistakes: Mistakes,
    changes: Parameters<typeof withOptions>[0],
    moved?: Moved,
    parts?: Partial<Turn>,
  ) => {
    const turn = possible(() =>
      turnOf(heap, withOptions(changes), positions, moved, mistakes),
    );
    if (!turn) return;
    const made = { ...turn, ...parts };
    // Changed tables that equal those of the rope explain nothing.
    if (!isSame(own, made)) turns.push(made);
  };
  add(['unturned'], {}, { factor: Infinity }, { moved: {} });
  turns.push({ ...own, mistakes: ['swapped'], cos: own.sin, sin: own.cos });
  for (const offset of [1, -1, 2, -2]) add(['offset'], {}, { offset });
  for (const dtype of ['bfloat16', 'float16'] as const) {
    add(['positionDtype'], {}, { dtype });
  }
  add(['scaling'], { scaling: undefined });
  for (const contextLength of [1, 2 ** 53]) {
    add(['contextLength'], { contextLength });
  }
  add(['twice'], {}, { factor: 0.5 });
  for (const factor of [2, 4, 8, 16, 32]) add(['factor'], {}, { factor });
  if (!known) return turns;
  const scaled = turns.some(({ mistakes }) => mistakes.includes('scaling'));
  for (const theta of THETAS.filter((theta) => theta !== core.theta)) {
    add(['theta'], { theta });
    if (scaled) add(['theta', 'scaling'], { theta, scaling: undefined });
  }
  for (const [rotaryDim, start] of ranges(headDim, 2 * pairs)) {
    const mistakes: LayoutMistake[] = [];
    if (rotaryDim !== 2 * pairs) mistakes.push('rotaryDim');
    if (start !== rotaryStart) mistakes.push('rotaryStart');
    add(mistakes, { rotaryDim, rotaryStart: start });
  }
  const whole = { rotaryDim: headDim, rotaryStart: 0 };
  add(['exponent'], whole, {}, { pairs, rotaryStart });
  return turns;
}

/** The parts of a head that models turn: at its beginning or its end. */
export function ranges(
  headDim: number,
  rotaryDim: number,
): readonly (readonly [rotaryDim: number, rotaryStart: number])[] {
  const dims = [rotaryDim, headDim, headDim / 2, headDim / 4, headDim / 3];
  return [...new Set(dims)]
    .filter((dim) => dim > 0 && dim % 2 === 0)
    .flatMap((dim) =>
      dim === headDim
        ? [[dim, 0] as const]
        : [[dim, 0] as const, [dim, headDim - dim] as const],
    );
}

/** What `make` gives; undefined if the package refuses its options. */
function possible<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof PosencRangeError) return undefined;
    throw error;
  }
}

function isSame(one: Turn, other: Turn): boolean {
  const equal = (a: Float64Array, b: Float64Array) =>
    a.length === b.length && a.every((x, i) => x === b[i]);
  return (
    one.rotaryStart === other.rotaryStart &&
    equal(one.cos, other.cos) &&
    equal(one.sin, other.sin)
  );
}

/** A form, and what is wrong with it. */
export interface NamedForm extends Form {
  readonly mistakes: Mistakes;
}

const other = (layout: RotaryLayout): RotaryLayout =>
  layout === 'half' ? 'interleaved' : 'half';

/** The forms without slips: both layouts and signs. */
export function plainForms(
  expected: Pick<RopeCore, 'layout' | 'outLayout'>,
  known: boolean,
): readonly NamedForm[] {
  const { layout: own, outLayout } = expected;
  return [own, other(own)].flatMap((layout) =>
    ([1, -1] as const).map((sign) => ({
      layout,
      outLayout: own === outLayout ? layout : outLayout,
      sign,
      mistakes: [
        ...(known && layout !== own ? (['layout'] as const) : []),
        ...(sign < 0 ? (['sign'] as const) : []),
      ],
    })),
  );
}

/** The forms with a slip, and those that write the other layout. */
export function slippedForms(
  forms: readonly NamedForm[],
): readonly NamedForm[] {
  return forms.flatMap((form) => {
    const slipped = (['table', 'unsigned', 'roll'] as const)
      // `unsigned` and `roll` always add, so that no other sign is tried.
      .filter((slip) => slip === 'table' || form.sign > 0)
      .map((slip) => ({ ...form, slip, mistakes: [...form.mistakes, slip] }));
    const mistakes: Mistakes = [...form.mistakes, 'outLayout'];
    const crossed = { ...form, outLayout: other(form.outLayout), mistakes };
    return [crossed, ...slipped];
  });
}
