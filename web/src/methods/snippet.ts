// Programs to copy, which call the package as the page does.

import { literalOf, type MethodDescription } from 'posenc/descriptions';
import { createStrip } from '../controls/segments.js';
import { h, setText } from '../shell/dom.js';
import { createCopyButton } from '../shell/save.js';
import { during } from '../state/pending.js';
import { optionsOf, type Spec } from '../state/spec.js';
import { lean } from './defaults.js';
import type { Call } from './languages.js';

/** The call of the package that a spec stands for. */
export function callOf(method: MethodDescription, spec: Spec): string {
  const options = optionsOf(lean(method, spec));
  const none = Object.keys(options).length === 0;
  return `pe.${spec.method}(${none ? '' : literalOf(options)})`;
}

/** A whole program from lines that use `pe`. */
export function program(...lines: readonly string[]): string {
  return [
    "import { load } from 'posenc';",
    '',
    'const pe = await load();',
    ...lines,
  ].join('\n');
}

export interface Snippet {
  readonly element: HTMLElement;
  /** `calls` are what other languages than JavaScript have programs for. */
  show(text: string, calls: readonly Call[]): void;
}

const languages = ['JavaScript', 'shell', 'PyTorch'] as const;

/** A program on the page, in a language to choose, with a button that copies it. */
export function createSnippet(): Snippet {
  const text = h('code');
  const frame = h('pre', { tabindex: 0, 'aria-label': 'Code' }, text);
  const copy = createCopyButton('Copy code', () => text.textContent);
  let language: (typeof languages)[number] = 'JavaScript';
  let shown: { readonly text: string; readonly calls: readonly Call[] } | null =
    null;

  async function write(): Promise<void> {
    if (shown === null) return;
    const wanted = language;
    if (wanted === 'JavaScript') {
      setText(text, shown.text);
      return;
    }
    const { calls } = shown;
    await during('load', async () => {
      const { writeCalls } = await import('./languages.js');
      // Another language may have been chosen while the programs were loaded.
      if (language === wanted) setText(text, writeCalls(calls, wanted));
    });
  }

  function draw(): void {
    write().catch((error: unknown) => {
      setText(text, `# The program could not be loaded: ${String(error)}`);
    });
  }

  const strip = createStrip('language', languages, (next) => {
    language = next;
    draw();
  });
  strip.set(language);
  return {
    element: h(
      'div',
      { class: 'code' },
      strip.element,
      frame,
      h('div', { class: 'actions' }, copy),
    ),
    show(program, calls) {
      shown = { text: program, calls };
      draw();
    },
  };
}
