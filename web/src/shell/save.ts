// Taking something away from the page: text to the clipboard, a file to disk.

import { h } from './dom.js';

/** A button that copies what `text` returns and says so for a moment. */
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
      // Without permission the text is still on the page, to be selected.
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
