// The editor of a sequence: a line for each part, with its sizes, what it takes, and
// buttons that move or remove it; and buttons that add a part.

import { createNote } from '../../../controls/control.js';
import { freshId, h, setText } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { toNumber } from '../../../state/hash.js';
import {
  firstSizes,
  mostParts,
  type Part,
  type PartKind,
  partKinds,
  sizeNames,
} from './parts.js';

interface Row {
  readonly element: HTMLElement;
  readonly inputs: readonly HTMLInputElement[];
  readonly up: HTMLButtonElement;
  readonly down: HTMLButtonElement;
  readonly words: HTMLElement;
}

/** `step`: the change is one that the reader may go back from. */
type Change = (parts: readonly Part[], step: boolean) => void;

export function createEditor(change: Change) {
  let parts: readonly Part[] = [];
  let rows: readonly Row[] = [];
  /** What gets the focus once the lines are those of the change. */
  let refocus: (() => void) | null = null;
  const list = h('ol', { class: 'parts' });
  const note = createNote(
    'Sizes are tokens: each holds 2 × 2 patches, so that `image_grid_thw` has twice the rows and columns.',
  );

  function button(label: string, text: string, act: () => void) {
    const made = h('button', { type: 'button', 'aria-label': label }, text);
    made.addEventListener('click', act);
    return made;
  }

  function move(from: number, to: number): void {
    const next = [...parts];
    const [part] = next.splice(from, 1);
    if (part === undefined || to < 0 || to > next.length) return;
    next.splice(to, 0, part);
    refocus = () => {
      const { up, down } = rows[to] as Row;
      const [same, other] = to < from ? [up, down] : [down, up];
      (same.disabled ? other : same).focus();
    };
    change(next, true);
  }

  function remove(at: number): void {
    const rest = parts.filter((_, i) => i !== at);
    refocus = () => {
      const near = rows[Math.min(at, rows.length - 1)];
      (near?.inputs[0] ?? add[0])?.focus();
    };
    change(rest, true);
  }

  function createRow({ kind }: Part, at: number): Row {
    const name = `part ${at + 1}, ${kind}`;
    const inputs = sizeNames[kind].map((size, i) => {
      const input = h('input', {
        ...{ type: 'text', inputmode: 'numeric', autocomplete: 'off' },
        ...{ spellcheck: 'false', id: freshId('size') },
        'data-param': `parts[${at}].${size}`,
        'aria-label': `${size} of ${name}`,
      });
      const take = (value: number) =>
        change(
          parts.map((part, p) =>
            p === at
              ? { kind, sizes: part.sizes.map((n, s) => (s === i ? value : n)) }
              : part,
          ),
          false,
        );
      input.addEventListener('input', () => take(toNumber(input.value)));
      input.addEventListener('keydown', (event) => {
        const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        const now = toNumber(input.value);
        if (way === undefined || !Number.isFinite(now)) return;
        event.preventDefault();
        input.value = String(now + way);
        take(now + way);
      });
      return input;
    });
    const fields = inputs.map((input, i) =>
      h(
        'label',
        { for: input.id },
        h('span', { 'aria-hidden': true }, sizeNames[kind][i] ?? ''),
        input,
      ),
    );
    const words = h('span', { class: 'part-words numbers' });
    const up = button(`Move ${name} up`, '↑', () => move(at, at - 1));
    const down = button(`Move ${name} down`, '↓', () => move(at, at + 1));
    return {
      ...{ inputs, words, up, down },
      element: h(
        'li',
        { 'data-kind': kind },
        h('strong', {}, kind),
        ...fields,
        h(
          'span',
          { class: 'part-tools' },
          ...[up, down],
          button(`Remove ${name}`, '×', () => remove(at)),
        ),
        words,
      ),
    };
  }

  const add = partKinds.map((kind) =>
    button(`Add ${kind}`, `Add ${kind}`, () =>
      change([...parts, { kind, sizes: firstSizes[kind] }], true),
    ),
  );

  const kindsOf = (all: readonly Part[]): readonly PartKind[] =>
    all.map(({ kind }) => kind);

  return {
    element: h(
      'div',
      { class: 'editor', 'data-param': 'parts' },
      list,
      h('div', { class: 'actions' }, ...add),
      note.element,
    ),
    show(next: readonly Part[]): void {
      const same = String(kindsOf(next)) === String(kindsOf(parts));
      parts = next;
      if (!same || rows.length === 0) {
        rows = parts.map(createRow);
        list.replaceChildren(...rows.map(({ element }) => element));
      }
      for (const one of add) one.disabled = parts.length >= mostParts;
      rows.forEach(({ inputs, up, down }, at) => {
        up.disabled = at === 0;
        down.disabled = at === rows.length - 1;
        inputs.forEach((input, i) => {
          const value = parts[at]?.sizes[i] ?? Number.NaN;
          // Keep a text that stands for the same number: somebody may be typing.
          if (Object.is(toNumber(input.value), value)) return;
          input.value = Number.isNaN(value) ? '' : String(value);
        });
      });
      refocus?.();
      refocus = null;
    },
    /** What each part takes. */
    tell(words: readonly string[]): void {
      rows.forEach((row, i) => {
        setText(row.words, words[i] ?? '');
      });
    },
    fail(failure: Failure | null): boolean {
      const mine = failure?.param.startsWith('parts') ? failure : null;
      const all = rows.flatMap(({ inputs }) => inputs);
      const wrong = all.filter(
        (input) => mine === null || input.dataset.param === mine.param,
      );
      note.fail(null, all);
      note.fail(mine, wrong);
      return mine !== null;
    },
  };
}
