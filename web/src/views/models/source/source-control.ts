// Where the configuration comes from: a known model, a file that is opened or
// dropped, or a text that is pasted or changed. Nothing leaves the reader's machine.

import { createNote } from '../../../controls/control.js';
import { readError } from '../../../engine/trouble.js';
import { freshId, h, setText } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { during } from '../../../state/pending.js';
import { textOfFile } from '../desk/open-file.js';
import { groups, listed } from '../list.js';

export interface SourceEvents {
  pick(name: string): void;
  /** A text that is opened, dropped or pasted as a whole: a step of the history. */
  take(text: string, file: string): void;
  /** A change of the text that is shown. */
  edit(text: string): void;
  /** A file that cannot be taken, and why. */
  refuse(failure: Failure): void;
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

/** A list of the known models; `none` is what there is to choose besides. */
function createKnownList(id: string, name: string, none: HTMLElement) {
  return h(
    'select',
    { id, 'data-known': name },
    none,
    ...groups.map((label) =>
      h(
        'optgroup',
        { label },
        ...listed
          .filter(({ group }) => group === label)
          .map(({ name }) => h('option', { value: name }, name)),
      ),
    ),
  );
}

/** Chooses a known model to stand beside the one that is shown. */
export function createBesideControl(choose: (name: string) => void) {
  const id = freshId('beside');
  const none = h('option', { value: '' }, 'no other');
  const list = createKnownList(id, 'second', none);
  list.addEventListener('change', () => choose(list.value));
  return {
    element: h(
      'div',
      { class: 'control beside', 'data-param': 'with' },
      h('label', { for: id }, 'Beside it'),
      list,
    ),
    show(name: string): void {
      list.value = name;
    },
  };
}

export function createSourceControl({
  pick,
  take,
  edit,
  refuse,
}: SourceEvents) {
  const listId = freshId('known');
  const own = h('option', { value: '' }, 'your own, below');
  const list = createKnownList(listId, 'first', own);
  list.addEventListener('change', () => {
    if (list.value !== '') pick(list.value);
  });

  const picker = h('input', {
    type: 'file',
    accept: '.json,.gguf,application/json,text/plain',
    class: 'spoken',
    tabindex: -1,
    'aria-hidden': 'true',
  });
  const open = h('button', { type: 'button' }, 'Open a file\u2026');
  open.addEventListener('click', () => picker.click());
  picker.addEventListener('change', () => {
    const [file] = picker.files ?? [];
    // The same file may be opened again once it was changed.
    if (file) void takeFile(file).finally(() => (picker.value = ''));
  });

  const textId = freshId('config');
  const note = createNote(privacy);
  const area = h('textarea', {
    id: textId,
    rows: 9,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    wrap: 'off',
    'aria-describedby': note.element.id,
  });
  area.addEventListener('input', () => edit(area.value));

  let wanted: File | null = null;

  async function takeFile(file: File): Promise<void> {
    // A later file is not overtaken by the header of an earlier one.
    wanted = file;
    await during('load', async () => {
      try {
        const text = await textOfFile(file);
        if (wanted === file) take(text, file.name);
      } catch (error) {
        if (wanted === file) refuse(readError(error).failure);
      }
    });
  }

  const words = h('p', { class: 'note source-words' });
  return {
    known: h(
      'div',
      { class: 'control known', 'data-param': 'pick' },
      h('label', { for: listId }, 'A known model'),
      list,
      open,
      picker,
      words,
    ),
    file: h(
      'div',
      { class: 'control file', 'data-param': 'config' },
      h('label', { for: textId }, 'Its config.json'),
      area,
      note.element,
    ),
    takeFile,
    fail(failure: Failure | null): boolean {
      const mine = failure?.param === 'config';
      note.fail(mine ? failure : null, [area]);
      return mine;
    },
    show(shown: SourceShown): void {
      own.hidden = shown.pick !== '';
      list.value = shown.pick;
      if (area.value !== shown.text) area.value = shown.text;
      setText(words, shown.words);
    },
  };
}
