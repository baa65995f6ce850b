// Turns specs into calls of the package. Nothing else on the page does.

import type { Posenc, Rope, Tensor } from 'posenc';
import { optionsOf, type Spec } from '../state/spec.js';

/** Arrays to write into, which are no part of a spec. */
interface Places {
  readonly out: Tensor['data'];
}

/** Throws an error with a `code` where the package refuses the spec. */
function make(pe: Posenc, spec: Spec, places?: Places): unknown {
  const { method } = spec;
  const calls = pe as unknown as Readonly<
    Record<string, ((options: object) => unknown) | undefined>
  >;
  const call = calls[method];
  if (call === undefined) throw new Error(`the package has no ${method}`);
  return call.call(pe, { ...optionsOf(spec), ...places });
}

/** The table of a spec. */
export function makeTable(pe: Posenc, spec: Spec, places?: Places): Tensor {
  return make(pe, spec, places) as Tensor;
}

/** The rotary encoding of a spec. */
export function makeRope(pe: Posenc, spec: Spec): Rope {
  return make(pe, spec) as Rope;
}
