/** Terms that stand as specs inside the options of attention. */

import { wrongKind, wrongValue } from '../base/errors.js';
import { calledHere, methodHint } from '../base/foreign.js';
import type { Heap } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import { withErrorPath } from '../describe/inside.js';
import type { MethodMap } from '../describe/method.js';
import type { Parameters } from '../describe/parameters.js';
import type {
  PlannedTerms,
  TermFamily,
  TermMethod,
  TermSizes,
} from './term.js';

/** A spec inside the options of a call. */
interface Inside {
  /** Name of the called method, and the path of the option. */
  readonly method: string;
  readonly param: string;
  readonly value: unknown;
  /** The family of which the spec must be. */
  readonly family: TermFamily;
  readonly sizes: TermSizes;
  readonly methods: MethodMap;
  /** What its spec has here besides the options of its method. */
  readonly more?: MoreOptions | undefined;
}

/** Options that specs of a family have in one place, and what they do there. */
export interface MoreOptions {
  readonly parameters: Parameters;
  /** Terms with what the options say; errors name the method. */
  apply(
    heap: Heap,
    method: string,
    planned: PlannedTerms,
    checked: object,
    sizes: TermSizes,
  ): PlannedTerms;
}

type AnyTermMethod = TermMethod<unknown, Parameters, Parameters>;

/**
 * Plans the terms of a spec. A spec that leaves out `heads` has those of the
 * call. Errors name the called method and the path of the option: `attention:
 * bias.maxBias must be …`, also those of the planned terms when they are
 * loaded.
 */
export function planTermsInside(heap: Heap, inside: Inside): PlannedTerms {
  const { method, param, value, family, sizes, methods, more } = inside;
  const wordsOf = () =>
    [...methods.values()].flatMap((one) =>
      isTerm(one) && one.term.family === family ? [one.name] : [],
    );
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const rule = `{ method, … } of a ${family}, such as "${wordsOf()[0]}"`;
    throw wrongKind(method, param, rule, value);
  }
  const { method: name, ...options } = value as Record<string, unknown>;
  const at = `${param}.method`;
  if (typeof name !== 'string') {
    const hint = calledHere(options, 'method');
    const rule = `the name of a ${family}`;
    throw wrongKind(method, at, rule, name, 'ERR_TYPE', hint);
  }
  const found = methods.get(name);
  if (!found || !isTerm(found) || found.term.family !== family) {
    const words = wordsOf();
    const hint = methodHint(name, words);
    throw wrongValue(
      method,
      at,
      `one of ${words.join(', ')}`,
      name,
      'ERR_CHOICE',
      hint,
    );
  }
  const { parameters, plan } = found.term;
  const own = 'heads' in parameters ? { heads: sizes.heads } : {};
  const place = { method, param, name };
  const planned = withErrorPath(place, () => {
    const known = more ? { ...parameters, ...more.parameters } : parameters;
    const checked = checkOptions(name, known, { ...own, ...options });
    checkHeads(name, inside, checked, sizes);
    const terms = plan(heap, checked, sizes, methods);
    return more?.apply(heap, name, terms, checked, sizes) ?? terms;
  });
  return {
    ...planned,
    load: (scratch, gradient) =>
      withErrorPath(place, () => planned.load(scratch, gradient)),
  };
}

/**
 * Throws if a spec is for heads that the call does not have. A bias may be for
 * fewer, as in x-transformers: the others have none. A gate would hide them.
 */
function checkHeads(
  name: string,
  { method, family }: Inside,
  checked: object,
  { heads }: TermSizes,
): void {
  const { heads: given } = checked as { readonly heads?: number };
  if (given === undefined || given === heads) return;
  if (family !== 'gate' && given < heads) return;
  const most = family === 'gate' ? '' : 'at most ';
  const rule = `${most}${heads}, the heads of ${method}`;
  throw wrongValue(name, 'heads', rule, given, 'ERR_SHAPE');
}

/** Whether a method's spec can stand inside attention. */
export function isTerm(method: object): method is AnyTermMethod {
  return 'term' in method;
}
