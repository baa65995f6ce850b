// One control under each figure, "Save", that saves it as a file or copies its
// link. What makes the files is loaded when the control is first opened. A file that
// takes longer than a second says how far it is, and can be stopped.
//
// How a figure uses it:
//
//   const keep = createKeep(() => shown && {
//     name: 'similarity-64x64',              // of the files, without method and end
//     title: 'Similarity of positions',      // above the picture, in the files
//     caption: 'sinusoidal · 64 × 64',       // below the picture, in the files
//     spec: shown.spec,                      // the call whose numbers these are
//     numbers: async () => ({ dtype: 'float64', shape: [64, 64], data }),
//     picture: () => ({ parts: [{ map: { ...look, write } }] }),
//   });
//   h('figure', {}, …, keep.element);        // below the figure
//
// It is asked when something is pressed, so that there is nothing to refresh;
// null means that there is no figure yet. `columnsOf` makes numbers of named
// columns. A part of a picture is what was given to `createHeatmap` as `map`,
// what was given to `createLines` as `lines`, or an `svg` element of the page as
// `drawing`, or a function that gives shapes as `panel`; several stand beside each
// other, `columns` in a row, with a `title` each. A worker's map needs a `grid` of
// its own: one paints one thing at a time.

import './keep.css';
import { WorkerTrouble } from '../../engine/trouble.js';
import { h, setText } from '../../shell/dom.js';
import { saveBlob } from '../../shell/save.js';
import type { FileKind, KeptFigure } from './figure.js';

export interface Keep {
  readonly element: HTMLElement;
}

/** What each button says, and the end of the names of its files. */
const choices: readonly (readonly [kind: FileKind, words: string])[] = [
  ['png', 'PNG picture'],
  ['svg', 'SVG picture'],
  ['csv', 'CSV numbers'],
  ['npy', 'NPY numbers'],
  ['safetensors', 'Safetensors numbers'],
  ['json', 'JSON options'],
];

const alone =
  ' It holds the numbers alone; safetensors holds them with their options.';

/** What is said of a file besides its name. */
const remarks: Partial<Readonly<Record<FileKind, string>>> = {
  ...{ csv: alone, npy: alone },
};

/** Milliseconds after which a reader is told that a file is still written. */
const longMs = 1000;

/** Why there is no file, in words. */
function reasonOf(error: unknown): string {
  if (error instanceof WorkerTrouble) {
    return `a worker of this page stopped (${error.message})`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** How far a file is, and a button that gives it up. */
function createBusy(kind: FileKind, stop: () => void) {
  const name = kind.toUpperCase();
  const bar = h('progress', {
    'aria-label': `part of the ${name} file that is written`,
  });
  const part = h('span', { class: 'numbers' });
  const button = h('button', { type: 'button' }, `Stop writing ${name}`);
  button.addEventListener('click', stop);
  return {
    element: h('p', { class: 'keep-busy' }, bar, part, button),
    tell(share: number): void {
      bar.value = share;
      setText(part, `${Math.floor(100 * share)} %`);
    },
  };
}

export function createKeep(figure: () => KeptFigure | null): Keep {
  const said = h('p', { class: 'keep-said hint', role: 'status' });
  const load = () => import('./files.js');

  async function save(kind: FileKind): Promise<void> {
    const now = figure();
    if (now === null) {
      said.textContent = 'There is nothing to save yet.';
      return;
    }
    const control = new AbortController();
    const { signal } = control;
    const busy = createBusy(kind, () => control.abort());
    const shown = setTimeout(() => {
      element.append(busy.element);
      said.textContent = `Writing the ${kind.toUpperCase()} file.`;
    }, longMs);
    try {
      const { fileOf } = await load();
      const making = { signal, told: busy.tell };
      const file = await fileOf(now, kind, location.href, making);
      saveBlob(file.blob, file.name);
      said.textContent = `Saved ${file.name}.${remarks[kind] ?? ''}`;
    } catch (error) {
      said.textContent = signal.aborted
        ? 'Not saved: it was stopped.'
        : `Not saved: ${reasonOf(error)}`;
    } finally {
      clearTimeout(shown);
      if (busy.element.contains(document.activeElement)) summary.focus();
      busy.element.remove();
    }
  }

  async function copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      said.textContent = 'Copied the link.';
    } catch {
      said.textContent = `The browser does not let the page copy: ${location.href}`;
    }
  }

  function press(words: string, name: string, task: () => void) {
    const button = h('button', { type: 'button', 'data-keep': name }, words);
    button.addEventListener('click', task);
    return h('li', {}, button);
  }

  const summary = h('summary', {}, 'Save');
  const element = h(
    'details',
    { class: 'keep' },
    summary,
    h(
      'ul',
      { class: 'keep-choices' },
      ...choices.map(([kind, words]) =>
        press(words, kind, () => void save(kind)),
      ),
      press('Copy link', 'link', () => void copyLink()),
    ),
    said,
  );
  element.addEventListener('toggle', () => {
    if (element.open) void load().catch(() => {});
    else said.textContent = '';
  });
  element.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !element.open) return;
    element.open = false;
    summary.focus();
  });
  return { element };
}
