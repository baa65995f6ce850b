// Every sentence and every fact about a layer, of every configuration of the page,
// against the package called directly.

import { load, type Posenc } from 'posenc';
import type { Layer } from 'posenc/models';
import { beforeAll, describe, expect, it } from 'vitest';
import { factsOf } from './facts/fact-words.js';
import { layerSentence } from './layer-words.js';
import { readConfig } from './reading.js';
import { seeWords } from './see-words.js';
import { layerShown, noLetter, stripOf } from './strip/layer-kinds.js';
import { allRead, everyLayer, numbersIn, readingNamed } from './testing.js';
import { towerShown, towerWords } from './tower-words.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

/** What stands at a path of a layer, such as `positions[0].buckets`. */
function valueAt(layer: Layer, path: string): unknown {
  const names = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  return names.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    layer,
  );
}

/** What holds where the configuration leaves an option of a rope out. */
const defaults = (layer: Layer): Readonly<Record<string, unknown>> => ({
  'spec.rotaryDim': layer.spec?.headDim,
  'spec.theta': 10_000,
  'spec.layout': 'half',
  'spec.scaling.type': 'none',
});

const close = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 0.5001e-5 * Math.abs(b);

/** Whether a text says a value. */
function says(text: string, value: unknown): boolean {
  if (typeof value === 'number') {
    return numbersIn(text).some((one) => close(one, value));
  }
  if (typeof value === 'boolean') return text === (value ? 'yes' : 'no');
  if (typeof value === 'string') return text.startsWith(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) {
    const ends = [value[0], value.at(-1)];
    return ends.every((end) => says(text, end));
  }
  return true;
}

describe('factsOf', () => {
  it('says the value that the package has under the name beneath', () => {
    let count = 0;
    everyLayer((layer, _, where) => {
      for (const { word, api, text } of factsOf(layer)) {
        const value = valueAt(layer, api) ?? defaults(layer)[api];
        // Words of their own: their numbers are tested below.
        const own = ['attention', 'mixer', 'lacks', 'positions', 'sinks'];
        if (own.includes(api)) continue;
        if (api.endsWith('.method') || api === 'queryScale') continue;
        expect(value, `${where}: ${api}`).toBeDefined();
        expect(says(text, value), `${where}: ${word}, ${text}`).toBe(true);
        count += 1;
      }
    });
    expect(count).toBeGreaterThan(1000);
  });

  it('leaves nothing out that tells two layers apart', () => {
    everyLayer((layer, _, where) => {
      const api = factsOf(layer).map((fact) => fact.api);
      if (layer.spec) {
        expect(api, where).toContain('spec.theta');
        const { scaling = {}, axes = {} } = layer.spec as object as {
          scaling?: object;
          axes?: object;
        };
        for (const name of Object.keys(scaling)) {
          expect(api, where).toContain(`spec.scaling.${name}`);
        }
        for (const name of Object.keys(axes)) {
          expect(api, where).toContain(`spec.axes.${name}`);
        }
      }
      if (layer.attention === null) return;
      expect(api.includes('window'), where).toBe(layer.window !== null);
      expect(api.includes('softcap'), where).toBe(layer.softcap !== null);
      expect(api.includes('sinks'), where).toBe(layer.sinks);
      expect(api.includes('queryScale'), where).toBe(layer.queryScale !== null);
      expect(api.filter((one) => one === 'lacks').length, where).toBe(
        layer.lacks.length,
      );
      expect(new Set(api).size + Math.max(0, layer.lacks.length - 1)).toBe(
        api.length,
      );
    });
  });

  it('pairs components as the rope of the package does', () => {
    everyLayer((layer, tower, where) => {
      const text = factsOf(layer).find((f) => f.api === 'spec.layout')?.text;
      if (text === undefined || layer.spec === null) return;
      const { headDim, rotaryDim, layout } = pe.make(layer.spec);
      expect(text, where).toMatch(new RegExp(`^${layout}: `));
      // What the first component turns with is where a turn puts a part of it.
      if (layout === 'half') expect(text).toContain(`i + ${rotaryDim / 2}`);
      else expect(text).toContain('2i and 2i + 1');
      const { rotaryOf } = layer;
      const inHeads = rotaryOf === 'queries' && headDim === layer.headDim;
      const words = layerSentence(tower, layer.index);
      expect(words.includes(' of each head,'), where).toBe(inHeads);
    });
  });

  it('has the temperature that a plain head is measured by', () => {
    everyLayer((layer, _, where) => {
      const facts = factsOf(layer);
      const of = (api: string) =>
        numbersIn(facts.find((f) => f.api === api)?.text ?? '');
      if (layer.attention === null) return;
      const { softmaxScale: scale, attentionFactor: a, headDim } = layer;
      const plain = scale * Math.sqrt(headDim);
      const [value = 0, one, root] = of(
        layer.spec ? 'temperature.rotated' : 'temperature.unrotated',
      );
      expect(close(value, layer.spec ? plain * a * a : plain), where).toBe(
        true,
      );
      expect([one, root], where).toEqual([1, headDim]);
    });
  });
});

