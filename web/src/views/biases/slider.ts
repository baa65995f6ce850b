// A slider with its label and what it stands for, whose ends change with the
// figure that it moves.

import { freshId, h, setText } from '../../shell/dom.js';

export interface Place {
  readonly at: number;
  readonly count: number;
  /** What it stands for. */
  readonly text: string;
}

/** `choose` is called with a place from 0 on. */
export function createSlider(
  name: string,
  label: string,
  choose: (place: number) => void,
) {
  const id = freshId(name);
  const input = h('input', { id, type: 'range', min: 0, step: 1 });
  const output = h('output', { for: id, class: 'numbers' });
  input.addEventListener('input', () => choose(Number(input.value)));
  return {
    element: h(
      'div',
      { class: 'bias-slider', 'data-slider': name },
      h('label', { for: id }, label),
      output,
      input,
    ),
    show({ at, count, text }: Place): void {
      input.max = String(Math.max(0, count - 1));
      input.value = String(at);
      input.disabled = count < 2;
      input.setAttribute('aria-valuetext', text);
      setText(output, text);
    },
  };
}
