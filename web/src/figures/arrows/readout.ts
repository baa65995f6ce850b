// The numbers of the pair that is chosen, and those of the score.

import { writeCount, writeSmall, writeValue } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import type { Meeting } from './pairs.js';

/** A list of numbers, each with its name. */
export function createNumbers<Name extends string>(
  names: Readonly<Record<Name, string>>,
) {
  const entries = (Object.keys(names) as Name[]).map((name) => {
    const number = h('span', { class: 'numbers', 'data-number': name });
    return { name, number };
  });
  return {
    element: h(
      'dl',
      { class: 'readout' },
      ...entries.map(({ name, number }) =>
        h('div', {}, h('dt', {}, names[name]), h('dd', {}, number)),
      ),
    ),
    show(texts: Readonly<Record<Name, string>>): void {
      for (const { name, number } of entries) setText(number, texts[name]);
    },
  };
}

/** An angle in radians and in whole turns. */
function writeAngle(angle: number): string {
  const turns = angle / (2 * Math.PI);
  // The part of a turn counts, even after many turns.
  const whole = String(Math.trunc(Math.abs(turns))).length;
  const written = writeValue(turns, Math.min(16, whole + 3));
  return `${writeValue(angle, 6)} rad = ${written} turns`;
}

export function createPairReadout() {
  const title = h('h4');
  const numbers = createNumbers({
    frequency: 'frequency ω',
    wavelength: 'one turn',
    'query-angle': 'q turns by',
    'key-angle': 'k turns by',
    'between-angle': 'difference',
    product: 'product',
    part: 'adds to the score',
  });
  return {
    element: h('div', { class: 'pair-readout' }, title, numbers.element),
    show({ pairs, queryAt, keyAt, scale }: Meeting, chosen: number): void {
      const pair = pairs[chosen];
      if (pair === undefined) return;
      const { frequency, query, key, product } = pair;
      setText(title, `Pair ${chosen} of ${pairs.length}`);
      const wavelength = (2 * Math.PI) / frequency;
      numbers.show({
        frequency: `${writeSmall(frequency, 6)} rad per position`,
        wavelength: Number.isFinite(wavelength)
          ? `${writeValue(wavelength, 6)} positions`
          : 'never: this pair does not turn',
        'query-angle': writeAngle(query.angle),
        'key-angle': writeAngle(key.angle),
        'between-angle': writeAngle((queryAt - keyAt) * frequency),
        product: writeValue(product, 5),
        part: writeValue(scale * product, 5),
      });
    },
  };
}

export function createScoreReadout() {
  const line = (name: string) =>
    h('span', { class: 'numbers', 'data-number': name });
  const [score, sum, scale, moved, change] = [
    line('score'),
    line('sum'),
    line('scale'),
    line('score-moved'),
    line('score-change'),
  ];
  const count = h('span');
  const where = h('span');
  return {
    element: h(
      'div',
      { class: 'score-readout' },
      h('p', { class: 'score' }, h('span', {}, 'score '), score),
      h('p', {}, '= ', scale, ' × ', sum, ', the sum of ', count),
      h('p', {}, where, ' the score is ', moved, ': a change of ', change),
    ),
    show(meeting: Meeting): void {
      const { pairs, hasRest, queryAt, keyAt } = meeting;
      const others = hasRest ? ' and of all components without a pair' : '';
      setText(score, writeValue(meeting.score, 5));
      setText(sum, writeValue(meeting.sum, 5));
      setText(scale, writeValue(meeting.scale, 5));
      setText(count, `the products of ${pairs.length} pairs${others}`);
      const first = Math.min(queryAt, keyAt);
      const at = [queryAt - first, keyAt - first].map(writeCount);
      setText(where, `With q at ${at[0]} and k at ${at[1]}`);
      setText(moved, writeValue(meeting.moved, 5));
      setText(change, writeSmall(meeting.score - meeting.moved, 2));
    },
  };
}
