// Copies text to the clipboard, and saves files.

import { h } from './dom.js';

/** A button that copies what `text` returns, and says so for a moment. */
export function createCopyButton(
  label: string,
  text: () => string,
): HTMLButtonElement {
  const button = h('button', { type: 'button' }, label);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = 'Copied';
    } catch {
      // Without permission the reader can still select the text on the page.
      button.textContent = 'Not allowed here';
    }
    setTimeout(() => {
      button.textContent = label;
    }, 1600);
  });
  return button;
}

/** Saves what the page has made as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  // By then the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
