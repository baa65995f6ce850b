// The Explorer: loads the package and shows the views.

import './shell/language.js';
import { load, type Posenc } from 'posenc';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/controls.css';
import './styles/plot.css';
import './styles/views.css';
import './styles/encodings.css';
import './styles/rope.css';
import { h } from './shell/dom.js';
import { createFrame, type Frame } from './shell/frame.js';
import { startRouter } from './shell/router.js';
import { begin } from './state/pending.js';
import { createEncodings } from './views/encodings/view.js';
import { createRope } from './views/rope/view.js';

function describeEngine({ simd, version }: Posenc): string {
  const lanes = simd ? 'with SIMD' : 'without SIMD';
  return (
    `posenc ${version}: every number is computed in this tab, ` +
    `by C++ as WebAssembly ${lanes}.`
  );
}

function explore(pe: Posenc, { nav, main, engine }: Frame): void {
  engine.textContent = describeEngine(pe);
  startRouter(
    [
      {
        name: 'encodings',
        title: 'Encodings',
        create: (context) => createEncodings(pe, context),
      },
      {
        name: 'rope',
        title: 'RoPE attention',
        create: (context) => createRope(pe, context),
      },
    ],
    nav,
    main,
  );
}

/** The package may be asked again after a load that failed. */
async function start(frame: Frame): Promise<void> {
  const done = begin('load');
  try {
    explore(await load(), frame);
  } catch (error) {
    const again = h('button', { type: 'button' }, 'Try again');
    again.addEventListener('click', () => start(frame));
    const text = error instanceof Error ? error.message : String(error);
    frame.main.replaceChildren(
      h('div', { class: 'notice', role: 'alert' }, h('p', {}, text), again),
    );
  } finally {
    done();
  }
}

void start(createFrame());
