// A message in place of a view that could not be loaded.

import { h } from './dom.js';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Says in `main` what failed and why, with a button to try again; without `retry`
 * only a new page can. A page that stays open while a newer one is put in its place
 * asks for files that are gone, and browsers say no more than that they failed.
 */
export function showNotice(
  main: HTMLElement,
  what: string,
  error: unknown,
  retry?: () => void,
): void {
  const label = retry ? 'Try again' : 'Reload the page';
  const again = h('button', { type: 'button' }, label);
  again.addEventListener('click', retry ?? (() => location.reload()));
  const reasons =
    'The connection may be lost, or this page was updated after you opened it.';
  main.replaceChildren(
    h(
      'div',
      { class: 'notice', role: 'alert' },
      h('p', {}, `${what}: ${messageOf(error)}`),
      ...(retry ? [] : [h('p', {}, reasons)]),
      again,
    ),
  );
}
