// The figure of speed: the button that starts and stops, what is done, the bars, the
// table, and what disturbed the run.

import { readError } from '../../engine/trouble.js';
import { createSmallTable, smallRow } from '../../figures/small-table.js';
import { columnsOf } from '../../plot/keep/columns.js';
import { createKeep } from '../../plot/keep/keep.js';
import { h, setText } from '../../shell/dom.js';
import { describeFailure } from '../../shell/failure.js';
import { createCopyButton } from '../../shell/save.js';
import { during } from '../../state/pending.js';
import { barColours, createBars } from './bars.js';
import {
  type Around,
  barsOf,
  cellsOf,
  disturbances,
  headsOf,
  markdownOf,
  ratiosOf,
} from './report.js';
import { type Run, runAll } from './run.js';

const title = 'Times as fast as plain JavaScript, in this browser';

export function createSpeedFigure() {
  const around: Around = {
    agent: navigator.userAgent,
    cores: navigator.hardwareConcurrency || 1,
  };
  let run: Run | null = null;
  let control: AbortController | null = null;
  const start = h('button', { type: 'button', class: 'run' }, 'Run');
  const progress = h('progress', {
    value: 0,
    'aria-label': 'Part that is done',
  });
  const said = h('p', { class: 'hint', role: 'status' });
  const bars = createBars();
  const table = createSmallTable('speeds', headsOf(1));
  setText(
    table.caption,
    'Ratios of medians; times would hold on this machine alone',
  );
  const notes = h('ul', { class: 'notes', 'aria-label': 'What disturbed it' });
  const copy = createCopyButton('Copy as Markdown', () =>
    run === null ? '' : markdownOf(run, around),
  );
  const keep = createKeep(() => {
    if (run === null) return null;
    const { results, workers } = run;
    const all = results.map(ratiosOf);
    return {
      ...{ name: 'speed', title, caption: around.agent },
      spec: { cores: around.cores, workers, works: all },
      numbers: async () =>
        columnsOf([
          ['times plain JavaScript', all.map(({ plain }) => plain)],
          ['of the yardstick', all.map(({ yardstick }) => yardstick)],
          ['all workers, times one', all.map((one) => one.workers)],
          ['spread of turns', all.map(({ spread }) => spread)],
        ]),
      picture: () => ({
        parts: [
          {
            async panel(box, inks) {
              const { barShapes } = await import('./bars-panel.js');
              return barShapes(barsOf(results), barColours(), box, inks);
            },
          },
        ],
      }),
    };
  });
  const shown = h(
    'div',
    { class: 'speed-results' },
    notes,
    bars.element,
    table.element,
    h('div', { class: 'actions' }, copy),
    keep.element,
  );
  shown.hidden = true;

  function draw(): void {
    if (run === null) return;
    shown.hidden = run.results.length === 0;
    bars.draw(run.results);
    const heads = headsOf(run.workers);
    [...table.element.querySelectorAll('thead th')].forEach((one, i) => {
      setText(one, heads[i] ?? '');
    });
    table.body.replaceChildren(
      ...run.results.map((one) => smallRow(cellsOf(ratiosOf(one)))),
    );
    const told = disturbances(run, around.cores);
    notes.replaceChildren(...told.map((text) => h('li', {}, text)));
  }

  function idle(words: string): void {
    control = null;
    progress.hidden = true;
    setText(start, 'Run again');
    setText(said, words);
  }

  async function go(): Promise<void> {
    const own = new AbortController();
    control = own;
    setText(start, 'Stop');
    setText(said, 'It measures. Leave the page in sight until it is done.');
    progress.hidden = false;
    progress.value = 0;
    try {
      const made = await runAll(around.cores, own.signal, (share) => {
        progress.value = share;
      });
      run = made;
      draw();
      idle('Done.');
    } catch (error) {
      if (own.signal.aborted) idle('It was stopped before its end.');
      else idle(`It broke off: ${describeFailure(readError(error).failure)}`);
    }
  }

  start.addEventListener('click', () => {
    if (control) control.abort(new DOMException('stopped', 'AbortError'));
    else void during('studies', go);
  });
  progress.hidden = true;

  return {
    element: h(
      'figure',
      { class: 'chart speed-figure' },
      h('div', { class: 'chart-head' }, h('h3', {}, title)),
      h('div', { class: 'actions' }, start, progress),
      said,
      shown,
    ),
    /** Draws again, in the new colours of the page. */
    refresh: draw,
    stop: () => control?.abort(new DOMException('stopped', 'AbortError')),
  };
}
