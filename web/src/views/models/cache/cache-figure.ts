// The cosines and sines of the chosen layer, as a file in the order that an engine
// reads.

import { createNumberField } from '../../../controls/number-field.js';
import { readError } from '../../../engine/trouble.js';
import { freshId, h, setText } from '../../../shell/dom.js';
import { attempt, describeFailure } from '../../../shell/failure.js';
import { createFold } from '../../../shell/fold.js';
import { saveBlob } from '../../../shell/save.js';
import { during } from '../../../state/pending.js';
import { filesOfCache } from '../desk/save-cache.js';
import {
  type CacheAsk,
  type CacheDType,
  type CacheKind,
  type CacheOrder,
  cacheDTypes,
  caches,
  cacheWords,
  checkRows,
  fileName,
  noFile,
  readers,
} from './cache-shapes.js';

export interface CacheChosen {
  readonly cache: CacheOrder;
  readonly dtype: CacheDType;
  readonly rows: number;
}

/** A list of words with a label. */
function createList<Word extends string>(
  label: string,
  api: string,
  words: readonly Word[],
  nameOf: (word: Word) => string,
  choose: (word: Word) => void,
) {
  const id = freshId(api);
  const list = h(
    'select',
    { id },
    ...words.map((word) => h('option', { value: word }, nameOf(word))),
  );
  list.addEventListener('change', () => choose(list.value as Word));
  return {
    element: h(
      'div',
      { class: 'number-field cache-list', 'data-param': api },
      h('label', { for: id }, label),
      list,
    ),
    set(word: Word): void {
      list.value = word;
    },
  };
}

/** A name of files, of letters that every system takes. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

export function createCacheFigure(set: (patch: Partial<CacheChosen>) => void) {
  const cache = createList(
    'Read by',
    'cache',
    caches,
    (word) => readers[word],
    (word) => set({ cache: word }),
  );
  const dtype = createList(
    'Numbers',
    'dtype',
    cacheDTypes,
    (word) => word,
    (word) => set({ dtype: word }),
  );
  const rows = createNumberField({
    param: 'rows',
    name: 'Positions, from 0',
    look: 'number-field',
    onInput: (value) => set({ rows: value ?? Number.NaN }),
  });
  const told = h('p', { class: 'hint numbers' });
  const said = h('p', { class: 'hint', role: 'status' });
  const lack = h('p', { class: 'hint' });
  let ask: CacheAsk | null = null;
  let name = '';

  async function save(asked: CacheAsk, kind: CacheKind): Promise<void> {
    try {
      const files = await filesOfCache(asked, kind);
      const names = files.map(({ table, blob }) => {
        const file = fileName(name, asked, kind, table);
        saveBlob(blob, file);
        return file;
      });
      setText(said, `Saved ${names.join(' and ')}.`);
    } catch (error) {
      const { failure } = readError(error);
      setText(said, `Not saved: ${describeFailure(failure)}`);
    }
  }

  const buttons = (
    [
      ['safetensors', 'Save as safetensors'],
      ['npy', 'Save as .npy'],
    ] as const
  ).map(([kind, label]) => {
    const button = h('button', { type: 'button', 'data-kind': kind }, label);
    button.addEventListener('click', () => {
      if (ask === null || button.getAttribute('aria-disabled') === 'true') {
        return;
      }
      const asked = ask;
      setText(said, 'Computing the tables.');
      void during('studies', () => save(asked, kind));
    });
    return { kind, button };
  });

  /** Whether there is something to save. */
  function enable(open: boolean): void {
    for (const { kind, button } of buttons) {
      const closed = !open || (ask && noFile(ask.dtype, kind)) !== '';
      button.setAttribute('aria-disabled', String(closed));
    }
  }

  return {
    element: createFold(
      'caches',
      'Its cosines and sines as a file',
      h(
        'div',
        { class: 'cache-choices' },
        cache.element,
        dtype.element,
        rows.element,
      ),
      told,
      h('div', { class: 'actions' }, ...buttons.map(({ button }) => button)),
      lack,
      said,
    ),
    show(chosen: CacheChosen): void {
      cache.set(chosen.cache);
      dtype.set(chosen.dtype);
      rows.set(chosen.rows);
    },
    /** `null`: the layer turns nothing. */
    draw(next: CacheAsk | null, of: string): void {
      ask = next;
      name = plainName(of);
      if (next === null) {
        setText(told, 'This layer turns nothing, so it has no tables.');
        setText(lack, '');
        enable(false);
        rows.fail(null);
        return;
      }
      const { failure } = attempt(() => checkRows(next));
      rows.fail(failure);
      setText(told, failure === null ? cacheWords(next) : '');
      setText(lack, noFile(next.dtype, 'npy'));
      enable(failure === null);
    },
  };
}
