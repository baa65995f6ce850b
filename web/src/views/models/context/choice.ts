// Which schedules are shown: a box for each that there is, in the colour of its curve.

import { h } from '../../../shell/dom.js';
import {
  mostSchedules,
  offered,
  type ScheduleWord,
  shownOf,
  titleOf,
} from './schedules.js';

export function createScheduleChoice(
  choose: (words: readonly ScheduleWord[]) => void,
  colourOf: (word: ScheduleWord) => string,
) {
  const boxes = h('div', { class: 'schedule-boxes' });
  const element = h(
    'fieldset',
    { class: 'schedules', 'data-param': 'schedules' },
    h(
      'legend',
      {},
      `Schedules to compare, up to ${mostSchedules}`,
      h('small', { class: 'api' }, 'schedules'),
    ),
    boxes,
  );
  let type: string | null = null;
  let all: ReadonlyMap<ScheduleWord, HTMLInputElement> = new Map();

  function take(): void {
    const words = [...all].filter(([, box]) => box.checked);
    choose(words.map(([word]) => word));
  }

  function make(next: string): void {
    type = next;
    all = new Map(
      offered(next).map((word) => {
        const box = h('input', { type: 'checkbox', value: word });
        box.addEventListener('change', take);
        return [word, box];
      }),
    );
    boxes.replaceChildren(
      ...[...all].map(([word, box]) =>
        h('label', { 'data-schedule': word }, box, titleOf(word, next)),
      ),
    );
  }

  return {
    element,
    show(wanted: readonly ScheduleWord[], next: string): void {
      if (type !== next) make(next);
      const shown = shownOf(wanted, next);
      for (const [word, box] of all) {
        box.checked = shown.includes(word);
        box.style.accentColor = colourOf(word);
        // One stays, and of five curves nobody reads one.
        box.disabled = box.checked
          ? shown.length === 1
          : shown.length >= mostSchedules;
      }
    },
  };
}
