// A fold that opens on a phone as a sheet at the lower edge of the screen, so
// that the figure stays in sight above it.

import './sheet.css';
import { freshId, h } from './dom.js';

/** The same condition as in the style sheets. */
const phone = matchMedia('(max-width: 30rem)');

/**
 * Makes a fold open as a sheet on phones. Escape, the button of the sheet and a
 * press above it close it, and the focus returns to the title of the fold. A
 * fold that is open already stays one.
 */
export function asSheet(fold: HTMLDetailsElement): HTMLDetailsElement {
  const [summary, content] = fold.children as unknown as [
    HTMLElement,
    HTMLElement,
  ];
  const title = h('h3', { id: freshId('sheet') }, summary.textContent ?? '');
  const back = h('button', { type: 'button' }, 'Back to the figure');
  const sheet = h(
    'dialog',
    { class: 'sheet', 'aria-labelledby': title.id },
    h('div', { class: 'sheet-head' }, title, back),
  );
  const close = () => sheet.close();

  summary.addEventListener('click', (event) => {
    if (fold.open || !phone.matches) return;
    event.preventDefault();
    // Within the fold, so that who looks for a control there finds it.
    fold.open = true;
    sheet.append(content);
    fold.append(sheet);
    sheet.showModal();
    back.focus();
  });
  sheet.addEventListener('close', () => {
    fold.append(content);
    sheet.remove();
    fold.open = false;
    summary.focus({ preventScroll: true });
  });
  back.addEventListener('click', close);
  // A press beside the sheet is one on the dialog itself.
  sheet.addEventListener('click', ({ target, clientY }) => {
    const { top } = sheet.getBoundingClientRect();
    if (target === sheet && clientY < top) close();
  });
  // Another view may take the place of this one.
  addEventListener('popstate', close);
  phone.addEventListener('change', close);
  return fold;
}
