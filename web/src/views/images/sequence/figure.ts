// Texts, images and videos in a row, and the three positions of each of their tokens.

import { createNumberField } from '../../../controls/number-field.js';
import { createTabs } from '../../../controls/tabs.js';
import { createChart } from '../../../figures/chart/chart.js';
import { createSnippet } from '../../../methods/snippet.js';
import { lineColour } from '../../../plot/palette.js';
import { linearScale } from '../../../plot/scales.js';
import { freshId, h, setText } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { createFold } from '../../../shell/fold.js';
import { theme } from '../../../shell/theme.js';
import type { Made } from '../follow.js';
import { createEditor } from './editor.js';
import {
  axisNames,
  type Ids,
  partWords,
  readToken,
  sequenceWords,
} from './ids.js';
import {
  callOf,
  type ModelName,
  models,
  type Program,
  programNames,
  programs,
  type Sequence,
} from './models.js';
import { type Part, writeParts } from './parts.js';
import { writeSequence } from './program.js';
import { runsOf } from './tokens.js';

const words =
  'Text counts on, the same on all three axes. The tokens of an image share one ' +
  'time, and are told apart by height and width; the next text goes on behind the ' +
  'largest position.';

export interface SequenceEvents {
  parts(parts: string, step: boolean): void;
  model(model: ModelName): void;
  program(program: Program): void;
  number(name: 'seconds' | 'stamp', value: number): void;
  token(token: number): void;
}

/** Who places the tokens: programs differ behind videos. */
function createPrograms(choose: (program: Program) => void) {
  const id = freshId('program');
  const select = h(
    'select',
    { id },
    ...programs.map((name) => h('option', { value: name }, programNames[name])),
  );
  select.addEventListener('change', () => choose(select.value as Program));
  return {
    element: h(
      'div',
      { class: 'program' },
      h('label', { for: id }, 'As in'),
      select,
    ),
    set(program: Program): void {
      select.value = program;
    },
  };
}

/** What differs between programs, where it does. */
function programWords({ program, parts, model }: Sequence): string {
  const videos = parts.some(({ kind }) => kind === 'video');
  if (!videos || model === 'qwen3' || program === 'vllm') return '';
  const seconds =
    model === 'qwen2.5' ? ' It cuts the seconds to whole ones first.' : '';
  return (
    'transformers 5 lets the text behind a video begin behind its rows and ' +
    `columns, so that it may repeat positions of later frames.${seconds}`
  );
}

/** The first token that lies in an image or a frame; the first one of a text. */
function usualToken(sequence: Sequence): number {
  const run = runsOf(sequence).find(
    ({ kind }) => kind === 'image' || kind === 'frame',
  );
  return run
    ? Math.min(run.from + run.columns + 1, run.from + run.count - 1)
    : 0;
}

export function createSequenceFigure(events: SequenceEvents) {
  const tabs = createTabs(
    'Model',
    Object.fromEntries(
      Object.entries(models).map(([name, { title }]) => [name, title]),
    ) as Record<ModelName, string>,
    events.model,
  );
  const about = h('p', { class: 'hint' });
  const editor = createEditor((parts, step) =>
    events.parts(writeParts(parts), step),
  );
  const program = createPrograms(events.program);
  const seconds = createNumberField({
    ...{ param: 'seconds', name: 'secondsPerGrid', look: 'control' },
    word: 'Seconds from frame to frame',
    range: { low: 0, high: 10, spacing: 'even', integer: false },
    onInput: (value) => events.number('seconds', value ?? Number.NaN),
  });
  const stamp = createNumberField({
    ...{ param: 'stamp', name: 'timestamps', look: 'control' },
    word: 'Tokens of text before each frame',
    range: { low: 0, high: 20, spacing: 'even', integer: true },
    doc: 'The time stamp, and the tokens that end a frame and begin the next: how many they are depends on the time.',
    onInput: (value) => events.number('stamp', value ?? Number.NaN),
  });
  const whole = h('p', { class: 'sequence-words' });
  const differs = h('p', { class: 'hint' });
  const chart = createChart('Token', events.token);
  /** Where each part lies below the chart's axis of tokens. */
  const strip = h('div', { class: 'part-strip', 'aria-hidden': true });
  const snippet = createSnippet();
  tabs.panel.append(
    about,
    h(
      'div',
      { class: 'sequence-tools' },
      program.element,
      seconds.element,
      stamp.element,
    ),
    editor.element,
    whole,
    differs,
    chart.reading,
    strip,
    chart.element,
    createFold(
      'sequence-code',
      'Code that gives these positions',
      snippet.element,
    ),
  );

  function drawChart(sequence: Sequence, ids: Ids, token: number): void {
    const runs = runsOf(sequence);
    const count = ids.axes[0].length;
    const chosen = token >= 0 && token < count ? token : usualToken(sequence);
    const series = ids.axes.map((values, a) => ({
      ...{ label: axisNames[a] ?? '', values },
      // Widths go back at each row, which lines would only connect.
      mark: a < 2 ? ('line' as const) : ('dot' as const),
      colour: lineColour(a, theme()),
    }));
    const { title } = models[sequence.model];
    chart.draw({
      ...{ x: Array.from({ length: count }, (_, i) => i), series, chosen },
      across: { low: 0, high: Math.max(1, count - 1), logarithmic: false },
      up: linearScale([0, ...ids.axes.flat()]),
      ...{ xName: 'token', yName: 'position' },
      read: (index) => readToken(ids, runs, index),
      caption: `Positions of ${title}`,
      told: {
        name: `positions-${sequence.model}-${count}`,
        caption: `${title} · ${programNames[sequence.program]} · ${writeParts(sequence.parts)}`,
        spec: { method: 'mropePositions', ...callOf(sequence) },
      },
    });
  }

  return {
    element: h(
      'figure',
      { class: 'chart sequence' },
      h(
        'div',
        { class: 'chart-head' },
        h('h3', {}, 'Text, images and videos in a row'),
      ),
      h('p', { class: 'means' }, words),
      tabs.element,
    ),
    fail(failure: Failure | null): boolean {
      const placed = [editor, seconds, stamp].map((one) => one.fail(failure));
      return placed.includes(true);
    },
    show(sequence: Sequence): void {
      const { model, parts } = sequence;
      tabs.set(model);
      setText(about, models[model].words);
      program.set(sequence.program);
      editor.show(parts);
      const videos = parts.some(({ kind }) => kind === 'video');
      seconds.element.hidden = !videos || model !== 'qwen2.5';
      stamp.element.hidden = !videos || model !== 'qwen3';
      seconds.set(sequence.seconds);
      stamp.set(sequence.stamp);
    },
    draw({ ask, got }: Made<'ids'>, token: number): void {
      const runs = runsOf(ask);
      strip.replaceChildren(
        ...ask.parts.map(({ kind }, part) => {
          const own = runs.filter((run) => run.part === part);
          const count = own.reduce((sum, run) => sum + run.count, 0);
          const label = h('span', { 'data-kind': kind }, kind);
          label.style.flexGrow = String(count);
          return label;
        }),
      );
      editor.tell(
        ask.parts.map((_: Part, i: number) => partWords(got, runs, i)),
      );
      setText(whole, sequenceWords(got));
      setText(differs, programWords(ask));
      drawChart(ask, got, token);
      snippet.show(writeSequence(ask), []);
    },
  };
}
