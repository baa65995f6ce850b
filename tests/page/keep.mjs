// @ts-check
// Figures saved as files: each file is read by somebody else than its writer.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { decodeCsv, decodeNpy, decodeSafetensors } from 'posenc/formats';
import { text, unfold } from './page-actions.mjs';
import { drawingOf, saved, textsOf } from './saved-files.mjs';
import { sourceOf } from './source.mjs';
import { present, rested } from './waits.mjs';

const pe = await load();

/** The table that the tests save. */
const spec = /** @type {const} */ ({ length: 64, dim: 32 });

const address = '#/encodings?length=64&dim=32&lines=0.3';

/** @type {import('./on-page.mjs').Tests} */
export const keep = {
  async 'keep: a heat map as each kind of file'(stage) {
    const { page } = await stage.show(address);
    await rested(page, 'studies', 'address');
    const made = pe.sinusoidal(spec);
    const hash = await page.evaluate(() => location.href);

    const png = await saved(page, '.plate-more > .plate-foot', 'png');
    assert.equal(png.name, 'sinusoidal-64x32.png');
    assert.equal(png.bytes.readUInt32BE(16), 1600);
    const texts = textsOf(png.bytes);
    assert.equal(texts.Source, hash);
    assert.match(texts.Description ?? '', /64 × 32 · float32/);
    assert.deepEqual(JSON.parse(texts.posenc ?? ''), {
      ...{ method: 'sinusoidal', ...spec },
    });

    const svg = await drawingOf(
      page,
      (await saved(page, '.plate-more > .plate-foot', 'svg')).bytes,
    );
    assert.equal(svg.tag, 'svg');
    assert.equal(svg.title, texts.Title);
    assert.equal(JSON.parse(svg.told).spec.dim, 32);
    // The table and the key to its colours.
    assert.deepEqual(svg.images, Array(2).fill('data:image/png;base64,'));
    assert.ok(
      svg.words.includes('position') && svg.words.includes('dimension'),
    );

    const csv = await saved(page, '.plate-more > .plate-foot', 'csv');
    assert.deepEqual(decodeCsv(csv.bytes).data, made.data);
    assert.match(
      await text(page, '.plate-more .keep-said'),
      /^Saved sinusoidal-64x32\.csv\. It holds the numbers alone/,
    );
    const npy = decodeNpy(
      (await saved(page, '.plate-more > .plate-foot', 'npy')).bytes,
    );
    assert.deepEqual([npy.shape, npy.data], [[64, 32], made.data]);
    const whole = await saved(page, '.plate-more > .plate-foot', 'safetensors');
    assert.equal(whole.name, 'sinusoidal-64x32.safetensors');
    const { tensors, metadata } = decodeSafetensors(whole.bytes);
    assert.deepEqual(tensors.numbers?.data, made.data);
    assert.deepEqual(JSON.parse(metadata.spec ?? ''), {
      ...{ method: 'sinusoidal', ...spec },
    });
    assert.equal(metadata.link, hash);
    const options = JSON.parse(
      (await saved(page, '.plate-more > .plate-foot', 'json')).bytes.toString(),
    );
    assert.deepEqual(options.spec, { method: 'sinusoidal', ...spec });
    assert.match(await text(page, '.plate-more .keep-said'), /Saved .*\.json/);
  },

  async 'keep: charts are saved with lines as paths, and all numbers'(stage) {
    const { page } = await stage.show(`${address}&analysis=1`);
    await present(page, '.analysis[open] [data-study="curve"] .keep');
    await rested(page, 'studies', 'address');
    const { data } = pe.sinusoidal(spec);
    const columns = '.chart:not(.row-bars)';
    const svg = await drawingOf(
      page,
      (await saved(page, columns, 'svg')).bytes,
    );
    // Each line has its 64 points.
    assert.equal(svg.paths.filter((count) => count === 64).length, 2);
    const lines = await saved(page, columns, 'csv');
    assert.equal(lines.name, 'sinusoidal-64x32-columns-0-3.csv');
    assert.equal(
      lines.bytes.toString().split('\n')[0],
      'position,column 0,column 3',
    );
    const read = decodeCsv(lines.bytes, { dtype: 'float64' });
    assert.deepEqual(read.shape, [64, 3]);
    for (let row = 0; row < 64; row++) {
      const wanted = [row, data[32 * row], data[32 * row + 3]];
      assert.deepEqual([...read.data.slice(3 * row, 3 * row + 3)], wanted);
    }
    // The mean of the products at each distance, summed here in another order.
    const curve = decodeNpy(
      (await saved(page, '[data-study="curve"]', 'npy')).bytes,
    );
    assert.deepEqual(curve.shape, [64, 4]);
    for (const distance of [0, 1, 17, 63]) {
      let sum = 0;
      for (let i = 63 - distance; i >= 0; i--) {
        for (let c = 31; c >= 0; c--) {
          const [a, b] = [data[32 * i + c], data[32 * (i + distance) + c]];
          sum += Number(a) * Number(b);
        }
      }
      const mean = Number(curve.data[4 * distance + 1]);
      const off = Math.abs(mean - sum / (64 - distance));
      assert.ok(off < 1e-5, `distance ${distance}: ${mean}`);
    }
    for (const study of ['gram', 'spectrum', 'wavelengths']) {
      const figure = `[data-study="${study}"]`;
      const { bytes } = await saved(page, figure, 'png');
      assert.match(textsOf(bytes).posenc ?? '', /"sinusoidal"/);
      const drawn = await drawingOf(
        page,
        (await saved(page, figure, 'svg')).bytes,
      );
      assert.equal(drawn.tag, 'svg', study);
    }
  },

  async 'keep: scores by distance of a rope, as picture and as numbers'(stage) {
    const { page } = await stage.show('#/rope?headDim=16');
    await rested(page, 'studies', 'address');
    const figure = '.reach .points';
    const svg = await drawingOf(page, (await saved(page, figure, 'svg')).bytes);
    assert.deepEqual(JSON.parse(svg.told).spec, {
      ...{ method: 'rope', headDim: 16 },
    });
    assert.ok(svg.words.includes('distance in positions'));
    const file = await saved(page, figure, 'csv');
    assert.equal(file.name, 'rope-score-by-distance.csv');
    const { shape, data } = decodeCsv(file.bytes, { dtype: 'float64' });
    const [rows = 0, columns = 0] = shape;
    // Each of the distances has its dot, or its stretch a block of the band.
    const [head = ''] = file.bytes.toString().split('\n');
    const [last, least, most] = [
      'distance in positions last',
      ...['with RoPE least', 'with RoPE most'],
    ].map((name) => head.split(',').indexOf(name));
    const cell = (
      /** @type {number} */ row,
      /** @type {number} */ column = -1,
    ) => Number(data[row * columns + column]);
    const lone = Array.from({ length: rows }, (_, row) => row).filter(
      (row) => cell(row, 0) === cell(row, last),
    ).length;
    assert.ok(lone > 20 && svg.paths.includes(lone), svg.paths.join());
    assert.ok(svg.paths.includes(rows - lone), svg.paths.join());
    const { embedWords } = await sourceOf('figures/words/words.ts');
    const x = embedWords(pe, ['cat'], 16, 0.4);
    const rotary = pe.rope({ headDim: 16 });
    for (const row of [0, 20, 80]) {
      const scores = [];
      for (let at = cell(row, 0); at <= cell(row, last); at++) {
        const places = { queryStart: at, keyStart: 0 };
        const call = { q: x, k: x, heads: 1, rotary, ...places };
        scores.push(Number(pe.attention(call).scores.data[0]));
      }
      assert.equal(cell(row, least), Math.min(...scores), `row ${row}`);
      assert.equal(cell(row, most), Math.max(...scores), `row ${row}`);
    }
    // The maps are saved with the words as names.
    const maps = await saved(page, '[role="tabpanel"]', 'csv');
    const [words = ''] = maps.bytes.toString().split('\n');
    assert.equal(words.split(',').length, 10);
    const cells = decodeCsv(maps.bytes);
    assert.deepEqual(cells.shape, [10, 10]);
    const places = { queryStart: 1, keyStart: 1 };
    const at = { q: x, k: x, heads: 1, rotary, ...places };
    assert.equal(cells.data[11], pe.attention(at).scores.data[0]);
  },

  async 'keep: a drawing of the page is saved as it stands there'(stage) {
    const { page } = await stage.show('#/attention?b.rotation.method=rope');
    await unfold(page, '[data-fold="arrows"]');
    await rested(page, 'studies', 'address');
    const { bytes } = await saved(page, 'figure.arrows > div', 'svg');
    // The browser draws the file, and each shape is compared with the page's.
    const pairs = await page.evaluate((source) => {
      const { documentElement: root } = new DOMParser().parseFromString(
        source,
        'image/svg+xml',
      );
      document.body.append(document.adoptNode(root));
      const read = (/** @type {Element} */ shape) => {
        const { x, y, width, height } = shape.getBoundingClientRect();
        const { stroke, fill } = getComputedStyle(shape);
        return { x: x + width / 2, y: y + height / 2, width, stroke, fill };
      };
      // A side without a rope has no drawing.
      const drawing = [
        ...document.querySelectorAll('figure.arrows .plane-box > svg'),
      ].find((svg) => svg.getBoundingClientRect().width > 0);
      const shown = [
        ...(drawing?.querySelectorAll(
          'path, line, rect, circle, ellipse, polyline, polygon',
        ) ?? []),
      ].filter((shape) => {
        const { display, visibility } = getComputedStyle(shape);
        const defined = shape.closest('defs, clipPath, mask, marker, symbol');
        return !defined && display !== 'none' && visibility !== 'hidden';
      });
      // The ground of the picture, then its first drawing.
      const [, ...files] = root.querySelectorAll('path');
      const all = shown.map((shape, i) => ({
        page: read(shape),
        file: read(/** @type {Element} */ (files[i])),
      }));
      root.remove();
      return all;
    }, bytes.toString());
    assert.ok(pairs.length >= 4, `${pairs.length} shapes`);
    const widest = pairs.reduce((a, b) =>
      b.page.width > a.page.width ? b : a,
    );
    const scale = widest.file.width / widest.page.width;
    assert.ok(scale > 0.2, `${scale}`);
    for (const { page: there, file } of pairs) {
      for (const axis of /** @type {const} */ (['x', 'y'])) {
        const far = scale * (there[axis] - widest.page[axis]);
        const off = file[axis] - widest.file[axis] - far;
        assert.ok(Math.abs(off) < 1, `${axis} is off by ${off}`);
      }
      assert.equal(file.fill, there.fill);
      assert.equal(file.stroke, there.stroke);
    }
    // They do not all stand in one place.
    const places = new Set(pairs.map(({ page: { x } }) => Math.round(x)));
    assert.ok(places.size >= 3, [...places].join());
  },

  async 'keep: letters on lines have a ground of their own in files, too'(
    stage,
  ) {
    const { page } = await stage.show('#/rope?queryAt=12&keyAt=5');
    await rested(page, 'studies', 'address');
    const figure = '.pair-steps';
    const svg = (await saved(page, figure, 'svg')).bytes.toString();
    const png = (await saved(page, figure, 'png')).bytes.toString('base64');
    // The page itself draws no image of an address.
    const blank = await page.browser().newPage();
    const letters = await blank.evaluate(
      async (source, picture) => {
        const read = async (/** @type {string} */ address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          const canvas = new OffscreenCanvas(1600, 1000);
          const pen = canvas.getContext('2d', { willReadFrequently: true });
          pen?.drawImage(image, 0, 0, 1600, 1000);
          return /** @type {OffscreenCanvasRenderingContext2D} */ (pen);
        };
        /** Without the letters, whose ground is what is compared. */
        const bare = source.replaceAll(/>[qk]<\/text>/g, '></text>');
        const [file, other, empty] = await Promise.all(
          [
            `data:image/svg+xml;utf8,${encodeURIComponent(source)}`,
            `data:image/png;base64,${picture}`,
            `data:image/svg+xml;utf8,${encodeURIComponent(bare)}`,
          ].map(read),
        );
        const { documentElement: root } = new DOMParser().parseFromString(
          source,
          'image/svg+xml',
        );
        return [...root.querySelectorAll('text')]
          .filter(({ textContent }) => /^[qk]$/.test(textContent ?? ''))
          .map((text) => {
            const number = (/** @type {string} */ name) =>
              Number(text.getAttribute(name));
            const size = number('font-size');
            const box = /** @type {const} */ ([
              Math.round(number('x') - 0.2 * size),
              Math.round(number('y') - 0.8 * size),
              Math.round(size),
              Math.round(1.2 * size),
            ]);
            const pixels = [file, other, empty].map(
              (pen) => pen?.getImageData(...box).data ?? [],
            );
            const apart = (
              /** @type {number} */ a,
              /** @type {number} */ b,
            ) => {
              const [one = [], two = []] = [pixels[a], pixels[b]];
              let sum = 0;
              for (let i = 0; i < one.length; i++) {
                sum += Math.abs(Number(one[i]) - Number(two[i])) / one.length;
              }
              return sum;
            };
            return {
              halo: text.getAttribute('paint-order'),
              stroke: text.getAttribute('stroke'),
              files: apart(0, 1),
              letter: apart(0, 2),
            };
          });
      },
      svg,
      png,
    );
    await blank.close();
    const sheet = await page.$eval('.plane-box', (box) => {
      return getComputedStyle(box).backgroundColor;
    });
    assert.equal(letters.length, 2);
    for (const { halo, stroke, files, letter } of letters) {
      assert.deepEqual([halo, stroke], ['stroke', sheet]);
      // Both kinds of files show the same, and not nothing.
      assert.ok(files < 0.15 * letter, `${files} of ${letter}`);
    }
  },
};
