// Screen 8: a text four times as long as those of training, and three cures.

import { oneOf } from '../fields.js';
import { fixed, whole } from '../paths.js';
import { defineScreen, type Instances } from '../screen.js';
import { draw } from './beyond-figure.js';
import {
  type Cure,
  degrees,
  factor,
  longer,
  type Numbers,
  passes,
  type State,
  slower,
  trained,
} from './beyond-state.js';

const headDim = 128;

/** The schedules of the cures, as the package takes them. */
const scalings = {
  none: { type: 'default' },
  linear: { type: 'linear', factor },
  ntk: { type: 'ntk', factor },
  yarn: { type: 'yarn', factor, originalMaxPosition: trained },
} as const satisfies Record<Cure, object>;

function compute({ rotary }: Instances, { cure }: State): Numbers {
  const speeds = (by: Cure) => [
    ...rotary.rope({ headDim, scaling: scalings[by] }).frequencies,
  ];
  return { before: speeds('none'), after: speeds(cure) };
}

function say({ cure }: State, numbers: Numbers): string {
  const hands = numbers.before.map((_, hand) => hand);
  const count = hands.filter((hand) => passes(numbers, hand)).length;
  const slow = hands.map((hand) => slower(numbers, hand));
  const last = numbers.before.length - 1;
  const speeds = [numbers.before, numbers.after];
  const [far, further] = [trained, longer].map((length, i) =>
    fixed(degrees((speeds[i]?.[last] ?? 0) * length), 0),
  );
  const [near, nearer] = speeds.map(([first = 0]) => fixed(degrees(first), 0));
  const kept = slow.filter((times) => times === 1).length;
  const full = slow.filter((times) => times > factor - 1e-6).length;
  const beyond =
    count === 0 ? 'No hand goes beyond' : `${count} hands go beyond`;
  switch (cure) {
    case 'none':
      return (
        `In ${whole(longer)} words, ${beyond} every angle of training: ` +
        `the slowest goes to ${further}°, not ${far}°.`
      );
    case 'linear':
      return (
        `${beyond} the angles of training. But all ${full} turn four times ` +
        `slower: neighbours are ${nearer}° apart, not ${near}°.`
      );
    case 'ntk':
      return (
        `The slowest hand stays at ${further}°, the fastest keeps its ${nearer}°. ` +
        `In between, ${beyond} the angles of training.`
      );
    case 'yarn':
      return (
        `${beyond} the angles of training: ${kept} fast ones keep their speed, ` +
        `${full} slow ones turn four times slower, ${slow.length - kept - full} lie between.`
      );
  }
}

export const beyond = defineScreen<State, Numbers>({
  name: 'beyond',
  title: 'Past the training length',
  claim:
    'In a longer text, RoPE’s [slow hands](#slow) come to angles that training ' +
    'never showed. Each cure slows some hands down, at a price.',
  task: 'Choose a cure. Watch which hands slow down, and how far apart [neighbours](#near) stand.',
  answers: [
    [
      'What does extending the context change?',
      'The speeds of the hands: slower, they stay at angles of training, but what ' +
        'they slow for far words blurs near ones.',
    ],
  ],
  guess: {
    question: 'The text is four times as long. Which hands meet new angles?',
    answers: [
      ['The fast ones', 'No: they have been at every angle many times.'],
      ['The slow ones', 'Right: 18 hands never completed a turn.'],
      ['All', 'Only those that never completed a turn: 18 slow ones.'],
    ],
  },
  more: [
    'Drawn are the 64 hands of RoPE in a head of width 128 with the base 10 000, ' +
      'trained on texts of 4 096 words. What a hand shows at an angle is learned: ' +
      'at other angles, a model guesses.',
    'Linear (position interpolation) divides all speeds by 4, so that four words ' +
      'share the turn of one. Models are trained a little more to bear that.',
    'NTK raises the base to 40 890: the fastest hand keeps its speed, the slowest ' +
      'turns four times slower, and the others lie between.',
    'YaRN leaves hands with over 32 turns in training, slows those below one turn, ' +
      'and blends between: neighbours come closer for 43 hands, the slower ones. It ' +
      'also multiplies scores by 1.30, which sharpens the weights.',
    'Here `pe.rope({ headDim: 128, scaling: { type: "yarn", factor: 4, ' +
      'originalMaxPosition: 4096 } }).frequencies`, and `linear` or `ntk` with the ' +
      'same factor.',
  ],
  seeded: false,
  parts: ['rotary'],
  fields: { cure: oneOf('none', ['none', 'linear', 'ntk', 'yarn']) },
  controls: [
    {
      kind: 'choice',
      label: 'Cure',
      api: 'scaling',
      field: 'cure',
      options: [
        ['none', 'nothing'],
        ['linear', 'linear'],
        ['ntk', 'NTK'],
        ['yarn', 'YaRN'],
      ],
    },
  ],
  compute,
  draw: (state, numbers, room) => draw(numbers, room, say(state, numbers)),
  say,
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
  examples: [{ cure: 'linear' }, { cure: 'ntk' }, { cure: 'yarn' }],
});
