// The one place where a spec becomes a call of the package.

import type { Posenc, Rope, Tensor } from 'posenc';
import { optionsOf, type Spec } from '../state/spec.js';

/** Arrays to write into, which no spec can hold. */
interface Places {
  readonly out: Tensor['data'];
}

/** What the package refuses, it refuses by an error with a `code`. */
function make(pe: Posenc, spec: Spec, places?: Places): unknown {
  const { method } = spec;
  const calls = pe as unknown as Readonly<
    Record<string, ((options: object) => unknown) | undefined>
  >;
  const call = calls[method];
  if (call === undefined) throw new Error(`the package has no ${method}`);
  return call.call(pe, { ...optionsOf(spec), ...places });
}

/** What the method of a table gives. */
export function makeTable(pe: Posenc, spec: Spec, places?: Places): Tensor {
  return make(pe, spec, places) as Tensor;
}

/** What the method of a rotation gives. */
export function makeRope(pe: Posenc, spec: Spec): Rope {
  return make(pe, spec) as Rope;
}
