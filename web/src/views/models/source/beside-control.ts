// The model that stands beside the one that is shown: a known one, or another of the
// reader's own, from a file that is opened or dropped here, or a text that is pasted or
// changed.

import { freshId, h, setText } from '../../../shell/dom.js';
import { createConfigField } from './config-field.js';
import { createKnownList } from './known-list.js';
import { createOpener, type OpenerEvents } from './opener.js';

export interface BesideEvents extends OpenerEvents {
  /** A known model, or '' for none. */
  choose(name: string): void;
  /** A change of the text that is shown. */
  edit(text: string): void;
}

export interface BesideShown {
  /** The known model; '' for none, or while it is the reader's own. */
  readonly pick: string;
  /** The text of its configuration; null while there is none. */
  readonly text: string | null;
  /** What the link holds of the reader's own; '' of a known one. */
  readonly words: string;
}

/** The value of the list while the configuration is the reader's own. */
const ownValue = ' ';

export function createBesideControl({ choose, edit, ...events }: BesideEvents) {
  const id = freshId('beside');
  const none = h('option', { value: '' }, 'no other');
  const own = h('option', { value: ownValue }, 'your own, below');
  const list = createKnownList(id, 'second', none, own);
  list.addEventListener('change', () => {
    if (list.value !== ownValue) choose(list.value);
  });
  const opener = createOpener('Open a second\u2026', events);
  const words = h('p', { class: 'note source-words' });
  const field = createConfigField({
    label: 'The config.json of the second',
    note: 'Drop or paste another one here: it is read here and sent nowhere.',
    rows: 5,
    edit,
  });
  return {
    element: h(
      'div',
      { class: 'control beside', 'data-param': 'withConfig' },
      h('label', { for: id }, 'Beside it'),
      list,
      ...opener.elements,
      words,
      ...field.elements,
    ),
    takeFile: opener.takeFile,
    /** Tells below the field what is wrong with what was brought last. */
    fail: field.fail,
    show(shown: BesideShown): void {
      const isOwn = shown.text !== null && shown.pick === '';
      own.hidden = !isOwn;
      list.value = isOwn ? ownValue : shown.pick;
      field.hide(shown.text === null);
      field.show(shown.text ?? '');
      setText(words, shown.words);
    },
  };
}
