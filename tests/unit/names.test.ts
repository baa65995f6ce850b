/** One word for one thing, in descriptions, the core and the entries. */

import * as main from 'posenc';
import {
  accepts,
  analyses,
  type MethodDescription,
  methods,
  type Parameter,
} from 'posenc/descriptions';
import * as external from 'posenc/external';
import { describe, expect, it } from 'vitest';
import {
  enums,
  makerCalls,
  numberCalls,
  records,
  statusCalls,
} from '../../bindings/src/core/wasm/calls.js';

/** Every parameter of the package, with its name. */
const parameters: readonly (readonly [string, Parameter])[] = [
  ...Object.values<MethodDescription>(methods).flatMap(
    ({ parameters, operations = {} }) => [
      parameters,
      ...Object.values(operations).map((operation) => operation.parameters),
    ],
  ),
  ...Object.values(analyses).map(({ parameters }) => parameters),
].flatMap(everyOf);

/** Parameters with those of the variants inside them. */
function everyOf(
  set: Readonly<Record<string, Parameter>>,
): (readonly [string, Parameter])[] {
  return Object.entries(set).flatMap((entry) => {
    const [, parameter] = entry;
    const inside =
      parameter.kind === 'variant' ? Object.values(parameter.variants) : [];
    return [entry, ...inside.flatMap(everyOf)];
  });
}

/** The members of every call and record of the core: a name and its type. */
const members = [statusCalls, numberCalls, makerCalls, records]
  .flatMap((layouts) => Object.values<string>(layouts))
  .flatMap((layout) => layout.split(' '))
  .map((member) => member.split(':') as [string, string?]);

// TypeScript passes words to the core, and the compiler accepts only those of
// the C++ enum, so no choice can be missing there. It cannot find a word of C++
// that no caller can choose, or one thing with two names.

/** Enums whose words are not words of options. */
const INTERNAL_ENUMS: Readonly<Record<string, string>> = {
  Curve: 'follows from the option `bands`, whose words are for axes',
  LookupSide: 'follows from the term',
  Status: 'what the core answers',
  WeighingLaw: 'the types of the option `weighing`',
};

it('the words of the core are words of options', () => {
  const choices = parameters.flatMap(([, parameter]) =>
    parameter.kind === 'choice' ? [parameter.choices] : [],
  );
  const unknown = Object.entries<string>(enums).filter(
    ([, words]) =>
      !choices.some((all) =>
        words.split(' ').every((word) => all.includes(word)),
      ),
  );
  const names = unknown.map(([name]) => name).sort();
  expect(names).toEqual(Object.keys(INTERNAL_ENUMS).sort());
});

/** Members that are not options, by what they are. */
const INTERNAL_MEMBERS: Readonly<Record<string, string>> = {
  'objects of the core':
    'attention bank decays dynamicBias enformer fire floater forgetting ' +
    'object sandwich turns',
  'records, whose members are options':
    'at drawn meeting options parameters shape tables where',
  'that `step` is 0': 'constant',
  'the rounding of a dtype, up to which rows repeat': 'rounding',
  'the frequencies that a schedule starts from': 'spectrum pairs',
  'what the terms of a call come to':
    'acrossKeys byContent gated partial valuesByPosition',
  'queries and keys after rotation': 'turnedK turnedQ',
  'a result that is wanted, or by which there is a gradient': 'output',
  'lists of a schedule, and how many pairs `share` comes to': 'given live',
  'results, under their public names':
    'explained gradient histogram matrix scores wavelengths',
  'places of results': 'initialGradient statistics',
  'lengths of arrays that options give': 'anchorCount mixed sets',
  'what `axes` comes to': 'apart axisOf continued',
  'which part of a result is wanted': 'column rest row',
  'what rounding a factor to a float64 leaves': 'scaleRest',
  'what a factor is divided by': 'per',
  'where an array of options lies': 'data',
  'kinds of two arrays, where `dtype` would be one': 'gradientDtype tableDtype',
  'where the columns of an axis lie': 'coordinate',
  'numbers of `dim` for each class of features, and the features of distances':
    'features',
  'what `layers` comes to': 'depth',
  'what `bands`, `shift` and `maxResolution` come to':
    'byExponential curve halfTurns',
  'what `init`, `std` and `bound` come to': 'draw spread stream',
  'where the frequencies of `initial` lie': 'initialFrequency',
  'whether `sequenceStart` is given': 'clamped',
  'lines of a bias, and where rows of a map lie': 'lines outStride',
  'position of the query from which distances are counted': 'query',
  'gradients of options and weights':
    'addedGradient biasGradient gateLogitsGradient intoA intoB kGradient ' +
    'keyRowsGradient logitScaleGradient qGradient queryRowsGradient ' +
    'rightSlopesGradient sinksGradient slopesGradient tableGradient ' +
    'phasesGradient turnedKGradient turnedQGradient vGradient weightGradient xGradient',
  'the rows of a table that each pair reads': 'byDistance index indices',
  'whether rows are those of `absoluteGrid`': 'absolute',
  'where a table lies, and its rows': 'headStride rowStride tableRows',
  'vectors that rows of a table multiply': 'added xHeads',
  'whether a result is added to what is there': 'accumulate',
  'a scale of buckets, and where they begin': 'parts startCount',
  'lengths of the axes of maps and layers': 'in sizes',
  'rows of two tables that are multiplied': 'a aRows b bRows',
  'rows that the weights of `tupe` make': 'keyRows queryRows',
  'tables for another grid, and their rows': 'columnSpan into resized rowSpan',
  'the key at the position of each query': 'own',
  'biases that are logarithms of factors': 'logs',
  'what masks and positions come to': 'byPosition keysRise maps queriesRise',
  'any weight of a layer': 'weight',
  'a second argument beside `x`': 'y',
  'a tile of a map, in the range that a picture shows': 'key top',
  'what is known of the cells of a picture': 'counts highest lowest sums',
  'factors of a block, and of how it sees itself': 'block diagonal',
  'what an optimiser remembers': 'mean power1 power2 square',
};

