// The files of a figure, each made when it is asked for.

import { sceneCanvas } from './canvas.js';
import type { FileKind, KeptFigure } from './figure.js';
import { csvOf, npyOf, safetensorsOf } from './numbers.js';
import { sceneOf } from './picture.js';
import { withTexts } from './png.js';
import { sceneSvg } from './svg.js';
import { entriesOf, nameOf, type Told } from './told.js';

async function pngOf(figure: KeptFigure, told: Told) {
  const canvas = sceneCanvas(await sceneOf(figure.picture(), told));
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (blob === null) throw new Error('the browser makes no PNG');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return withTexts(bytes, entriesOf(told));
}

export interface KeptFile {
  readonly name: string;
  readonly blob: Blob;
}

async function partsOf(
  figure: KeptFigure,
  kind: FileKind,
  told: Told,
): Promise<readonly [part: BlobPart, type: string]> {
  switch (kind) {
    case 'png':
      return [await pngOf(figure, told), 'image/png'];
    case 'svg': {
      const scene = await sceneOf(figure.picture(), told);
      return [sceneSvg(scene, told), 'image/svg+xml'];
    }
    case 'csv':
      return [csvOf(await figure.numbers()), 'text/csv'];
    case 'npy':
      return [npyOf(await figure.numbers()), 'application/octet-stream'];
    case 'safetensors': {
      const bytes = safetensorsOf(await figure.numbers(), told);
      return [bytes, 'application/octet-stream'];
    }
    case 'json':
      return [`${JSON.stringify(told, null, 2)}\n`, 'application/json'];
  }
}

/** The file of a figure; `link` is the address that shows it. */
export async function fileOf(
  figure: KeptFigure,
  kind: FileKind,
  link: string,
): Promise<KeptFile> {
  const { title, caption, spec } = figure;
  const told = { title, caption, spec, link };
  const [part, type] = await partsOf(figure, kind, told);
  const blob = new Blob([part], { type });
  return { name: `${nameOf(figure)}.${kind}`, blob };
}
