/** What acts on the scores and weights of a call: specs and tensors of terms. */

import { readFloats } from '../arrays/float32.js';
import { type Given, isTensor } from '../arrays/operand.js';
import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import type { MethodMap } from '../describe/method.js';
import { planTermsInside } from '../terms/inside.js';
import type {
  LoadedTerms,
  PlannedTerms,
  Term,
  TermFamily,
  ValueTerm,
} from '../terms/term.js';
import { biasOptions } from './bias-options.js';
import type { scoreParameters } from './scores.description.js';
import type { Sizes } from './sizes.js';
import { planTensorTerm } from './tensor-term.js';

/** The names of the options, in the order in which their terms are added. */
const FAMILIES = ['relative', 'bias', 'gate'] as const;

/** An option of terms, whose tensors have been read. */
interface GivenTerms {
  readonly family: TermFamily;
  /** Whether the caller gave a list. */
  readonly listed: boolean;
  readonly of: readonly {
    readonly param: string;
    readonly value: unknown;
    readonly tensor: Given<'float32'> | undefined;
  }[];
}

/** Reads the tensors among the options of terms. */
export function readTerms(
  method: string,
  checked: Checked<typeof scoreParameters>,
): readonly GivenTerms[] {
  return FAMILIES.map((family) => {
    const value = checked[family];
    const listed = Array.isArray(value);
    const list: readonly unknown[] = listed
      ? value
      : value === undefined
        ? []
        : [value];
    const of = list.map((value, i) => {
      const param = listed ? `${family}[${i}]` : family;
      const array = isTensor(value) || ArrayBuffer.isView(value);
      const tensor =
        array && family !== 'relative'
          ? readFloats(method, param, value)
          : undefined;
      return { param, value, tensor };
    });
    return { family, listed, of };
  });
}

/** The planned terms of a spec or a tensor. */
interface Planned {
  readonly family: TermFamily;
  readonly listed: boolean;
  readonly tensor: boolean;
  readonly planned: PlannedTerms;
}

/** All terms of a call. */
export interface ScoreTerms {
  readonly all: readonly Planned[];
  /**
   * The names of what is added to the content, in this order; a name that comes
   * again has a number behind it.
   */
  readonly names: readonly string[];
  /** Whether a term reads q and k, so that their unrotated form is needed. */
  readonly relative: boolean;
  /** Whether a term reads the content, so that it has a gradient by it. */
  readonly ofContent: boolean;
  /** Whether a term must know which keys are masked. */
  readonly acrossKeys: boolean;
  readonly gated: boolean;
  /** Whether all terms write maps of some of the keys, too. */
  readonly partial: boolean;
  /** The position of the first query by default, if a term has one. */
  readonly queryStart: number | undefined;
  /** The factor of the scores is divided by the square root of this. */
  readonly divisor: number;
  /** Arithmetic operations, about. */
  readonly cost: number;
}

/** Plans all terms of a call. */
export function planTerms(
  heap: Heap,
  method: string,
  given: readonly GivenTerms[],
  sizes: Sizes,
  methods: MethodMap,
): ScoreTerms {
  const all = given.flatMap(({ family, listed, of }) =>
    of.map(({ param, value, tensor }) => ({
      ...{ family, listed, tensor: tensor !== undefined },
      planned: tensor
        ? planTensorTerm(heap, method, family, tensor, sizes)
        : planTermsInside(heap, {
            ...{ method, param, value, family, sizes, methods },
            more: family === 'bias' ? biasOptions : undefined,
          }),
    })),
  );
  const names: string[] = [];
  for (const { family, planned } of all) {
    if (family === 'gate') continue;
    for (const name of planned.names) names.push(unused(name, names));
  }
  const divisor = all.reduce(
    (sum, { planned }) => sum + (planned.divisor ?? 1) - 1,
    1,
  );
  if (!(divisor > 0)) {
    throw wrongValue(
      method,
      'relative',
      'one with a positive divisor',
      divisor,
    );
  }
  return {
    ...{ all, names, divisor },
    queryStart: all.find(({ planned }) => planned.queryStart !== undefined)
      ?.planned.queryStart,
    relative: all.some(({ family }) => family === 'relative'),
    ofContent: all.some(({ planned }) => planned.ofContent),
    acrossKeys: all.some(({ planned }) => planned.acrossKeys),
    gated: all.some(({ family }) => family === 'gate'),
    partial: all.every(({ planned }) => planned.partial),
    cost: all.reduce((sum, { planned }) => sum + planned.cost, 0),
  };
}

function unused(name: string, names: readonly string[]): string {
  let found = name;
  for (let n = 2; found === 'content' || names.includes(found); ++n) {
    found = `${name}${n}`;
  }
  return found;
}

/** The gradients of a spec by the names of its weights, or of a tensor. */
export type TermGradient =
  | Readonly<Record<string, Tensor<'float32'>>>
  | Tensor<'float32'>;

/** The gradients of an option of terms, in the form in which it was given. */
export type TermGradients = TermGradient | readonly TermGradient[];

/** All terms of a call, in the instance's memory. */
export interface LoadedScores {
  /** What is added to the content, in the order of the names. */
  readonly summands: readonly Term[];
  /** How many of them, the last ones, are biases. */
  readonly biases: number;
  /** The biases among them that are tensors. */
  readonly tensors: readonly Term[];
  readonly gate: Term | undefined;
  readonly values: readonly ValueTerm[];
  /** The gradients by option, after the tiles of all items. */
  gradients(): Readonly<Partial<Record<TermFamily, TermGradients>>>;
}

/** Terms by their numbers in the core: the summands, then the gate. */
export function termsOf({ summands, gate }: LoadedScores): readonly Term[] {
  return gate ? [...summands, gate] : summands;
}

/** Loads all terms; `gradient` says whether their `back` will be called. */
export function loadTerms(
  scratch: Scratch,
  { all }: ScoreTerms,
  gradient: boolean,
): LoadedScores {
  const loaded = all.map((one) => ({
    ...one,
    own: one.planned.load(scratch, gradient),
  }));
  const of = (wanted: (family: TermFamily) => boolean) =>
    loaded.flatMap(({ family, own }) => (wanted(family) ? own.terms : []));
  return {
    summands: of((family) => family !== 'gate'),
    biases: of((family) => family === 'bias').length,
    tensors: loaded.flatMap(({ family, tensor, own }) =>
      tensor && family === 'bias' ? own.terms : [],
    ),
    gate: of((family) => family === 'gate')[0],
    values: loaded.flatMap(({ own }) => (own.values ? [own.values] : [])),
    gradients: () => {
      const found: Partial<Record<TermFamily, TermGradients>> = {};
      for (const { family, listed, tensor, own } of loaded) {
        const gradient = gradientOf(own, tensor);
        const before = (found[family] ?? []) as readonly TermGradient[];
        found[family] = listed ? [...before, gradient] : gradient;
      }
      return found;
    },
  };
}

function gradientOf(loaded: LoadedTerms, tensor: boolean): TermGradient {
  const found = loaded.gradients?.() ?? {};
  return tensor ? (Object.values(found)[0] as Tensor<'float32'>) : found;
}