const internal = Object.values(INTERNAL_MEMBERS).flatMap((names) =>
  names.split(' '),
);

it('members of calls have the names of options, or are explained', () => {
  const options = new Set(parameters.map(([name]) => name));
  const others = members.map(([name]) => name).filter((n) => !options.has(n));
  expect([...new Set(others)].sort()).toEqual([...internal].sort());
});

it('a member that is a word has the name of the option with its words', () => {
  for (const [name, type = ''] of members) {
    if (!(type in enums) || type in INTERNAL_ENUMS) continue;
    if (internal.includes(name)) continue;
    const words = enums[type as keyof typeof enums].split(' ');
    const options = parameters.filter(
      ([option, parameter]) =>
        option === name &&
        parameter.kind === 'choice' &&
        parameter.choices.every((word) => words.includes(word)),
    );
    expect(options, `${name}: ${type}`).not.toHaveLength(0);
  }
});

it('both entries export the same names', () => {
  // Only `posenc` has a module to give to inline workers.
  const names = Object.keys(main).filter((name) => name !== 'moduleBytes');
  expect(Object.keys(external).sort()).toEqual(names.sort());
});

it('methods have descriptions, and descriptions methods', async () => {
  const pe = await main.load();
  const functions = Object.entries(pe).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : [],
  );
  expect(functions.sort()).toEqual(
    [
      ...Object.keys(methods),
      ...['extend', 'make', 'model', 'plan', 'resident'],
    ].sort(),
  );
  expect(Object.keys(pe.analysis)).toEqual(Object.keys(analyses));
  expect(pe.version).toBe(main.version);
});

describe.each(Object.values(analyses))('analysis.$name', (analysis) => {
  it('is plain data with title and summary', () => {
    expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis);
    expect(analyses[analysis.name]).toBe(analysis);
    expect(analysis.summary).toMatch(/^[A-Z].*\.$/s);
    for (const { doc } of Object.values(analysis.parameters)) {
      expect(doc).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe.each(Object.values(methods))('$name', (method) => {
  it('is plain data', () => {
    expect(JSON.parse(JSON.stringify(method))).toEqual(method);
  });

  it('has all texts that a reader needs', () => {
    expect(methods[method.name]).toBe(method);
    const { paper }: MethodDescription = method;
    if (paper?.arxiv) expect(paper.arxiv).toMatch(/^\d{4}\.\d{4,5}$/);
    for (const text of [method.goodAt, method.badAt]) {
      expect(text).toMatch(/^[A-Z].*\.$/s);
    }
    expect(method.pitfalls.length).toBeGreaterThan(0);
    for (const text of [method.summary, ...method.pitfalls]) {
      expect(text).toMatch(/^\S.*\.$/s);
    }
    for (const { doc } of Object.values(method.parameters)) {
      expect(doc).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('has presets of its own parameters, within their ranges', () => {
    const { parameters, presets }: MethodDescription = method;
    for (const [preset, values] of Object.entries(presets)) {
      for (const [name, value] of Object.entries(values)) {
        const parameter = parameters[name];
        expect(parameter, `${preset}: ${name}`).toBeDefined();
        expect(
          parameter && accepts(parameter, value),
          `${preset}: ${name}`,
        ).toBe(true);
      }
    }
  });

  it('lists its presets as words of the parameter preset', () => {
    const { parameters, presets }: MethodDescription = method;
    const { preset } = parameters;
    if (preset === undefined) return;
    expect(preset.kind === 'choice' && preset.choices).toEqual(
      Object.keys(presets),
    );
    // Sizes are chosen by the caller.
    for (const values of Object.values(presets)) {
      expect(values).not.toHaveProperty('dim');
      expect(values).not.toHaveProperty('length');
    }
  });
});

describe.each(
  Object.values<MethodDescription>(methods).filter(
    ({ family }) => family === 'table',
  ),
)('the table $name', ({ name, example, presets }) => {
  it('can be made from its example and from every preset', async () => {
    const pe = await main.load();
    const make = (options: object) =>
      pe.make({ method: name, ...options } as main.TableSpec);
    expect(make({ ...example }).data.length).toBeGreaterThan(0);
    for (const preset of Object.keys(presets)) {
      const table = make({ ...example, preset });
      expect(table.data.length, preset).toBeGreaterThan(0);
    }
  });
});
