// What each token of a sequence is: which part it belongs to, and where it lies in
// that.

import type { Sequence } from './models.js';

/** Tokens in a row that are told alike. */
export interface Run {
  readonly kind: 'text' | 'stamp' | 'image' | 'frame';
  /** Number of the part among all parts, and among those of its kind, from 1. */
  readonly part: number;
  readonly number: number;
  /** The first token, and how many there are. */
  readonly from: number;
  readonly count: number;
  /** Number of the frame, of a video. */
  readonly frame: number;
  /** Tokens in a row of an image or a frame. */
  readonly columns: number;
}

/** The runs of a sequence whose sizes are right. */
export function runsOf({ parts, model, stamp }: Sequence): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  const add = (run: Omit<Run, 'from'>) => {
    if (run.count === 0) return;
    runs.push({ ...run, from });
    from += run.count;
  };
  parts.forEach(({ kind, sizes }, part) => {
    const before = parts.slice(0, part).filter((one) => one.kind === kind);
    const own = { part, number: before.length + 1, frame: 0 };
    const [rows = 0, columns = 0] = sizes.slice(-2);
    if (kind === 'text') {
      add({ ...own, kind, count: sizes[0] as number, columns: 1 });
    } else if (kind === 'image') {
      add({ ...own, kind, count: rows * columns, columns });
    } else {
      for (let frame = 0; frame < (sizes[0] as number); frame++) {
        const its = { ...own, frame };
        if (model === 'qwen3') {
          add({ ...its, kind: 'stamp', count: stamp, columns: 1 });
        }
        add({ ...its, kind: 'frame', count: rows * columns, columns });
      }
    }
  });
  return runs;
}

/** The run of a token. */
export const runAt = (runs: readonly Run[], token: number): Run | undefined =>
  runs.find(({ from, count }) => token >= from && token < from + count);

/** What a token is, in words: "row 1, column 2 of image 1". */
export function tokenWords(runs: readonly Run[], token: number): string {
  const run = runAt(runs, token);
  if (run === undefined) return '';
  const { kind, number, frame, columns, count } = run;
  const at = token - run.from;
  const cell = `row ${Math.floor(at / columns)}, column ${at % columns}`;
  const words: Readonly<Record<Run['kind'], string>> = {
    text: `${at + 1} of ${count} in text ${number}`,
    stamp: `${at + 1} of ${count} in the time stamp of frame ${frame} of video ${number}`,
    image: `${cell} of image ${number}`,
    frame: `${cell} in frame ${frame} of video ${number}`,
  };
  return words[kind];
}
