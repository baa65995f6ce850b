/**
 * Calls every public function with wrong values for each of its arguments. The
 * call works, or it throws a typed error with code, parameter and text; where
 * the description promises an error, it throws that one. Afterwards the
 * instance works, its memory has not grown, and no array of the caller's has
 * changed.
 */

import { create, load } from 'posenc';
import { faceOf } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { oneIn } from '../support/sample.mjs';
import { calls } from './calls.js';
import { expectAlive, expectTyped, snapshot, thrownBy } from './outcome.js';
import { describeValue, poison } from './poison.js';

const pe = await create();
const table = calls(pe);

describe.each(table)('$name', ({ name, parameters, valid, run }) => {
  it.each(Object.keys(parameters))('%s', (param) => {
    const parameter = parameters[param];
    if (!parameter) throw new Error(param);
    const { wrongKinds, wrongValues } = faceOf(parameter).fuzz(parameter);
    const chosen = oneIn(8, [...poison().keys()], `${name} ${param}`);
    const tryAll = () => {
      const values = poison();
      const some = chosen.map((index) => values[index]);
      for (const value of [...some, ...wrongKinds, ...wrongValues]) {
        const at = `${name}({ ${param}: ${describeValue(value)} })`;
        const options = valid(param);
        const inputs = snapshot(Object.values(options));
        const given = snapshot([value]);
        const thrown = thrownBy(() => run({ ...options, [param]: value }));
        const Wanted = wrongKinds.includes(value)
          ? TypeError
          : wrongValues.includes(value) && RangeError;
        if (thrown) {
          expectTyped(thrown.error, name, at);
          if (!given()) expect.fail(`${at} changed what was given`);
        }
        if (Wanted) {
          expect(thrown?.error, at).toBeInstanceOf(Wanted);
          const named = expect.stringMatching(new RegExp(`^${param}`));
          expect(thrown?.error, at).toHaveProperty('param', named);
        }
        if (!inputs()) expect.fail(`${at} changed an input`);
        expectAlive(pe, at);
      }
    };
    tryAll();
    const heapBytes = pe.heapBytes;
    tryAll();
    expect(pe.heapBytes).toBe(heapBytes);
  });

  // The other functions take positional arguments.
  const takesOptions = ![
    ...['rope.rotate', 'rope.shift', 'rope.rebase', 'rope.frequencyGradient'],
    ...['tensor', 'toFloat32'],
  ].includes(name);
  it.runIf(takesOptions)('no options, and options that are none', () => {
    for (const value of [undefined, ...poison()]) {
      const at = `${name}(${describeValue(value)})`;
      const thrown = thrownBy(() => run(value as never));
      if (thrown) expectTyped(thrown.error, name, at);
      expectAlive(pe, at);
    }
  });
});

describe('unknown options', () => {
  it.each([
    ['sinusoidal', 'lenght', 'length'],
    ['sinusoidal', 'dimension', 'dim'],
    ['rope', 'head_dim', 'headDim'],
    ['rope', 'rope_theta', 'theta'],
    ['rope.cosSin', 'stop', 'step'],
    ['rope.rotate', 'Heads', 'heads'],
    ['attention', 'key_heads', 'keyHeads'],
    ['attention', 'is_causal', 'causal'],
    ['resident', 'Shape', 'shape'],
  ])('%s: %s may mean %s', (name, typo, meant) => {
    const call = table.find((one) => one.name === name);
    if (!call) throw new Error(name);
    const options = { ...call.valid(''), [typo]: 1 };
    const { error } = thrownBy(() => call.run(options)) ?? {};
    expectTyped(error, name, typo);
    expect(error).toMatchObject({ code: 'ERR_UNKNOWN_OPTION', param: typo });
    expect((error as Error).message).toContain(`"${meant}"`);
  });

  it('names that objects have by nature are unknown, too', () => {
    for (const typo of ['__proto__', 'constructor', 'toString']) {
      const options = Object.defineProperty({ length: 1, dim: 2 }, typo, {
        value: 1,
        enumerable: true,
      });
      expect(() => pe.sinusoidal(options)).toThrow(/there is no option/);
    }
  });
});

describe.each([
  { name: 'load', run: load },
  { name: 'create', run: create },
])('$name', ({ name, run }) => {
  it.each(['wasm', 'simd'])('%s', async (param) => {
    for (const value of poison()) {
      const at = `${name}({ ${param}: ${describeValue(value)} })`;
      // It never throws synchronously.
      const loading = run({ [param]: value } as never);
      expect(loading, at).toBeInstanceOf(Promise);
      const outcome = await loading.then(
        (loaded) => ({ loaded }),
        (error: unknown) => ({ error }),
      );
      if ('error' in outcome) expectTyped(outcome.error, name, at);
      else expectAlive(outcome.loaded, at);
    }
    expectAlive(await run(), name);
  });

  it('options that are none', async () => {
    for (const value of poison()) {
      const at = `${name}(${describeValue(value)})`;
      const outcome = await run(value as never).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      if (outcome) expectTyped(outcome.error, name, at);
    }
  });
});
