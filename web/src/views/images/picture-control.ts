// Where a reader gives a picture: a file that is opened, or dropped on the figure.

import { createNote } from '../../controls/control.js';
import { freshId, h } from '../../shell/dom.js';
import { during } from '../../state/pending.js';

const usual =
  'It stays in this browser: the page sends it nowhere, and the link does not hold it.';

export function createPictureControl(
  take: (file: Blob | null) => Promise<void>,
) {
  const id = freshId('picture');
  const note = createNote(usual);
  const input = h('input', { id, type: 'file', accept: 'image/*' });
  const back = h(
    'button',
    { type: 'button', hidden: true },
    'The drawn picture',
  );

  async function show(file: File | null): Promise<void> {
    try {
      await during('picture', () => take(file));
      note.fail(null, [input]);
      back.hidden = file === null;
    } catch {
      const message = `picture must be a picture that this browser reads, got “${file?.name ?? ''}”`;
      const failure = { message, code: 'PAGE_FORMAT', param: 'picture' };
      note.fail(failure, [input]);
    }
  }

  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    // The same file may be opened again.
    input.value = '';
    if (file) void show(file);
  });
  back.addEventListener('click', () => {
    void show(null);
    input.focus();
  });

  return {
    element: h(
      'div',
      { class: 'control own-picture', 'data-param': 'picture' },
      h('label', { for: id }, 'Your own picture'),
      input,
      back,
      note.element,
    ),
    /** Takes files that are dropped on an element. */
    drops(element: HTMLElement): void {
      const mark = (over: boolean) =>
        element.classList.toggle('dropping', over);
      element.addEventListener('dragover', (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        mark(true);
      });
      element.addEventListener('dragleave', () => mark(false));
      element.addEventListener('drop', (event) => {
        mark(false);
        const [file] = event.dataTransfer?.files ?? [];
        if (!file) return;
        event.preventDefault();
        void show(file);
      });
    },
  };
}
