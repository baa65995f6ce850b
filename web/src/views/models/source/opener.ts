// A button that opens a file with a configuration. Nothing leaves the reader's
// machine.

import { readError } from '../../../engine/trouble.js';
import { h } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { during } from '../../../state/pending.js';
import { textOfFile } from '../desk/open-file.js';

export interface OpenerEvents {
  /** The text of a configuration, and the name of its file. */
  take(text: string, file: string): void;
  /** A file that cannot be taken, and why. */
  refuse(failure: Failure): void;
}

/** `label` tells buttons of a page apart. */
export function createOpener(label: string, { take, refuse }: OpenerEvents) {
  const picker = h('input', {
    type: 'file',
    accept: '.json,.gguf,application/json,text/plain',
    class: 'spoken',
    tabindex: -1,
    'aria-hidden': 'true',
  });
  const button = h('button', { type: 'button' }, label);
  button.addEventListener('click', () => picker.click());
  picker.addEventListener('change', () => {
    const [file] = picker.files ?? [];
    // The same file may be opened again once it was changed.
    if (file) void takeFile(file).finally(() => (picker.value = ''));
  });

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

  return { elements: [button, picker], takeFile };
}
