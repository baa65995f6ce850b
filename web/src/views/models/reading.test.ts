// Texts that are configurations and texts that are none; and how the view's state
// stands in an address.

import { readModel } from 'posenc/models';
import { describe, expect, it } from 'vitest';
import { attempt } from '../../shell/failure.js';
import {
  mostCharacters,
  parseConfig,
  readConfig,
  tooLarge,
} from './reading.js';
import { longest, pack, unpack } from './source/pack.js';
import { fits, type ModelsState, readState, writeState } from './state.js';
import { allRead } from './testing.js';

const failureOf = (text: string) =>
  attempt(() => readConfig(parseConfig(text))).failure;

describe('parseConfig', () => {
  it('takes JSON, with a mark of byte order, and with the words of Python', () => {
    expect(parseConfig('\ufeff{"a": 1}')).toEqual({ a: 1 });
    const text =
      '{"a": [0.0, Infinity], "b": -Infinity, "c": NaN, "d": "NaN \\" x"}';
    expect(parseConfig(text)).toEqual({
      ...{ a: [0, Infinity], b: -Infinity, c: null, d: 'NaN " x' },
    });
  });

  it.each([
    ['', 'PAGE_JSON', /got none/],
    ['  \n', 'PAGE_JSON', /got none/],
    [
      '{"model_type": "llama",}',
      'PAGE_JSON',
      /must be JSON, got \u201c\{"model_type": "llama"/,
    ],
    ['GGUF\u0003\u0000', 'PAGE_JSON', /must be JSON/],
    ['<html>', 'PAGE_JSON', /got \u201c<html>\u201d/],
    ['42', 'ERR_TYPE', /the object of a config\.json/],
    ['[]', 'ERR_TYPE', /the object of a config\.json/],
    ['{}', 'ERR_MISSING', /model_type/],
    ['{"model_type": "nonsense"}', 'ERR_MISSING', /nonsense/],
  ])('refuses %j by a sentence', (text, code, words) => {
    const failure = failureOf(text);
    expect(failure?.code).toBe(code);
    expect(failure?.message).toMatch(words);
  });

  it('refuses a text that is too large before it reads it', () => {
    const failure = failureOf(' '.repeat(mostCharacters + 1));
    expect(failure?.message).toBe(
      'config must be a text of at most 4\u202f000\u202f000 characters, got 4\u202f000\u202f001',
    );
    expect(tooLarge(5e9).param).toBe('config');
  });

  it('refuses more layers than can be drawn', () => {
    const config = { ...{ model_type: 'llama', hidden_size: 64 } };
    const deep = { ...config, num_attention_heads: 4, num_hidden_layers: 513 };
    expect(failureOf(JSON.stringify(deep))?.message).toMatch(
      /at most 512 layers.*513/,
    );
    const most = { ...deep, num_hidden_layers: 512 };
    expect(failureOf(JSON.stringify(most))).toBeNull();
  });
});

describe('addresses', () => {
  const initial = readState(new URLSearchParams());
  const roundTrip = (state: ModelsState) =>
    readState(new URLSearchParams(writeState(state)));

  it('are empty for the first state', () => {
    expect(writeState(initial)).toBe('');
  });

  it('hold pick, tower, layer, length, engine and what stands beside', () => {
    const state: ModelsState = {
      ...{ pick: 'DeepSeek V3', own: null, file: '', tower: 'text' },
      ...{ layer: 7, to: 123_456, for: 'mlx', with: 'Phi-2', withLayer: 3 },
      ...{ schedules: ['own', 'yarn'], curve: 'angle' },
      ...{ withOwn: null, withFile: '' },
      ...{ cache: 'ggml', dtype: 'bfloat16', rows: 77 },
    };
    expect(roundTrip(state)).toEqual(state);
  });

  it('hold a configuration that is short enough, and a name of those that are not', () => {
    let held = 0;
    for (const { name, reading } of allRead) {
      const own = JSON.stringify(reading.config, null, 2);
      const state: ModelsState = { ...initial, own, file: 'c\u00f6nfig.json' };
      const there = roundTrip(state);
      expect(there.file).toBe('c\u00f6nfig.json');
      expect(writeState(state).length, name).toBeLessThan(longest + 200);
      if (fits(state, 'own')) {
        held += 1;
        expect(readModel(JSON.parse(there.own ?? '')), name).toEqual(
          reading.model,
        );
      } else expect(there.own, name).toBe(own);
    }
    expect(held).toBeGreaterThan(50);
  });

  it('find texts that are too long again, and forget the oldest', () => {
    const long = (letter: string) => `{"a": "${letter.repeat(longest)}"}`;
    const addressOf = (own: string) => writeState({ ...initial, own });
    const ownOf = (address: string) =>
      readState(new URLSearchParams(address)).own;
    const addresses = [...'abcdefgh'].map((one) => addressOf(long(one)));
    expect(new Set(addresses).size).toBe(8);
    addresses.forEach((address, i) => {
      expect(ownOf(address)).toBe(long('abcdefgh'.charAt(i)));
    });
    addressOf(long('i'));
    expect(ownOf(addresses[0] ?? '')).toBeNull();
    expect(ownOf(addresses[1] ?? '')).toBe(long('b'));
    expect(ownOf('file=x.json&held=nonsense')).toBeNull();
  });

  it('hold two configurations, as far as there is room for both', () => {
    const small = JSON.stringify({ model_type: 'llama', a: 'x'.repeat(1200) });
    const large = JSON.stringify({ model_type: 'llama', b: 'y'.repeat(2400) });
    const two = { ...initial, own: small, file: 'a', withFile: 'b' };
    for (const withOwn of [small, large]) {
      const state: ModelsState = { ...two, withOwn, with: '' };
      const there = roundTrip(state);
      expect(there.file).toBe('a');
      expect(there.withFile).toBe('b');
      expect(JSON.parse(there.own ?? '')).toEqual(JSON.parse(small));
      expect(JSON.parse(there.withOwn ?? '')).toEqual(JSON.parse(withOwn));
      expect(fits(state, 'withOwn')).toBe(withOwn === small);
      expect(writeState(state).length).toBeLessThan(longest + 200);
    }
    const pastedTwo = roundTrip({ ...initial, withOwn: small });
    expect([pastedTwo.own, pastedTwo.withFile]).toEqual([
      ...[null, 'a pasted text'],
    ]);
  });

  it('name schedules once, in one order, and leave what is none', () => {
    const of = (text: string) =>
      readState(new URLSearchParams({ schedules: text })).schedules;
    expect(of('yarn.none.yarn.x')).toEqual(['none', 'yarn']);
    expect(of('')).toEqual([]);
  });

  it('say that a configuration was pasted, where it has no name', () => {
    const own = `{"a": "${'x'.repeat(longest)}"}`;
    expect(roundTrip({ ...initial, own }).file).toBe('a pasted text');
  });

  it('keep texts that are no JSON, letters beyond ASCII, and wrong letters', () => {
    for (const text of ['{"a": ', 'na\u00efve \u{1f600}', '{"a":"\u732b"}']) {
      const back = unpack(pack(text) ?? '');
      expect(back.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }
    expect(pack('{ "a" :  [1, 2] }')).toBe(pack('{"a":[1,2]}'));
    expect(pack('\u00ff\u00fe?>')).toMatch(/^[\w-]+$/);
    expect(unpack('%%%')).toBe('%%%');
    expect(failureOf(unpack('%%%'))?.code).toBe('PAGE_JSON');
  });
});