describe('layerSentence', () => {
  it('says number, window, base, width and schedule of every layer', () => {
    everyLayer((layer, tower, where) => {
      const words = layerSentence(tower, layer.index);
      const numbers = numbersIn(words);
      expect(numbers.slice(0, 2), where).toEqual([
        layer.index,
        tower.layers.length,
      ]);
      if (layer.attention === 'sliding' && layer.causal) {
        expect(numbers, words).toContain(layer.window);
      }
      expect(words.includes('without scores'), words).toBe(
        layer.attention === null,
      );
      if (layer.spec === null) {
        expect(words).not.toContain('RoPE');
        return;
      }
      const { theta = 10_000, headDim = 0, rotaryDim = headDim } = layer.spec;
      expect(numbers, words).toContain(theta);
      expect(numbers, words).toContain(rotaryDim);
      if (rotaryDim === headDim) expect(words).toContain(`all ${headDim}`);
      const { factor, share } = (layer.spec.scaling ?? {}) as Record<
        string,
        unknown
      >;
      if (layer.spec.scaling === undefined) {
        expect(words).toContain('no schedule');
      } else expect(words).not.toContain('no schedule');
      const { type, form } = (layer.spec.scaling ?? {}) as Record<
        string,
        unknown
      >;
      if (type !== 'longrope' && type !== 'dynamic' && factor) {
        expect(numbers, words).toContain(factor);
      }
      if (form === 'alpha') expect(numbers, words).toContain(factor);
      if (typeof share === 'number') {
        expect(numbers, words).toContain(100 * share);
      }
    });
  });

  it('reads well', () => {
    const of = (name: string, tower = '', layer = Number.NaN) => {
      const shown = towerShown(readingNamed(name), tower).tower;
      return layerSentence(shown, layerShown(layer, shown));
    };
    const thin = '\u202f';
    expect(of('Gemma 3 27B')).toBe(
      'Layer 5 of 62: a token sees every earlier token and itself; RoPE turns all ' +
        `128 components of each head, with base 1${thin}000${thin}000 and every wave 8 times as long.`,
    );
    expect(of('Gemma 3 27B', '', 4)).toBe(
      `Layer 4 of 62: a token sees the last 1${thin}024 tokens, itself included; RoPE ` +
        `turns all 128 components of each head, with base 10${thin}000 and no schedule.`,
    );
    expect(of('Granite 4.0 H Micro', '', 0)).toBe(
      'Layer 0 of 40: a token is mixed by Mamba, without scores; it is told no position.',
    );
    expect(of('BERT (Arctic Embed M)')).toBe(
      'Layer 0 of 12: a token sees every token; it adds no position itself, a learned ' +
        'table of 512 rows was added to the embeddings before the first layer.',
    );
    expect(of('Gemma 4 26B A4B', 'vision')).toContain(
      'RoPE turns 36 of the 72 components of each head, with base 100 and no ' +
        'schedule; another RoPE turns 36 components from component 36 on, with base 100',
    );
    expect(of('T5 small', 'decoder')).toContain(
      'positions come by the bias of T5.',
    );
  });

  it('tells what queries see of each kind', () => {
    everyLayer((layer, _, where) => {
      const words = seeWords(layer);
      const later = !layer.causal && layer.attention === 'full';
      expect(words === 'sees every token', where).toBe(later);
      if (layer.attention === 'window') {
        expect(numbersIn(words), where).toContain(layer.window);
      }
    });
  });
});

