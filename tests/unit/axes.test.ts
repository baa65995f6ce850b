/**
 * The axes of arrays: every method takes what its description names, and refuses
 * the same numbers with axes in any other order.
 */

import { load } from 'posenc';
import {
  type AnyParameter,
  analyses,
  faceOf,
  type MethodDescription,
  methods,
} from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { type AxesCase, cases } from './axes-cases.js';
import { thrown } from './thrown.js';

const pe = await load();

interface ArrayParameter extends AnyParameter {
  readonly axes?: readonly string[] | readonly (readonly string[])[];
  readonly shaped?: true;
  readonly tensor?: true;
}

/** The arrays among parameters, by path; `[]` stands for any item of a list. */
function arraysOf(
  parameters: Readonly<Record<string, AnyParameter>>,
  before = '',
): readonly (readonly [path: string, parameter: ArrayParameter])[] {
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    const path = `${before}${name}`;
    const { inside, items } = faceOf(parameter);
    const inner = (inside?.(parameter) ?? []).flatMap((one) =>
      arraysOf({ [one.name]: one.parameter }, `${path}.`),
    );
    const each = items ? arraysOf(items(parameter), `${path}[].`) : [];
    return [
      ...(isArray(parameter) ? [[path, parameter] as const] : []),
      ...inner,
      ...each,
    ];
  });
}

/** Whether a parameter takes arrays whose numbers have axes. */
function isArray(parameter: ArrayParameter): boolean {
  const { kind, shaped, tensor } = parameter;
  return (
    kind === 'floats' ||
    (kind === 'indices' && shaped === true) ||
    (kind === 'spec' && tensor === true) ||
    (kind === 'other' && 'axes' in parameter)
  );
}

type Forms = readonly (readonly string[])[];

/** The forms of an array, in the order of the description. */
const formsOf = ({ axes = [] }: ArrayParameter): Forms =>
  (typeof axes[0] === 'string' ? [axes] : axes) as Forms;

const all = Object.values<MethodDescription>(methods);
const arrays = new Map(
  all.map(({ name, parameters }) => [name, new Map(arraysOf(parameters))]),
);
const general = (path: string) => path.replace(/\[\d+\]/g, '[]');

it.each(
  all.flatMap(({ name }) =>
    [...(arrays.get(name) ?? [])].map(([path, one]) => ({ name, path, one })),
  ),
)('$name names the axes of $path', ({ name, path, one }) => {
  const forms = formsOf(one);
  expect(forms.length).toBeGreaterThan(0);
  for (const form of forms) expect(form.length).toBeGreaterThan(0);
  const doc = faceOf<AnyParameter>(one).doc(one);
  for (const form of forms) expect(doc).toContain(`[${form.join(', ')}]`);
  const given = (cases[name] ?? []).flatMap(({ give }) =>
    Object.entries(give).flatMap(([at, form]) =>
      general(at) === path ? [form] : [],
    ),
  );
  // A cache takes no rope with learned numbers.
  if (name === 'ropeCache') return;
  // Each form of each array stands in a case below.
  expect([...new Set(given)].sort()).toEqual([...forms.keys()]);
});

/** The lengths of the axes of a form. */
function shapeOf(form: readonly string[], { sizes }: AxesCase): number[] {
  return form.map((axis) => {
    const length = /^\d+$/.test(axis) ? Number(axis) : sizes[axis];
    if (length === undefined) throw new Error(`no length of ${axis}`);
    return length;
  });
}

/** A tensor of this shape: small numbers, or for indices a few words or ones. */
function tensorOf({ kind, ...more }: ArrayParameter, shape: readonly number[]) {
  const count = shape.reduce((product, length) => product * length, 1);
  if (kind === 'indices') {
    const data = new Int32Array(count).fill('flags' in more ? 0 : 1);
    if ('flags' in more) data.fill(1, 0, Math.ceil(count / 2));
    return { data, shape, dtype: 'int32' };
  }
  const data = Float32Array.from({ length: count }, (_, i) => Math.sin(i + 1));
  return { data, shape, dtype: 'float32' };
}

