/** Biases by formulas and small networks, with random weights. */

import { Array64, range, sum } from '../../support/attention-oracle/array.js';
import type { Term } from '../../support/attention-oracle/attention.js';
import {
  dynamicBias,
  fire,
  forgetting,
  kerplePower,
  kerpleThree,
  sandwich,
} from '../../support/attention-oracle/biases.js';
import type { Layer } from '../../support/attention-oracle/networks.js';
import { sines } from '../../support/attention-oracle/relative.js';
import { arrays, drawn, given, largest, type Maker } from './made.js';

/** Positions are at most this far from 0. */
const FARTHEST = 40;

/** Cuts the distances of later keys to 0. */
const earlier =
  (term: Term): Term =>
  (pair) =>
    term({ ...pair, distance: Math.min(pair.distance, 0) });

const sided = (bidirectional: boolean, term: Term) =>
  bidirectional ? term : earlier(term);

const kerple: Maker = (random, { heads }) => {
  const form = random.of(['log', 'power'] as const);
  const bidirectional = random.next() < 0.5;
  // Above the least value, where a gradient begins.
  const parameter = (most: number) => drawn(random, [heads], 0.05, most);
  const scale = parameter(1);
  const exponent = parameter(1.5);
  const rate = parameter(2);
  const learned = { scale, exponent, ...(form === 'log' && { rate }) };
  return {
    spec: { method: 'kerple', form, bidirectional, ...arrays(learned) },
    learned,
    added: () =>
      sided(
        bidirectional,
        form === 'log'
          ? kerpleThree(scale, rate, exponent)
          : kerplePower(exponent, scale),
      ),
    size: () => FARTHEST ** 1.5,
  };
};

const sandwiches: Maker = (random, { heads }) => {
  const form = random.of(['paper', 'nemo'] as const);
  const bidirectional = random.next() < 0.5;
  const dim = 2 * random.integer(1, 20);
  return {
    spec: { method: 'sandwich', form, bidirectional, dim },
    learned: {},
    added: () => sided(bidirectional, sandwich(form, dim, heads)),
    size: () => (dim * heads) / 8,
  };
};

const fires: Maker = (random, { heads }) => {
  const width = random.integer(1, 5);
  const layers = {
    hiddenWeight: drawn(random, [width]),
    hiddenBias: drawn(random, [width]),
    outWeight: drawn(random, [heads, width]),
    outBias: drawn(random, [heads]),
  };
  const c = drawn(random, [1], 0.2, 1);
  const thresholdFactor = drawn(random, [1], 0.2, 2);
  const threshold = random.of([4, 25]);
  return {
    spec: {
      ...{ method: 'fire', threshold, ...arrays(layers) },
      ...{ c: c.at(0), thresholdFactor: thresholdFactor.at(0) },
    },
    learned: { ...layers, c, thresholdFactor },
    added: () =>
      fire({
        c,
        threshold: new Array64([1], [thresholdFactor.at(0) * threshold]),
        layers: [
          {
            weight: new Array64([width, 1], layers.hiddenWeight.data),
            bias: layers.hiddenBias,
          },
          { weight: layers.outWeight, bias: layers.outBias },
        ],
        eps: 1e-6,
      }),
    size: () => 2 * width + 1,
  };
};

const dynamic: Maker = (random, { heads }) => {
  const [width, depth] = [random.integer(2, 5), random.integer(1, 2)];
  const logDistance = random.next() < 0.5;
  const normed = random.next() < 0.5;
  const made = range(depth + 1).map((at) => {
    const units = at === depth ? heads : width;
    return {
      weight: drawn(random, [units, at === 0 ? 1 : width]),
      bias: drawn(random, [units]),
      ...(normed &&
        at < depth && {
          gain: drawn(random, [units]),
          shift: drawn(random, [units]),
        }),
    } as Readonly<Record<string, Array64>>;
  });
  const layers = made.map(({ weight, bias, gain, shift }): Layer => {
    const norm = gain && shift && { weight: gain, bias: shift, eps: 1e-5 };
    return { weight: weight as Array64, bias, norm };
  });
  return {
    spec: { method: 'dynamicBias', logDistance, layers: made.map(arrays) },
    learned: Object.fromEntries(
      made.flatMap((layer, at) =>
        Object.entries(layer).map(([name, array]) => [
          `layers[${at}].${name}`,
          array,
        ]),
      ),
    ),
    added: () => dynamicBias(layers, logDistance),
    size: () => FARTHEST * width ** depth,
  };
};

const forgettings: Maker = (random, { heads }) => {
  const gates = drawn(random, [FARTHEST, heads], -3, 3);
  const gateForm = random.of(['sigmoid', 'softplus', 'log']);
  return {
    spec: { method: 'forgetting', gates: given(gates), gateForm },
    learned: { gates },
    added: () => forgetting(gates, gateForm),
    size: () => 4 * FARTHEST,
  };
};

/** Features that are the sines and cosines of the distance. */
const basis: Maker = (random, { heads }) => {
  const dim = 2 * random.integer(1, 4);
  const table = drawn(random, [dim, heads]);
  const layout = 'blocks';
  return {
    spec: {
      method: 'basisBias',
      basis: { method: 'sinusoidal', dim, layout },
      table: given(table),
    },
    learned: { table },
    added:
      () =>
      ({ head, distance }) =>
        sum(sines(distance, dim).map((x, f) => x * table.at(f, head))),
    size: () => dim * largest(table),
  };
};

export const closedBiases: Readonly<Record<string, Maker>> = {
  kerple,
  sandwiches,
  fires,
  dynamic,
  forgettings,
  basis,
};
