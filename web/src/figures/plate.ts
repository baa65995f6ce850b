// The main figure of tables: what it shows in a sentence, the map, the key to its
// colours, and the line that its cursor reads. Where two tables are compared, it
// holds three maps with one axis of positions.

import './figures.css';
import { h, setText } from '../shell/dom.js';
import type { Readout } from './readout.js';

/** The map of the first table. */
interface First {
  readonly element: HTMLElement;
  readonly field: HTMLElement;
  readonly key: HTMLElement;
}

/** What a comparison adds. */
interface Compared {
  readonly words: readonly HTMLElement[];
  readonly maps: readonly HTMLElement[];
  /** The map of the difference. */
  readonly difference: HTMLElement;
  readonly key: HTMLElement;
}

const tries = {
  // Beside the words on how to read the map, in one line.
  one: 'Point at a row: its numbers stand below.',
  two: 'Point at the difference: the cell is marked in all three.',
};

export function createPlate(
  first: First,
  compared: Compared,
  readout: Readout,
) {
  const how = h('p', { class: 'how' });
  const attempt = h('span');
  const added = [...compared.words, ...compared.maps, compared.key];
  const element = h(
    'figure',
    { class: 'plate' },
    h(
      'div',
      { class: 'plate-head' },
      how,
      ...compared.words,
      h('p', { class: 'hint try' }, h('b', {}, 'Try. '), attempt),
    ),
    h('div', { class: 'plate-maps' }, first.element, ...compared.maps),
    h('figcaption', {}, ...readout.elements, first.key, compared.key),
  );

  function compare(comparing: boolean): void {
    element.classList.toggle('comparing', comparing);
    how.hidden = comparing;
    for (const part of added) part.hidden = !comparing;
    setText(attempt, comparing ? tries.two : tries.one);
    // What changes most stays in sight on a phone.
    first.field.classList.toggle('pinned', !comparing);
    compared.difference.classList.toggle('pinned', comparing);
  }
  compare(false);

  return {
    element,
    /** Says how to read the map. */
    explain: (text: string) => setText(how, text),
    /** Makes room for the maps of a comparison, or takes them away. */
    compare,
  };
}
