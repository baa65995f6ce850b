// The wavelengths of the layers of every configuration of the page, against the
// frequencies of the package's ropes.

import { load, type Posenc } from 'posenc';
import { extend, type Layer } from 'posenc/models';
import { beforeAll, expect, it } from 'vitest';
import { stretchedOf } from '../context/context.js';
import { reachOf } from '../reading.js';
import { allRead, numbersIn, readingNamed } from '../testing.js';
import { lengthRows, stillWords, turningWords } from './wave-words.js';
import { firstTraining, wavesOf } from './waves.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

const to = 1_000_000;
const turn = 2 * Math.PI;

/** Pairs that turn, but not once in a text of a length. */
const slow = (frequencies: ArrayLike<number>, length: number): number =>
  Array.from(frequencies).filter((f) => f > 0 && turn / f > length).length;

it('counts the pairs without a whole turn as the ropes of the package turn', () => {
  let rows = 0;
  for (const { name, reading } of allRead) {
    const reach = reachOf(reading.config);
    for (const { name: part, tower } of reading.towers) {
      const seen = new Set<string>();
      for (const layer of tower.layers) {
        const id = JSON.stringify([layer.spec, layer.window, layer.attention]);
        if (layer.spec === null || seen.has(id)) continue;
        seen.add(id);
        const where = `${name}, ${part}, layer ${layer.index}`;
        const main = tower.layers === reading.model.layers;
        const waves = wavesOf(pe, layer, {
          ...{ reach: main ? reach : undefined, to, stretched: null },
        });
        if (waves === null) throw new Error(`${where} has no waves`);
        const { spans, turns, turning } = waves;
        const { frequencies } = pe.make(layer.spec);
        expect(spans.pairs.length, where).toBe(frequencies.length);
        expect(turning, where).toBe(frequencies.filter((f) => f > 0).length);
        spans.pairs.forEach(({ after }, k) => {
          const wave = turn / (frequencies[k] as number);
          if (wave === Infinity) expect(after).toBe(Infinity);
          else expect(after / wave, where).toBeCloseTo(1, 12);
        });
        // What has a colour of its own in the chart is what the counts say.
        const training = turns.find(
          ({ length }) => length === spans.trained?.value,
        );
        if (training) {
          const told = firstTraining(layer) === undefined ? 'own' : 'plain';
          const coloured = spans.pairs.filter(({ partial }) => partial).length;
          expect(coloured, where).toBe(training[told]);
        }
        const { scaling: _, ...plain } = layer.spec;
        const without = pe.make(plain as typeof layer.spec).frequencies;
        for (const { length, plain: some, own } of turns) {
          const long = pe.make({ ...layer.spec, contextLength: length });
          expect(own, `${where} at ${length}`).toBe(
            slow(long.frequencies, length),
          );
          expect(some, `${where} at ${length}`).toBe(slow(without, length));
          rows += 1;
        }
        const cells = lengthRows(waves);
        cells.forEach(([, length, ...counts], i) => {
          const row = turns[i] as (typeof turns)[number];
          expect(numbersIn(length ?? '')).toEqual([row.length]);
          expect(counts.flatMap(numbersIn)).toEqual([
            ...[row.plain, frequencies.length],
            ...[row.own, frequencies.length],
          ]);
        });
        expect(numbersIn(turningWords(waves)), where).toContain(
          frequencies.length,
        );
      }
    }
  }
  expect(rows).toBeGreaterThan(100);
});

it('compares with the first training, the reach and what is wanted', () => {
  const turnsOf = (name: string, at: number) => {
    const { config, model } = readingNamed(name);
    const layer = model.layers[at] as Layer;
    const waves = wavesOf(pe, layer, {
      ...{ reach: reachOf(config), to, stretched: null },
    });
    return waves?.turns.map(({ name, length }) => [name, length]);
  };
  // Meta trained Llama 3.1 on 8192 tokens before it stretched it to 131072.
  expect(turnsOf('Llama 3.1 405B', 0)).toEqual([
    ['first training', 8192],
    ['as it is', 131_072],
    ['wanted', to],
  ]);
  expect(turnsOf('Mixtral 8x22B', 0)).toEqual([
    ['as it is', 65_536],
    ['wanted', to],
  ]);
  expect(turnsOf('Gemma 3 27B', 0)).toEqual([
    ['its window', 1024],
    ['as it is', 131_072],
    ['wanted', to],
  ]);
});

it('counts the pairs of the stretched model, too, and has its waves', () => {
  let count = 0;
  for (const { name, reading } of allRead) {
    const stretched = stretchedOf(reading, to);
    if (stretched === null) continue;
    count += 1;
    reading.model.layers.forEach((layer, i) => {
      if (layer.spec === null || i > 6) return;
      const own = stretched.layers[i] as Layer;
      const waves = wavesOf(pe, layer, {
        ...{ reach: reachOf(reading.config), to, stretched: own },
      });
      const spec = { ...(own.spec as NonNullable<typeof own.spec>) };
      const { frequencies } = pe.make({ ...spec, contextLength: to });
      const last = waves?.turns.at(-1);
      expect([last?.name, last?.length]).toEqual(['wanted, stretched', to]);
      expect(last?.own, `${name}, layer ${i}`).toBe(slow(frequencies, to));
      waves?.spans.pairs.forEach(({ reached }, k) => {
        const wave = turn / (frequencies[k] as number);
        if (wave === Infinity) expect(reached).toBe(Infinity);
        else expect(reached / wave, name).toBeCloseTo(1, 12);
      });
    });
  }
  expect(count).toBeGreaterThan(20);
});

it('knows what a schedule says of the first training', () => {
  for (const { name, reading } of allRead) {
    for (const layer of reading.model.layers) {
      const scaling = (layer.spec?.scaling ?? {}) as Record<string, unknown>;
      expect(firstTraining(layer), name).toBe(
        scaling.originalMaxPosition ?? scaling.maxPosition,
      );
    }
  }
});

it('finds how far each model reaches, beyond which settings change', () => {
  let known = 0;
  for (const { name, reading } of allRead) {
    const { config } = reading;
    const reach = reachOf(config);
    const asked = (to: number) => extend(config, { to, for: 'transformers' });
    if (reach === undefined) {
      expect(() => asked(1), name).toThrow();
      continue;
    }
    known += 1;
    const turning = reading.model.layers.filter(({ spec }) => spec !== null);
    if (turning.every(({ window }) => window !== null)) {
      // Beyond the windows nothing is to be stretched, and the file says the rest.
      const { max_position_embeddings } = config as Record<string, unknown>;
      expect(reach, name).toBe(max_position_embeddings);
      continue;
    }
    expect(asked(reach).config, name).toEqual(config);
    try {
      expect(asked(reach + 1).config, name).not.toEqual(config);
    } catch (error) {
      expect(String(error), name).toMatch(/^Posenc/);
    }
  }
  expect(known).toBeGreaterThan(30);
});

it('says why a layer has no waves', () => {
  const said = (name: string, at: number) => {
    const [{ tower }] = readingNamed(name).towers;
    return stillWords(tower.layers[at] as Layer, tower);
  };
  expect(said('Qwen3.5 27B', 0)).toMatch(
    /^This layer turns nothing.* Layer 3 has/,
  );
  expect(said('MPT 7B', 0)).toMatch(/^No layer of this tower turns anything/);
  expect(said('Granite 4.0 H Micro', 5)).toMatch(/^No layer/);
  const layer = readingNamed('Qwen3.5 27B').model.layers[0] as Layer;
  expect(wavesOf(pe, layer, { reach: 1, to, stretched: null })).toBeNull();
});
