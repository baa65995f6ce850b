// Screen 8: a text four times as long as those of training, and three cures.

import { nearestOf, oneOf } from '../fields.js';
import { upTo, whole } from '../paths.js';
import { defineScreen } from '../screen.js';
import { draw } from './beyond-drawing.js';
import {
  compute,
  countOf,
  headDim,
  keepsNeighbours,
  longer,
  type Numbers,
  passing,
  type State,
  say,
  scalings,
  trained,
} from './beyond-numbers.js';

/** Which hands a cure slows. */
const means = {
  none: 'all hands keep their speed',
  linear: 'all hands alike',
  ntk: 'slower hands more',
  yarn: 'those that turned little in training',
} as const satisfies Record<State['cure'], string>;

export const beyond = defineScreen<State, Numbers>({
  name: 'beyond',
  title: 'Past the training length',
  claim:
    'In longer texts, RoPE’s [slow hands](#slow) reach angles that training never ' +
    'showed: the model must guess. Each cure slows hands, at a price.',
  terms: [
    { word: 'Linear', means: means.linear },
    { word: 'NTK', means: means.ntk },
    { word: 'YaRN', means: means.yarn },
  ],
  tries: [
    {
      words: 'Read the longer text.',
      done: ({ words }) => words === longer,
      found: (_, numbers) =>
        passing(numbers) === 0
          ? 'With this cure, no hand meets a new angle.'
          : `${passing(numbers)} slow hands meet new angles, which training never showed.`,
    },
    {
      words:
        'Find the cure without new angles that leaves [neighbours](#near) apart.',
      done: ({ words }, numbers) =>
        words === longer && passing(numbers) === 0 && keepsNeighbours(numbers),
      found: (_, numbers) => {
        const { kept, slowed } = countOf(numbers);
        return (
          `YaRN: ${kept} fast hands keep their speed. The price: for ${slowed} ` +
          'slower ones, near words come closer.'
        );
      },
    },
  ],
  answers: [
    [
      'What does extending the context change?',
      'It slows RoPE’s hands, to keep them at angles of training. The price: ' +
        'near words come closer, for some hands (YaRN) or all (linear).',
    ],
  ],
  guess: {
    question: 'Four times the text: which meet new angles?',
    answers: [
      ['The fast ones', 'No: they have been at every angle many times.'],
      ['The slow ones', 'Right: 18 hands never completed a turn.'],
      ['All', 'No: only those that never completed a turn: 18 slow ones.'],
    ],
  },
  more: [
    'Drawn are the 64 hands of RoPE in a head of width 128 with the base 10 000, ' +
      'trained on texts of 4 096 words. What a hand shows at an angle is learned: ' +
      'at other angles, a model guesses.',
    'Linear (position interpolation) divides all speeds by 4, so that four words ' +
      'share the turn of one. Models are trained a little more to bear that.',
    'NTK, named after the theory of neural tangent kernels, raises the base to ' +
      '40 890: the fastest hand keeps its speed, the slowest turns four times slower, ' +
      'and the others lie between.',
    'YaRN (“yet another RoPE extension”) leaves hands with over 32 turns in ' +
      'training, slows those below one turn, and blends between: near words come ' +
      'closer for 43 hands, the slower ones. It also multiplies scores by 1.30, which sharpens the weights.',
    'Here `pe.rope({ headDim: 128, scaling: { type: "yarn", factor: 4, ' +
      'originalMaxPosition: 4096 } }).frequencies`, and `linear` or `ntk` with the ' +
      'same factor.',
  ],
  seeded: false,
  parts: ['rotary'],
  fields: {
    words: nearestOf(trained, [trained, longer]),
    cure: oneOf('none', ['none', 'linear', 'ntk', 'yarn']),
  },
  controls: [
    {
      kind: 'press',
      label: ({ words }) =>
        `Read ${whole(words === trained ? longer : trained)} words`,
      to: (state) => ({
        ...state,
        words: state.words === trained ? longer : trained,
      }),
    },
    {
      kind: 'choice',
      label: 'Cure',
      api: 'scaling',
      field: 'cure',
      options: [
        ['none', 'nothing', means.none],
        ['linear', 'linear', means.linear],
        ['ntk', 'NTK', means.ntk],
        ['yarn', 'YaRN', means.yarn],
      ],
    },
  ],
  compute,
  draw,
  say,
  spec: ({ cure }) => ({ method: 'rope', headDim, scaling: scalings[cure] }),
  columns: (_, { words, before, after }) => [
    ['hand', upTo(before.length)],
    ['radians a word in training', before],
    ['radians a word', after],
    [`radians in ${trained} words of training`, before.map((w) => w * trained)],
    [`radians in ${words} words`, after.map((w) => w * words)],
  ],
  lead: ({ cure }) => {
    const entries = Object.entries(scalings[cure])
      .filter(() => cure !== 'none')
      .map(([name, value]) => `&scaling.${name}=${value}`);
    return {
      text: 'The schedule of each model, and its scores',
      href:
        `#/rope?headDim=${headDim}&trained=${trained}&target=${longer}` +
        entries.join(''),
    };
  },
  examples: [
    { words: longer },
    ...(['linear', 'ntk', 'yarn'] as const).flatMap((cure) => [
      { cure },
      { words: longer, cure },
    ]),
  ],
});
