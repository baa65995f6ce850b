// The three positions of each token of a sequence, as the package counts them, and
// what is said of them.

import type { Rotary } from 'posenc/rotary';
import { writeCount } from '../../../plot/ticks.js';
import { PageLimit } from '../../../shell/failure.js';
import { callOf, type Sequence } from './models.js';
import { checkParts, mostTokens, tokensOf } from './parts.js';
import { type Run, tokenWords } from './tokens.js';

export const axisNames = ['time', 'height', 'width'] as const;

export interface Ids {
  /** The positions of all tokens in time, height and width. */
  readonly axes: readonly [number[], number[], number[]];
  /** What is added to the index of a later token to give its position. */
  readonly delta: number;
}

/** The sequence of a state, whose numbers may be wrong. */
export function checkSequence(sequence: Sequence): void {
  const { parts, model, stamp, seconds } = sequence;
  checkParts(parts);
  const videos = parts.filter(({ kind }) => kind === 'video');
  if (videos.length === 0) return;
  if (model === 'qwen2.5' && !(seconds >= 0 && seconds <= 3600)) {
    refuse('seconds', `must be from 0 to 3600, got ${seconds}`);
  }
  if (model !== 'qwen3') return;
  if (!Number.isInteger(stamp) || stamp < 0 || stamp > 64) {
    refuse('stamp', `must be an integer from 0 to 64, got ${stamp}`);
  }
  const frames = videos.reduce((sum, { sizes }) => sum + (sizes[0] ?? 0), 0);
  const all = parts.reduce((sum, part) => sum + tokensOf(part), 0);
  if (all + frames * stamp <= mostTokens) return;
  const rule = `at most ${mostTokens} tokens in all with the time stamps`;
  refuse('parts', `must have ${rule}, got ${all + frames * stamp}`);
}

function refuse(param: string, rule: string): never {
  const message = `${param} ${rule}`;
  throw new PageLimit({ code: 'PAGE_RANGE', param, message });
}

export function idsOf(
  pe: Pick<Rotary, 'mropePositions'>,
  sequence: Sequence,
): Ids {
  checkSequence(sequence);
  const { positions, delta } = pe.mropePositions(callOf(sequence));
  const [, count] = positions.shape;
  const axis = (a: number) => [
    ...positions.data.subarray(a * count, (a + 1) * count),
  ];
  return { axes: [axis(0), axis(1), axis(2)], delta };
}

/** A position on each axis, in words: those of text are the same. */
function placeWords([time, height, width]: readonly number[]): string {
  if (time === height && height === width) {
    return `${writeCount(time as number)} in time, height and width`;
  }
  const [t, y, x] = [time, height, width].map((n) => writeCount(n as number));
  return `time ${t}, height ${y}, width ${x}`;
}

export function readToken({ axes }: Ids, runs: readonly Run[], token: number) {
  const place = axes.map((axis) => axis[token] ?? Number.NaN);
  const what = tokenWords(runs, token);
  return `Token ${writeCount(token)}, ${what}: ${placeWords(place)}.`;
}

/** From the least to the most of some numbers. */
function spanWords(numbers: readonly number[]): string {
  let [least, most] = [Infinity, -Infinity];
  for (const n of numbers) {
    least = Math.min(least, n);
    most = Math.max(most, n);
  }
  const [from, to] = [least, most].map(writeCount);
  return least === most ? `${from}` : `${from} to ${to}`;
}

const tokens = (count: number) =>
  `${writeCount(count)} ${count === 1 ? 'token' : 'tokens'}`;

/** What a part takes: its tokens, and its positions on each axis. */
export function partWords(
  { axes }: Ids,
  runs: readonly Run[],
  part: number,
): string {
  const own = runs.filter((run) => run.part === part);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return 'no tokens';
  const [from, to] = [first.from, last.from + last.count];
  const spans = axes.map((axis) => spanWords(axis.slice(from, to)));
  const same = new Set(spans).size === 1;
  const places = same
    ? `positions ${spans[0]}`
    : spans.map((span, a) => `${axisNames[a]} ${span}`).join(' · ');
  return `${tokens(to - from)} · ${places}`;
}

/** What the whole sequence takes. */
export function sequenceWords({ axes, delta }: Ids): string {
  const count = axes[0].length;
  const next = count + delta;
  if (delta === 0) {
    return `${tokens(count)} take as many positions: the next one stands at ${writeCount(next)}.`;
  }
  return (
    `${tokens(count)}, and the next one stands at position ${writeCount(next)} ` +
    `on all axes, not at ${writeCount(count)}.`
  );
}
