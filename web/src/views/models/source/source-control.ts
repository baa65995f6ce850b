// Where the configuration comes from: a known model, a file that is opened or
// dropped, or a text that is pasted or changed. Nothing leaves the reader's machine.

import { freshId, h, setText } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { createConfigField } from './config-field.js';
import { createKnownList } from './known-list.js';
import { createOpener, type OpenerEvents } from './opener.js';

export interface SourceEvents extends OpenerEvents {
  pick(name: string): void;
  /** A change of the text that is shown. */
  edit(text: string): void;
}

export interface SourceShown {
  /** The known model that is shown; '' while it is the reader's own. */
  readonly pick: string;
  readonly text: string;
  /** Where the configuration is from, and what the link holds of it. */
  readonly words: string;
}

const privacy =
  'Open, drop or paste one of your own, or a GGUF file: it is read here and sent ' +
  'nowhere.';

export function createSourceControl({ pick, edit, ...events }: SourceEvents) {
  const listId = freshId('known');
  const own = h('option', { value: '' }, 'your own, below');
  const list = createKnownList(listId, 'first', own);
  list.addEventListener('change', () => {
    if (list.value !== '') pick(list.value);
  });
  const opener = createOpener('Open a file\u2026', events);
  const field = createConfigField({
    ...{ label: 'Its config.json', note: privacy, rows: 9, edit },
  });
  const words = h('p', { class: 'note source-words' });
  return {
    known: h(
      'div',
      { class: 'control known', 'data-param': 'pick' },
      h('label', { for: listId }, 'A known model'),
      list,
      ...opener.elements,
      words,
    ),
    file: h(
      'div',
      { class: 'control file', 'data-param': 'config' },
      ...field.elements,
    ),
    takeFile: opener.takeFile,
    fail(failure: Failure | null): boolean {
      const mine = failure?.param === 'config';
      field.fail(mine ? failure : null);
      return mine;
    },
    show(shown: SourceShown): void {
      own.hidden = shown.pick !== '';
      list.value = shown.pick;
      field.show(shown.text);
      setText(words, shown.words);
    },
  };
}