describe('layers of other families, by the defaults of their classes', () => {
  it.each([
    [
      'swin',
      'windows of 7 \u00d7 7 cells',
      'a bias by distance in a grid with heads 3',
    ],
    ['transfo-xl', 'all earlier tokens', 'Transformer-XL'],
    ['rwkv', 'RWKV', 'no position'],
    ['fnet', 'a Fourier transform', 'no position'],
    ['levit', 'all tokens', 'a bias by distance with heads 4 and grid 14, 14'],
  ])('%s: %s, %s', (family, sight, way) => {
    const [{ tower }] = readConfig({ model_type: family }).towers;
    const { sights, letters } = stripOf(tower);
    expect(sights.map(({ label }) => label)).toContain(sight);
    expect(letters.map(({ label }) => label)).toContain(way);
    tower.layers.forEach((layer, i) => {
      const words = [
        layerSentence(tower, i),
        ...factsOf(layer).map(({ word, text }) => `${word}: ${text}`),
      ];
      expect(words.join('\n')).not.toMatch(/undefined|NaN|\[object|: $/m);
    });
  });
});

describe('stripOf', () => {
  it('has a cell for each layer, and counts them all in its legend', () => {
    for (const { name, reading } of allRead) {
      for (const { tower } of reading.towers) {
        const { cells, sights, letters } = stripOf(tower);
        expect(cells.length, name).toBe(tower.layers.length);
        for (const entries of [sights, letters]) {
          const sum = entries.reduce((all, { count }) => all + count, 0);
          expect(sum, name).toBe(cells.length);
        }
      }
    }
  });

  it('counts the ropes of a layer that has several', () => {
    const { towers } = readingNamed('Gemma 4 26B A4B');
    const vision = towers.find(({ name }) => name === 'vision')?.tower;
    const labels = vision && stripOf(vision).letters.map(({ label }) => label);
    expect(labels).toEqual(['2 \u00d7 RoPE, base 100, 36 of 72 turn']);
  });

  it('gives two layers one letter where their positions come alike', () => {
    for (const { name, reading } of allRead) {
      for (const { tower } of reading.towers) {
        const { cells } = stripOf(tower);
        const ways = new Map<string, string>();
        tower.layers.forEach((layer, i) => {
          const { letter, sight } = cells[i] as (typeof cells)[number];
          const none = layer.positions.length === 0;
          expect(letter === noLetter, name).toBe(none);
          expect(sight, name).toBe(layer.attention ?? 'none');
          const way = JSON.stringify(layer.positions);
          expect(ways.get(letter) ?? way, name).toBe(way);
          ways.set(letter, way);
        });
        expect(new Set(ways.values()).size, name).toBe(ways.size);
        const { letters } = stripOf(tower);
        const labels = new Set(letters.map(({ label }) => label));
        expect(labels.size, name).toBe(letters.length);
      }
    }
  });
});

describe('layerShown', () => {
  it('is the first that turns and sees all, unless a number is given', () => {
    everyLayer((_, tower, where) => {
      const at = layerShown(Number.NaN, tower);
      const open = tower.layers.findIndex(
        ({ spec, attention }) => spec && attention === 'full',
      );
      if (open >= 0) expect(at, where).toBe(open);
      expect(layerShown(1e9, tower)).toBe(tower.layers.length - 1);
      expect(layerShown(-3, tower)).toBe(0);
      expect(layerShown(Number.POSITIVE_INFINITY, tower)).toBe(
        tower.layers.length - 1,
      );
    });
  });
});

it('tells family, layers, width and cells of each tower', () => {
  for (const { name, reading } of allRead) {
    const { model, towers } = reading;
    expect(towers[0].tower.layers, name).toBe(model.layers);
    expect(towers.length, name).toBe(Object.keys(model.towers).length);
    for (const { tower } of towers) {
      const words = towerWords(model, tower);
      const { family, layers, width, grid } = tower;
      expect(words, name).toContain(family);
      const numbers = numbersIn(words.replaceAll(family, ''));
      expect(numbers, name).toContain(layers.length);
      if (width !== null) expect(numbers, name).toContain(width);
      for (const side of grid ?? []) expect(numbers, name).toContain(side);
    }
  }
});
