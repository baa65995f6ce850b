/**
 * The entries that hold one family each: they have the methods of that family
 * and no others, and say of wrong calls what the entry `posenc` says. That they
 * compute the same bits is a test of the digests.
 */

import * as whole from 'posenc';
import * as attention from 'posenc/attention';
import * as rotary from 'posenc/rotary';
import { describe, expect, it } from 'vitest';
import { parts } from '../../scripts/build/parts.mjs';
import { families, methodsOf } from '../../scripts/build/registry.mjs';

type Callable = Record<string, (...given: unknown[]) => unknown>;

const all = await whole.load();
const entries = await Promise.all(
  parts().map(async (name): Promise<[name: string, entry: object]> => {
    const address = `posenc/${name}`;
    const { load } = await import(address);
    return [name, await load()];
  }),
);

const namesOf = (family: string) => methodsOf(family).map(({ name }) => name);

/** What entries of families have besides their own methods. */
const more: Readonly<Record<string, readonly string[]>> = {
  bias: ['enformer'],
  attention: [
    ...[...namesOf('bias'), 'rope', 'enformer'],
    ...['sinusoidal', 'learned', 'addTo'],
  ],
};

/** The members of every entry's objects, besides methods. */
const base = ['version', 'simd', 'heapBytes', 'make', 'plan', 'resident'];

/** What is given to each method in turn; none of it is right for all. */
const wrong: readonly (readonly unknown[])[] = [
  [],
  [null],
  [{ nosuch: 1 }],
  [{ length: -1, dim: 3 }],
  [{ headDim: 7 }],
  [{ queries: 1.5, keys: 'two', heads: 0 }],
  [{ q: [1, 2, 3], k: [], heads: 2 }],
];

const messageOf = (call: () => unknown): string => {
  try {
    call();
    return 'no error';
  } catch (error) {
    const { name, message, code, param } = error as whole.PosencError;
    return JSON.stringify({ name, message, code, param });
  }
};

it('every family is an entry', () => {
  expect(parts()).toEqual(expect.arrayContaining(families()));
});

describe.each(entries)('posenc/%s', (name, entry) => {
  const own = Object.keys(entry).filter(
    (key) => key !== 'analysis' && !base.includes(key),
  );

  it('has what every entry has', () => {
    expect(Object.keys(entry)).toEqual(expect.arrayContaining(base));
  });

  it.runIf(families().includes(name))(
    'has the methods of its family, and no others',
    () => {
      const wanted = [...namesOf(name), ...(more[name] ?? [])];
      expect(own.sort()).toEqual(wanted.sort());
    },
  );

  it('has methods of the package', () => {
    const names = families().flatMap(namesOf);
    expect(own.length).toBeGreaterThan(0);
    expect(names).toEqual(expect.arrayContaining(own));
  });

  it.each(own)('%s says the same of wrong calls', (method) => {
    const [here, there] = [entry as Callable, all as unknown as Callable];
    const messages = wrong.map((given) => [
      messageOf(() => here[method]?.(...given)),
      messageOf(() => there[method]?.(...given)),
    ]);
    for (const [said, wanted] of messages) expect(said).toBe(wanted);
    expect(messages.some(([said]) => said !== 'no error')).toBe(true);
  });
});

describe('make names the entry that has a method', () => {
  const make = (entry: unknown, method: string) => () =>
    (entry as Callable).make?.({ method });

  it.each([
    ['rotary', 'alibi', 'bias'],
    ['rotary', 'convertLayout', 'layouts'],
    ['layouts', 'detectTable', 'detect'],
    ['absolute', 'rope', 'rotary'],
    ['bias', 'attention', 'attention'],
    ['attention', 'polynomial', 'absolute'],
  ])('posenc/%s says of %s: posenc/%s', (name, method, home) => {
    const [, entry] = entries.find(([one]) => one === name) ?? [];
    expect(make(entry, method)).toThrow(
      'method must be the name of a method that takes options, ' +
        `got "${method}"; posenc/${home} has it`,
    );
  });

  it('but of what it has itself, and of what is nowhere', () => {
    const entryOf = (name: string) =>
      entries.find(([one]) => one === name)?.[1];
    // It takes no object of options.
    const said = messageOf(make(entryOf('absolute'), 'addTo'));
    expect(said).toContain('got \\"addTo\\"');
    expect(said).not.toContain('has it');
    expect(make(entryOf('rotary'), 'ropeCash')).toThrow(
      'did you mean "ropeCache"?',
    );
  });
});

it('a handle of another entry is refused, and its spec is taken', async () => {
  const pe = await attention.load();
  const heads = { q: [1, 2, 3, 4], k: [1, 2, 3, 4], heads: 1, headDim: 4 };
  const spec = { method: 'rope', headDim: 4 } as const;
  const foreign = all.rope({ headDim: 4 });
  expect(() => pe.attention({ ...heads, rotary: foreign })).toThrow(
    'attention: rotary must be what rope() gives, or { method: "rope", … }, ' +
      'got an object; another entry of posenc made it: give its spec',
  );
  const { scores } = pe.attention({ ...heads, rotary: spec });
  expect(scores).toEqual(all.attention({ ...heads, rotary: spec }).scores);
});

it('methods of other families are in no type', async () => {
  const pe = await rotary.load();
  // @ts-expect-error
  expect(pe.sinusoidal).toBe(undefined);
  // @ts-expect-error
  expect(() => pe.make({ method: 'sinusoidal', length: 1, dim: 2 })).toThrow(
    'posenc/absolute has it',
  );
  // @ts-expect-error
  expect(pe.analysis.gram).toBe(undefined);
  const { frequencies } = pe.make({ method: 'rope', headDim: 4 });
  expect([...frequencies]).toEqual([1, 0.01]);
});
