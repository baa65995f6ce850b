// A message in place of a view that could not be loaded.

import { h } from './dom.js';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Says in `main` what failed and why, with a button to try again. */
export function showNotice(
  main: HTMLElement,
  what: string,
  error: unknown,
  retry: () => void,
): void {
  const again = h('button', { type: 'button' }, 'Try again');
  again.addEventListener('click', retry);
  main.replaceChildren(
    h(
      'div',
      { class: 'notice', role: 'alert' },
      h('p', {}, `${what}: ${messageOf(error)}`),
      again,
    ),
  );
}
