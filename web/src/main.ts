// The Explorer page. It shows its frame, and imports everything else from
// there, so that the frame can say what could not be loaded.

import './shell/english.js';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/head.css';
import './styles/landing.css';
import './styles/controls.css';
import './styles/plot.css';
import './styles/views.css';
import './styles/print.css';
import { createFrame, type Frame } from './shell/frame.js';
import { showNotice } from './shell/notice.js';
import { during } from './state/pending.js';

/** Says in place of the view, and in the foot, what could not be loaded. */
function refuse(
  { main, engine }: Frame,
  what: string,
  error: unknown,
  retry?: () => void,
): void {
  engine.textContent = 'No numbers: the page could not be loaded.';
  showNotice(main, what, error, retry);
}

async function explore(frame: Frame): Promise<void> {
  let explorer: typeof import('./explore.js');
  try {
    explorer = await import('./explore.js');
  } catch (error) {
    // Browsers do not import again what failed; a new page does.
    const what = 'The views of this page could not be loaded';
    refuse(frame, what, error);
    return;
  }
  try {
    await explorer.explore(frame);
  } catch (error) {
    const what = 'The numbers of this page could not be loaded';
    refuse(frame, what, error, () => void start(frame));
  }
}

async function start(frame: Frame): Promise<void> {
  frame.engine.textContent = 'Loading the numbers …';
  await during('load', () => explore(frame));
}

void start(createFrame());
