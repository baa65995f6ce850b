// The descriptions in parts, by what methods do, so that a view carries those that
// it shows; and each split in two: what is needed to show and to compute a method,
// and the rest, which are texts. Files beside this one hold the parts; the build
// puts only their data into them (`plugins/descriptions.ts`).

import type {
  DescribedParameter,
  DescribedParameters,
  MethodDescription,
} from 'posenc/descriptions';

export type Methods = Readonly<Record<string, MethodDescription>>;

const families = {
  tables: ['table'],
  ropes: ['rotation'],
  terms: ['bias', 'relative', 'gate'],
} as const satisfies Record<string, readonly MethodDescription['family'][]>;

/** The operations that views show, and the parameters of which they do. */
export const shown = {
  attention: ['causal'],
  attentionMap: ['of', 'pool'],
  relativeIndices: ['scheme'],
} as const;

export const partNames = [
  ...(Object.keys(families) as (keyof typeof families)[]),
  'operations',
] as const;
export type Part = (typeof partNames)[number];

const mapped = <V, W>(
  record: Readonly<Record<string, V>>,
  convert: (value: V) => W,
) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, convert(value)]),
  );

const kept = <V>(
  record: Readonly<Record<string, V>>,
  keeps: (value: V, name: string) => boolean,
) =>
  Object.fromEntries(
    Object.entries(record).filter(([name, value]) => keeps(value, name)),
  );

/** An operation with the parameters that are shown, and those that take methods. */
function operation(method: MethodDescription): MethodDescription {
  const names: readonly string[] = shown[method.name as keyof typeof shown];
  const parameters = kept(
    method.parameters,
    ({ kind }, name) =>
      kind === 'spec' || kind === 'handle' || names.includes(name),
  );
  return { ...method, parameters };
}

/** The methods of a part, in the order of the package. */
export function partOf(methods: Methods, part: Part): Methods {
  if (part === 'operations') {
    const found = kept(methods, (_, name) => Object.hasOwn(shown, name));
    return mapped(found, operation);
  }
  const wanted: readonly unknown[] = families[part];
  return kept(methods, ({ family }) => wanted.includes(family));
}

/** With fewer tables than this, no parameter counts as a common one. */
const few = 4;

/** The names of the parameters that most tables have. */
export function commonOf(methods: Methods): readonly string[] {
  const tables = Object.values(partOf(methods, 'tables'));
  if (tables.length <= few) return [];
  const names = tables.flatMap(({ parameters }) => Object.keys(parameters));
  const count = (name: string) => names.filter((one) => one === name).length;
  return [...new Set(names)].filter((n) => 2 * count(n) > tables.length);
}

/** What `methods/late.ts` loads with the formulas when a fold is opened. */
const folded = ['formula', 'badAt', 'pitfalls'] as const;
/** What no view shows. */
const unseen = ['accuracy', 'operations', 'result'] as const;
/** What views show in words besides the texts of parameters. */
const later = ['goodAt', 'paper', 'lengths'] as const;

/** The text of a parameter, and those of the parameters inside it. */
interface Text {
  readonly doc: string;
  readonly variants?: Readonly<Record<string, Texts>>;
  readonly of?: Texts;
}
type Texts = Readonly<Record<string, Text>>;

/** What `leanOf` leaves out, besides `folded`. */
export type Rest = Partial<Pick<MethodDescription, (typeof later)[number]>> & {
  readonly parameters: Texts;
};

/** What may stand inside a parameter. */
interface Inside {
  readonly variants?: Readonly<Record<string, DescribedParameters>>;
  readonly of?: DescribedParameters | string;
}

/** A parameter without its texts. */
function bare(parameter: DescribedParameter): DescribedParameter {
  const { doc: _, ...own } = parameter;
  const { variants, of } = parameter as Inside;
  return {
    ...own,
    ...(variants && { variants: mapped(variants, (set) => mapped(set, bare)) }),
    ...(typeof of === 'object' && { of: mapped(of, bare) }),
  } as DescribedParameter;
}

/** Whether the page draws an array, of the shape that its text names. */
export const isDrawn = (
  { family }: Pick<MethodDescription, 'family'>,
  { kind, optional, doc = '' }: Partial<DescribedParameter>,
): boolean =>
  kind === 'floats' &&
  // What is required with some options alone is said in words. A gate that is
  // left out is 1 everywhere, of which there is nothing to see.
  (!optional || /\bRequired\b/.test(doc) || family === 'gate');

function textOf(parameter: DescribedParameter): Text {
  const { variants, of } = parameter as Inside;
  return {
    doc: parameter.doc,
    ...(variants && {
      variants: mapped(variants, (set) => mapped(set, textOf)),
    }),
    ...(typeof of === 'object' && { of: mapped(of, textOf) }),
  };
}

/** What a view needs of a method at once. */
export function leanOf(method: MethodDescription): Partial<MethodDescription> {
  const parameters = mapped(method.parameters, (parameter) =>
    isDrawn(method, parameter)
      ? { ...bare(parameter), doc: parameter.doc }
      : bare(parameter),
  );
  const lean: Partial<MethodDescription> = { ...method, parameters };
  for (const part of [...folded, ...unseen, ...later]) delete lean[part];
  return lean;
}

export function restOf(method: MethodDescription): Rest {
  const { goodAt, paper, lengths, parameters } = method;
  return {
    goodAt,
    ...(paper && { paper }),
    ...(lengths && { lengths }),
    parameters: mapped(parameters, textOf),
  };
}

function attachTexts(parameters: DescribedParameters, texts: Texts): void {
  for (const [name, { doc, variants = {}, of = {} }] of Object.entries(texts)) {
    const parameter = parameters[name] as DescribedParameter & Inside;
    Object.assign(parameter, { doc });
    for (const [type, set] of Object.entries(variants)) {
      attachTexts(parameter.variants?.[type] ?? {}, set);
    }
    if (typeof parameter.of === 'object') attachTexts(parameter.of, of);
  }
}

/** Gives lean descriptions what they lack, where they are. */
export function attach(
  methods: Methods,
  rests: Readonly<Record<string, Rest>>,
): void {
  for (const [name, { parameters, ...words }] of Object.entries(rests)) {
    const method = methods[name];
    if (method === undefined) continue;
    Object.assign(method, words);
    attachTexts(method.parameters, parameters);
  }
}
