// Screen 1: attention alone ignores order.

import { embedWords } from '../../figures/words/words.js';
import { writeAddress } from '../../state/hash.js';
import { oneOf, orderOf } from '../fields.js';
import { fixed, group, line, rect, text, upTo } from '../paths.js';
import { defineScreen, type Instances, type Room } from '../screen.js';
import type { Shape } from '../shape.js';

const words = ['the', 'dog', 'bites', 'the', 'man'] as const;
const places = upTo(words.length);
const [dog, man] = [1, 4];
const dim = 16;
const likeness = 0.4;

interface State {
  /** The words as they stand, by their places in the first sentence. */
  readonly order: readonly number[];
  readonly knows: 'nothing' | 'positions' | 'mask';
}

interface Numbers {
  /** [words, words], of places in the sentence. */
  readonly weights: readonly number[];
  /** [words, dim] */
  readonly outputs: readonly number[];
  /** By place: the most by which a number of the output differs from what the
   *  word had in the first sentence. */
  readonly changes: readonly number[];
}

/** Attention among the words as they stand, one head, each its own query. */
function attend(
  { absolute, attention }: Instances,
  { order, knows }: State,
): Pick<Numbers, 'weights' | 'outputs'> {
  const sentence = order.map((word) => words[word] ?? '');
  const plain = embedWords(absolute, sentence, dim, likeness);
  const x =
    knows === 'positions'
      ? absolute.addTo(
          plain,
          absolute.sinusoidal({ length: order.length, dim }),
        ).data
      : plain;
  const { weights, output } = attention.attention({
    ...{ q: x, k: x, v: x, heads: 1, headDim: dim },
    causal: knows === 'mask',
  });
  return { weights: [...weights.data], outputs: [...output.data] };
}

function compute(use: Instances, state: State): Numbers {
  const now = attend(use, state);
  const before = attend(use, { ...state, order: places }).outputs;
  const changes = state.order.map((word, place) =>
    Math.max(
      ...upTo(dim).map((c) =>
        Math.abs(
          (now.outputs[place * dim + c] ?? 0) - (before[word * dim + c] ?? 0),
        ),
      ),
    ),
  );
  return { ...now, changes };
}

/** Whether dog and man have changed places, and no other word has. */
const isSwapped = ({ order }: State) =>
  `${order}` === `${swapped(places, dog, man)}`;

const isMoved = ({ order }: State) => order.some((word, i) => word !== i);

/** Below this, two float32 results differ by rounding alone. */
const rounding = 1e-6;

/** Where the parts of the figure stand, by the room that it has. */
const layouts = {
  wide: { width: 820, height: 452, left: 96, top: 74, cell: 74, size: 20 },
  narrow: { width: 358, height: 310, left: 56, top: 52, cell: 51, size: 16 },
} as const;

function draw(state: State, numbers: Numbers, room: Room) {
  const at = layouts[room];
  const { left, top, cell, size } = at;
  const wide = room === 'wide';
  const moved = isMoved(state);
  const span = cell * words.length;
  const middle = (place: number) => (place + 0.5) * cell;
  const right = left + span;

  const grid: Shape[] = upTo(words.length + 1).flatMap((i) => [
    line([left, top + i * cell], [right, top + i * cell], { stroke: 'rule' }),
    line([left + i * cell, top], [left + i * cell, top + span], {
      stroke: 'rule',
    }),
  ]);

  const columns = state.order.map(
    (word, place): Shape => ({
      kind: 'grip',
      key: `word-${word}`,
      x: left + middle(place),
      y: top - size,
      reach: cell / 2 - 1,
      label: `“${words[word]}”, drag it to another place`,
      value: place,
      min: 0,
      max: words.length - 1,
      said: `place ${place + 1} of ${words.length}`,
      shapes: [
        text(0, size * 0.35, words[word] ?? '', {
          ...{ size, anchor: 'middle', face: 'serif' },
          fill: word === dog || word === man ? 'accent' : 'ink',
        }),
      ],
    }),
  );

  const row = (word: number, place: number): Shape => {
    const cells = state.order.map((key, column): Shape => {
      const weight = numbers.weights[place * words.length + column] ?? 0;
      const side = Math.sqrt(weight) * cell * 0.66;
      const hidden = state.knows === 'mask' && column > place;
      return group(
        hidden
          ? [line([-8, 8], [8, -8], { stroke: 'rule' })]
          : [
              rect(-side / 2, -side / 2 - 0.1 * cell, side, side, {
                fill: 'accent',
                opacity: 0.3 + 0.6 * weight,
              }),
              text(cell / 2 - 5, cell / 2 - 4, fixed(100 * weight, 0), {
                ...{ size: wide ? 13 : 11, anchor: 'end', fill: 'soft' },
              }),
            ],
        { key: `key-${key}`, x: left + middle(column) },
      );
    });
    const change = numbers.changes[place] ?? 0;
    const same = change < rounding;
    const bars = upTo(dim).map((c): Shape => {
      const value = (numbers.outputs[place * dim + c] ?? 0) * (cell / 6);
      const high = Math.max(Math.abs(value), 0.5);
      return rect(right + 42 + c * 13, value < 0 ? 0 : -high, 9, high, {
        fill: same ? 'soft' : 'accent',
      });
    });
    const verdict = text(
      wide ? right + 262 : right + 8,
      5,
      moved ? (same ? 'same' : wide ? `changed` : 'new') : '',
      { size: wide ? 15 : 12, fill: same ? 'soft' : 'accent', bold: !same },
    );
    return group(
      [
        text(left - 12, size * 0.35, words[word] ?? '', {
          ...{ size, anchor: 'end', face: 'serif' },
          fill: word === dog || word === man ? 'accent' : 'ink',
        }),
        ...cells,
        ...(wide ? bars : []),
        verdict,
      ],
      {
        ...{ key: `row-${word}`, y: top + middle(place) },
        ...(word === dog || word === man ? { mark: 'pair' } : {}),
      },
    );
  };

  const heads: Shape[] = [
    text(left + span / 2, size * 0.85, 'looks at, in percent', {
      ...{ size: 13, anchor: 'middle', fill: 'soft' },
    }),
    ...(wide
      ? [
          text(
            right + 42,
            top - size * 0.65,
            'what it takes along: its output',
            {
              ...{ size: 13, fill: 'soft' },
            },
          ),
        ]
      : moved
        ? [
            text(right + 8, top - size * 0.65, 'output', {
              ...{ size: 11, fill: 'soft' },
            }),
          ]
        : []),
  ];

  return {
    width: at.width,
    height: at.height,
    label: say(state, numbers),
    shapes: [...grid, ...heads, ...columns, ...state.order.map(row)],
  };
}

