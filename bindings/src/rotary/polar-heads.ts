/** The heads that become polar pairs, and the phases of these: checked inputs. */

import { readFloats } from '../arrays/float32.js';
import { type Given, inputOf, sameInput } from '../arrays/operand.js';
import { product } from '../arrays/tensor.js';
import { checkNumbers, wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { PolarForm } from '../core/wasm/calls.js';
import { fitAxes } from '../describe/axes.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import { readOptionalWeight, type Weight } from '../terms/weights.js';
import { polarParameters } from './polar-pairs.description.js';

/** Heads that were read, and how they become pairs. */
export interface PolarHeads {
  readonly rows: number;
  /** The axes of the rows: their number, behind that of a batch if there is one. */
  readonly lines: readonly number[];
  readonly heads: number;
  readonly headDim: number;
  readonly rotaryDim: number;
  /** Width of a head of the result. */
  readonly width: number;
  /** Brings heads and phases into memory. */
  load(scratch: Scratch): { readonly x: number; readonly form: PolarForm };
}

/** Reads heads, their sizes, and the phases of their pairs. */
export function readPolarHeads(
  heap: Heap,
  method: string,
  checked: Checked<typeof polarParameters>,
): PolarHeads {
  const given = readFloats(method, 'x', checked.x);
  const { length, shape } = inputOf(heap, method, given);
  const place = { method, param: 'x' };
  const found = fitAxes(place, polarParameters.x, shape, {
    heads: checked.heads,
    headDim: checked.headDim,
  });
  const sizeOf = (size: 'heads' | 'headDim') => {
    const value = checked[size] ?? found[size];
    if (value) return value;
    throw missing(method, size, ruleOf(polarParameters[size]));
  };
  const [heads, headDim] = [sizeOf('heads'), sizeOf('headDim')];
  const { rotaryDim = headDim, layout } = checked;
  if (rotaryDim > headDim) {
    const rule = `at most headDim = ${headDim}`;
    throw wrongValue(method, 'rotaryDim', rule, rotaryDim);
  }
  if (length === 0 || length % (heads * headDim) !== 0) {
    const rule = `a multiple of ${heads} × ${headDim}, heads by headDim`;
    throw wrongValue(method, 'x.length', rule, length, 'ERR_SHAPE');
  }
  const rows = length / (heads * headDim);
  const phases = readOptionalWeight(
    ...([heap, method, 'phases', checked.phases, [heads, rotaryDim]] as const),
    polarParameters.phases,
  );
  return {
    lines: shape?.length === 4 ? shape.slice(0, 2) : [rows],
    ...{ rows, heads, headDim, rotaryDim },
    width: headDim + rotaryDim,
    load(scratch) {
      const form = {
        ...{ heads, headDim, rotaryDim, layout },
        phases: phases ? loadPhases(scratch, method, phases) : 0,
      };
      return { x: loadFloats(scratch, method, given, length), form };
    },
  };
}

/** The address of phases, which must be finite: others have no limit. */
function loadPhases(scratch: Scratch, method: string, phases: Weight): number {
  const at = phases.float32(scratch);
  const count = product(phases.shape);
  const values = new Float32Array(scratch.heap.buffer, at, count);
  checkNumbers(method, 'phases', values, 'finite');
  return at;
}

/** The address of an input, which must have the length that it had. */
export function loadFloats(
  scratch: Scratch,
  method: string,
  given: Given<'float32'>,
  length: number,
): number {
  const { operand } = sameInput(scratch.heap, method, given, length);
  return operand.pointer ?? scratch.copy(operand.array);
}
