// The numbers of the pair that is chosen, and those of the score.

import { h, setText } from '../../shell/dom.js';
import type { Meeting } from './pairs.js';
import { pairWords, scoreWords } from './words.js';

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
    show(meeting: Meeting, chosen: number): void {
      const words = pairWords(meeting, chosen);
      if (words === undefined) return;
      setText(title, words.title);
      numbers.show(words);
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
  const sign = h('span');
  const where = h('span');
  return {
    element: h(
      'div',
      { class: 'score-readout' },
      h('p', { class: 'score' }, h('span', {}, 'score '), score),
      h('p', {}, sign, ' ', scale, ' × ', sum, ', the sum of ', count),
      h('p', {}, where, ' the score is ', moved, ': a change of ', change),
    ),
    show(meeting: Meeting): void {
      const words = scoreWords(meeting);
      setText(score, words.score);
      setText(sign, words.sign);
      setText(sum, words.sum);
      setText(scale, words.scale);
      setText(count, words.count);
      setText(where, words.where);
      setText(moved, words.moved);
      setText(change, words.change);
    },
  };
}
