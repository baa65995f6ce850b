// The files of a figure, each made when it is asked for.

import { sceneCanvas } from './canvas.js';
import type { FileKind, KeptFigure } from './figure.js';
import { csvOf, npyOf } from './numbers.js';
import { sceneOf } from './picture.js';
import { withTexts } from './png.js';
import { sceneSvg } from './svg.js';
import { entriesOf, type Told } from './told.js';

async function pngOf(figure: KeptFigure, told: Told) {
  const canvas = sceneCanvas(await sceneOf(figure.picture(), told));
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (blob === null) throw new Error('the browser makes no PNG');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return withTexts(bytes, entriesOf(told));
}

/** The file of a figure; `link` is the address that shows it. */
export async function fileOf(
  figure: KeptFigure,
  kind: FileKind,
  link: string,
): Promise<Blob> {
  const { title, caption, spec } = figure;
  const told = { title, caption, spec, link };
  switch (kind) {
    case 'png':
      return new Blob([await pngOf(figure, told)], { type: 'image/png' });
    case 'svg': {
      const text = sceneSvg(await sceneOf(figure.picture(), told), told);
      return new Blob([text], { type: 'image/svg+xml' });
    }
    case 'csv':
      return new Blob([csvOf(await figure.numbers())], { type: 'text/csv' });
    case 'npy':
      return new Blob([npyOf(await figure.numbers())]);
    case 'json': {
      const text = `${JSON.stringify(told, null, 2)}\n`;
      return new Blob([text], { type: 'application/json' });
    }
  }
}
