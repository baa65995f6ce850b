// A button that copies the address of what is shown.

import { h } from './dom.js';
import type { Remark } from './remark.js';

const saidMs = 1600;

/** `address` gives the address with the state of this moment. */
export function createCopyLink(
  address: () => string,
  remark: Remark,
): HTMLElement {
  const label = 'Copy link';
  const button = h('button', { type: 'button', class: 'copy-link' }, label);

  /** Shows the address, selected, where the clipboard is refused. */
  function offer(text: string): void {
    const field = h('input', {
      type: 'text',
      readonly: true,
      value: text,
      'aria-label': 'Address of this view',
    });
    remark.show(
      h('p', {}, 'The browser does not let the page copy. Copy it from here:'),
      field,
    );
    field.focus();
    field.select();
  }

  button.addEventListener('click', async () => {
    const text = address();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      offer(text);
      return;
    }
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = label;
    }, saidMs);
  });
  return button;
}