/** The options with a value at a path such as `layers[0].weight`. */
function withValue(
  options: object,
  path: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const [, name = '', index, rest] =
    /^(\w+)(?:\[(\d+)\])?(?:\.(.*))?$/.exec(path) ?? [];
  const own = (options as Record<string, unknown>)[name];
  const inner = (of: unknown) =>
    rest === undefined ? value : withValue(of as object, rest, value);
  if (index === undefined) return { ...options, [name]: inner(own) };
  const list = [...(own as unknown[])];
  list[Number(index)] = inner(list[Number(index)]);
  return { ...options, [name]: list };
}

/** All other orders of a shape, each once. */
function othersOf(shape: readonly number[]): readonly (readonly number[])[] {
  const orders = (rest: readonly number[]): number[][] =>
    rest.length === 0
      ? [[]]
      : rest.flatMap((one, at) =>
          orders(rest.toSpliced(at, 1)).map((more) => [one, ...more]),
        );
  const found = new Map(orders(shape).map((order) => [order.join(), order]));
  found.delete(shape.join());
  return [...found.values()];
}

/** Calls the method of a case, or attention with it as a term. */
function call(name: string, { inside }: AxesCase, options: object): unknown {
  const spec = { method: name, ...options };
  if (!inside) return pe.make(spec as never);
  const of = { kind: 'floats' };
  const content = {
    q: tensorOf(of, [8, 5, 4, 6]),
    k: tensorOf(of, [8, 7, 2, 6]),
    v: tensorOf(of, [8, 7, 2, 3]),
  };
  return pe.attention({ ...content, [inside]: spec } as never);
}

describe.each(
  Object.entries(cases).flatMap(([name, list]) =>
    list.map((one, i) => ({ name, one, of: `${name} ${i}` })),
  ),
)('$of', ({ name, one }) => {
  const known = arrays.get(name) ?? new Map<string, ArrayParameter>();
  const entries = Object.entries(one.give).map(([path, form]) => {
    const parameter = known.get(general(path)) as ArrayParameter;
    const axes = formsOf(parameter)[form] as readonly string[];
    return { path, parameter, shape: shapeOf(axes, one) };
  });
  const options = entries.reduce<object>(
    (given, { path, parameter, shape }) =>
      withValue(given, path, tensorOf(parameter, shape)),
    one.options,
  );

  it('takes arrays of the axes that the description names', () => {
    expect(() => call(name, one, options)).not.toThrow();
  });

  it.each(entries)('refuses other orders of $path $shape', (entry) => {
    const { path, parameter, shape } = entry;
    const axes = formsOf(parameter)[one.give[path] as number];
    for (const other of othersOf(shape)) {
      // What only the array says may have any length.
      const open = axes?.map((axis) => one.free?.includes(axis));
      if (shape.every((length, i) => open?.[i] || other[i] === length))
        continue;
      const turned = withValue(options, path, tensorOf(parameter, other));
      const error = thrown(() => call(name, one, turned));
      const before = one.inside ? `${one.inside}.` : '';
      const blames = error.param === one.blamed?.[path];
      const param = blames ? error.param : `${before}${path}`;
      expect(error).toMatchObject({ code: 'ERR_SHAPE', param });
      const { message } = error;
      const method = one.inside ? 'attention' : name;
      expect(message).toContain(`${method}: ${param} must be [`);
      const got = blames ? ', got [' : `, got [${other.join(', ')}]`;
      expect(message).toContain(got);
    }
  });
});

it('analyses name the axes of their arrays', () => {
  const { embeddings, table } = analyses.sumOrConcat.parameters;
  expect(faceOf<AnyParameter>(embeddings).doc(embeddings)).toBe(
    '[.., rows, D]',
  );
  expect(faceOf<AnyParameter>(table).doc(table)).toBe('[L, D]');
});
