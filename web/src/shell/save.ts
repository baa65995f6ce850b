// Copies text to the clipboard, and saves pictures as files.

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

export function saveCanvas(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => {
    if (blob === null) return;
    const url = URL.createObjectURL(blob);
    h('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
}
