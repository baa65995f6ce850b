// The files of a figure, each made when it is asked for. Those of numbers are
// written by a worker, which lives while there is one to write.

import { createDesk } from '../../engine/desk.js';
import { persist } from '../../engine/persist.js';
import { sceneCanvas } from './canvas.js';
import type { FileKind, KeptFigure } from './figure.js';
import type { FileJobs } from './file-jobs.js';
import type { NumbersKind } from './numbers.js';
import { sceneOf } from './picture.js';
import { pngOf, withTexts } from './png.js';
import { sceneSvg } from './svg.js';
import { entriesOf, nameOf, type Told } from './told.js';

/** How a file is made. */
export interface Making {
  /** Gives the file up. */
  readonly signal: AbortSignal;
  /** Hears which part of it is written, from 0 to 1. */
  readonly told: (share: number) => void;
}

export interface KeptFile {
  readonly name: string;
  readonly blob: Blob;
}

const desk = createDesk<FileJobs>(
  () =>
    new Worker(new URL('./files-worker.ts', import.meta.url), {
      type: 'module',
    }),
);
/** How many files the worker writes. */
let writing = 0;

async function numbersFile(
  figure: KeptFigure,
  kind: NumbersKind,
  told: Told,
  { signal, told: hear }: Making,
): Promise<Blob> {
  const write = async () => {
    const numbers = await figure.numbers();
    signal.throwIfAborted();
    const { file } = await desk.ask(
      'write',
      { kind, numbers, told },
      {
        signal,
        move: numbers.own ? [numbers.data.buffer] : [],
        told: ({ share }) => hear(share),
      },
    );
    if (file === null) throw new Error('the worker gave no file');
    return file;
  };
  writing += 1;
  try {
    return await persist(write, () => hear(0));
  } finally {
    writing -= 1;
    // It may hold the numbers of a large table.
    if (writing === 0) desk.close();
  }
}

async function partOf(
  figure: KeptFigure,
  kind: FileKind,
  told: Told,
  making: Making,
): Promise<readonly [part: BlobPart, type: string]> {
  switch (kind) {
    case 'png': {
      const scene = await sceneOf(figure.picture(), told);
      const png = await pngOf(sceneCanvas(scene));
      const bytes = new Uint8Array(await png.arrayBuffer());
      return [withTexts(bytes, entriesOf(told)), 'image/png'];
    }
    case 'svg': {
      const scene = await sceneOf(figure.picture(), told);
      return [await sceneSvg(scene, told), 'image/svg+xml'];
    }
    case 'json':
      return [`${JSON.stringify(told, null, 2)}\n`, 'application/json'];
    default: {
      const type = kind === 'csv' ? 'text/csv' : 'application/octet-stream';
      return [await numbersFile(figure, kind, told, making), type];
    }
  }
}

/** The file of a figure; `link` is the address that shows it. */
export async function fileOf(
  figure: KeptFigure,
  kind: FileKind,
  link: string,
  making: Making,
): Promise<KeptFile> {
  const { title, caption, spec } = figure;
  const told = { title, caption, spec, link };
  const [part, type] = await partOf(figure, kind, told, making);
  making.signal.throwIfAborted();
  const blob = new Blob([part], { type });
  return { name: `${nameOf(figure)}.${kind}`, blob };
}