function say(state: State, { changes }: Numbers): string {
  const changed = changes.filter((change) => change >= rounding).length;
  const most = fixed(Math.max(...changes), 2);
  if (!isMoved(state)) {
    return {
      nothing:
        'Each row is a word; its squares show how it shares out its attention. ' +
        'The two rows of “the” are equal.',
      positions: 'With positions added, the two rows of “the” differ.',
      mask: 'With a causal mask, a word sees itself and earlier words only.',
    }[state.knows];
  }
  if (changed === 0) {
    return (
      'The words changed places and took their squares along. ' +
      'No number changed, but for rounding below 0.000001.'
    );
  }
  return (
    `${changed} of 5 outputs changed, one number by as much as ${most}: ` +
    (state.knows === 'mask'
      ? 'the mask lets a little of the order through.'
      : 'who bites whom now makes a difference.')
  );
}

/** Lets two words change places. */
function swapped(order: readonly number[], one: number, other: number) {
  const pair = [one, other];
  return order.map((word) => (pair.includes(word) ? one + other - word : word));
}

export const order = defineScreen<State, Numbers>({
  name: 'order',
  title: 'Attention alone ignores order',
  claim:
    'Without positions, a word gets the same output wherever it stands: ' +
    '“the dog bites the man” is “the man bites the dog”.',
  task: 'Swap [dog and man](#pair). Then give the words positions.',
  answers: [
    [
      'Why do transformers need positions?',
      'Attention compares words, not places: swap two, and nothing else changes.',
    ],
  ],
  guess: {
    question: 'Dog and man change places. What happens to the weights?',
    answers: [
      ['All change', 'None does. Each weight depends on two words alone.'],
      ['Those of dog and man change', 'Not even those: they move, unchanged.'],
      ['None changes', 'Right: the weights move with their words.'],
    ],
  },
  more: [
    'A word compares itself with each word by a product of their vectors, and ' +
      'the softmax shares out 100 percent by these scores. No step asks where a ' +
      'word stands.',
    'A causal mask hides later words, so that some of the order comes through: ' +
      'the second word sees two words, the third sees three. Models without any ' +
      'position (NoPE) live on that.',
    'Here `pe.attention({ q, k, v, heads: 1, headDim: 16 })` runs on the words’ ' +
      'vectors themselves, with `pe.sinusoidal` added for “positions” and ' +
      '`causal: true` for the mask.',
  ],
  seeded: true,
  parts: ['absolute', 'attention'],
  fields: {
    order: orderOf(words.length),
    knows: oneOf('nothing', ['nothing', 'positions', 'mask']),
  },
  controls: [
    {
      kind: 'press',
      label: (state) => (isSwapped(state) ? 'Swap back' : 'Swap dog and man'),
      to: (state) => ({ ...state, order: swapped(state.order, dog, man) }),
    },
    {
      kind: 'choice',
      label: 'The words have',
      api: 'addTo · causal',
      field: 'knows',
      options: [
        ['nothing', 'no position'],
        ['positions', 'positions'],
        ['mask', 'a causal mask'],
      ],
    },
  ],
  compute,
  draw,
  say,
  drag: (state, grip, place) => {
    const word = Number(grip.replace('word-', ''));
    const other = state.order[place] ?? word;
    return { ...state, order: swapped(state.order, word, other) };
  },
  at: (_state, _grip, [x], room) =>
    Math.floor((x - layouts[room].left) / layouts[room].cell),
  // The view begins with this sentence, and with dog and man swapped.
  lead: (state) => ({
    text: 'Two methods beside each other, with sentences of your own',
    href: writeAddress(
      'attention',
      new URLSearchParams({
        ...(isSwapped(state) ? {} : { order: state.order.join('.') }),
        ...(state.knows === 'mask' ? { causal: '1' } : {}),
      }).toString(),
    ),
  }),
  examples: [
    { order: [0, 4, 2, 3, 1] },
    { knows: 'positions' },
    { order: [0, 4, 2, 3, 1], knows: 'positions' },
    { order: [0, 4, 2, 3, 1], knows: 'mask' },
    { order: [4, 3, 2, 1, 0], knows: 'mask' },
  ],
});
