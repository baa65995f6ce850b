// @ts-check
// A short look at the page in every engine, without a locale and with a German
// one: all views draw, answer the keyboard, show the right value, and write
// numbers in English; a bar is as long as its value says.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { within } from '../../scripts/lib/pace.mjs';
import { runEarly } from '../../scripts/lib/run-tests.mjs';
import { sessions } from '../engines/browsers.mjs';
import { oneIn } from '../support/sample.mjs';
import { untilDone } from './waits.mjs';

/** @typedef {import('../engines/browsers.mjs').Engine} Engine */
/** @typedef {import('../engines/browsers.mjs').Session} Session */

/**
 * Without a locale, and with one. Without a locale but with an encoding
 * (C.UTF-8), WebKitGTK has the language "C", which is none.
 * @type {Record<Engine, string[]>}
 */
const locales = {
  chromium: ['C', 'de_DE.UTF-8'],
  firefox: ['C', 'de_DE.UTF-8'],
  webkit: ['C', 'C.UTF-8', 'de_DE.UTF-8'],
};

/** Seconds of the reference machine: a long time for any single answer. */
const patience = 20;

/** @param {Session} session @param {...string} works */
async function rested(session, ...works) {
  const done = session.run(untilDone, ['load', 'picture', ...works]);
  await within(done, patience, `waiting for ${['picture', ...works].join()}`);
}

/** @param {Session} session @param {string} selector @returns {Promise<string>} */
function text(session, selector) {
  return session.run(
    (wanted) => document.querySelector(wanted)?.textContent ?? '',
    selector,
  );
}

/**
 * A digest of all pixels of a heat map, with its size and whether it has more
 * than one colour.
 * @param {Session} session
 * @param {string} selector
 */
function picture(session, selector) {
  return session.run((wanted) => {
    const canvas = /** @type {HTMLCanvasElement} */ (
      document.querySelector(wanted)
    );
    const { width, height } = canvas;
    const copy = Object.assign(document.createElement('canvas'), {
      width,
      height,
    });
    const pen = copy.getContext('2d', { willReadFrequently: true });
    pen?.drawImage(canvas, 0, 0);
    const bytes = pen?.getImageData(0, 0, width, height).data;
    const pixels = new Uint32Array(bytes?.buffer ?? new ArrayBuffer(4));
    let digest = 0;
    for (const pixel of pixels) digest = Math.imul(digest ^ pixel, 0x01000193);
    const inked = pixels.some((pixel) => pixel !== pixels[0]);
    return { digest: `${width}x${height} ${digest}`, inked };
  }, selector);
}

/**
 * Types keys at the end of a field.
 * @param {Session} session
 * @param {string} param
 * @param {string} keys
 */
async function append(session, param, keys) {
  await session.run((name) => {
    const field = /** @type {HTMLInputElement} */ (
      document.querySelector(`[data-param="${name}"] input[type="text"]`)
    );
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, param);
  await session.press(...keys);
  await rested(session);
}

/**
 * Presses keys on a heat map and gives what is spoken then.
 * @param {Session} session
 * @param {string} map selector of the figure
 * @param {...string} keys
 */
async function walk(session, map, ...keys) {
  await session.run((wanted) => {
    const field = document.querySelector(`${wanted} .field`);
    /** @type {HTMLElement} */ (field).focus();
  }, map);
  await session.press(...keys);
  await rested(session, 'words');
  return text(session, `${map} [aria-live]`);
}

/** @param {Session} session */
async function seeTables(session) {
  const map = '.plate .field canvas';
  await rested(session, 'studies');
  assert.match(await text(session, '.meta'), /^256 × 3 · float32 · 3\.1 kB/);
  const before = await picture(session, map);
  assert.ok(before.inked, 'the table has a picture');
  await append(session, 'dim', '3');
  assert.match(await text(session, '.meta'), /^256 × 33 /);
  const after = await picture(session, map);
  assert.notEqual(after.digest, before.digest);

  const first = await walk(session, '.plate', 'ArrowRight');
  assert.equal(first, 'position 0, dimension 1, value 1');
  const second = await walk(session, '.plate', 'ArrowDown');
  assert.match(second, /^position 1, dimension 1, value /);
  const value = Number(second.split(' ').at(-1));
  assert.ok(Math.abs(value - Math.cos(1)) < 1e-6, second);
  const reading = await text(session, '.plate .reading');
  assert.equal(reading, `position 1 · dimension 1 · ${value}`);
}

/** Every number is written in English. @param {Session} session */
async function seeNumbers(session) {
  const { labels, written } = await session.run(() => {
    const parts = '.numbers, .colorbar-labels span, .axis-labels span';
    const all = [...document.querySelectorAll(parts)];
    return {
      labels: all.map((part) => part.textContent ?? ''),
      /** @type {string[]} */
      written: Reflect.get(window, 'written'),
    };
  });
  // The labels of the page, and those that are painted into charts.
  for (const [where, words] of Object.entries({ labels, written })) {
    for (const wanted of ['0.5', '\u22120.5']) {
      assert.ok(words.includes(wanted), `${where}: ${JSON.stringify(words)}`);
    }
    // No number has a comma.
    const foreign = words.filter((word) => /\d,\d/.test(word));
    assert.deepEqual(foreign, [], where);
  }
}

/** @param {Session} session */
async function seeWords(session) {
  await session.run(() => {
    location.hash = '#/rope?start=0';
  });
  await rested(session);
  const map = '[data-map="rotary-scores"] canvas';
  const before = await picture(session, map);
  assert.ok(before.inked, 'the scores have a picture');
  await append(session, 'start', '900');
  assert.deepEqual(await picture(session, map), before);
  assert.match(await text(session, '.ledger'), /moved by 900/);
}

/** @param {Session} session */
async function seeConfigurations(session) {
  await session.run(() => {
    location.hash =
      '#/attention?start=0&a={}&b.rotation.method=&b.bias.method=alibi';
  });
  await rested(session);
  const map = '[data-map="b-late"] canvas';
  const before = await picture(session, map);
  assert.ok(before.inked, 'the scores with a bias have a picture');
  await append(session, 'start', '70');
  assert.deepEqual(await picture(session, map), before);
  assert.match(await text(session, '.told'), /Moved by 70: the same/);
}

/** How far the bars of the lesson's row reach, above their line and below it. */
function barsThere() {
  const figure = document.querySelector('.start-figure');
  const { top = 0 } = figure?.getBoundingClientRect() ?? {};
  return [...document.querySelectorAll('[data-mark="row"] rect')].map((bar) => {
    const box = bar.getBoundingClientRect();
    return { top: box.top - top, bottom: box.bottom - top };
  });
}

/**
 * A bar of the lesson is as long as its value says, and on its side of the line.
 * @param {Session} session
 */
async function seeBars(session) {
  const pe = await load();
  /** @param {number} position */
  const at = async (position) => {
    await session.run((place) => {
      location.hash = `#/start/waves?position=${place}`;
    }, position);
    await rested(session);
    const bars = await session.run(barsThere);
    const { data } = pe.sinusoidal({
      ...{ positions: [position], dim: 16, base: 256 },
    });
    assert.equal(bars.length, data.length);
    return bars.map((bar, i) => ({ ...bar, value: Number(data[i]) }));
  };
  // At the first position, every cosine is 1: so long is the unit.
  const [, one = { top: 0, bottom: 0 }] = await at(0);
  const [line, unit] = [one.bottom, one.bottom - one.top];
  assert.ok(unit > 15, `a unit of ${unit} pixels`);
  for (const position of [15, 37, 63]) {
    for (const { top, bottom, value } of await at(position)) {
      const [up, down] = [line - top, bottom - line];
      const wanted = unit * Math.abs(value);
      const [long, other] = value > 0 ? [up, down] : [down, up];
      const told = `${value} at ${position}: ${up} above, ${down} below`;
      // A value near 0 still has a hair that is seen.
      assert.ok(Math.abs(long - Math.max(wanted, 0.02 * unit)) < 0.6, told);
      assert.ok(Math.abs(other) < 0.6, told);
    }
  }
}

/**
 * Drops a text on the page as a file, or pastes it. Runs in the page.
 * @param {'drop' | 'paste'} way @param {string} given
 */
function bring(way, given) {
  const data = new DataTransfer();
  if (way === 'drop') data.items.add(new File([given], 'config.json'));
  else data.setData('text/plain', given);
  // No engine but one gives a script such events of its own.
  const event = new Event(way, { bubbles: true, cancelable: true });
  const name = way === 'drop' ? 'dataTransfer' : 'clipboardData';
  Object.defineProperty(event, name, { value: data });
  document.body.dispatchEvent(event);
}

/** A configuration that is dropped, one that is pasted, and one that is none. */
async function seeModels(/** @type {Session} */ session) {
  await session.run(() => {
    location.hash = '#/models';
  });
  await rested(session);
  const strip = () =>
    session.run(() =>
      [...document.querySelectorAll('.layers-figure .layer[data-layer]')].map(
        (cell) => cell.textContent,
      ),
    );
  const written = (/** @type {number} */ layers) =>
    JSON.stringify({
      ...{ model_type: 'gemma2', hidden_size: 64, num_hidden_layers: layers },
      ...{ num_attention_heads: 4, head_dim: 16, sliding_window: 32 },
    });
  for (const [way, layers] of /** @type {const} */ ([
    ['drop', 3],
    ['paste', 5],
  ])) {
    await session.run(bring, way, written(layers));
    await rested(session);
    assert.equal((await strip()).length, layers, way);
  }
  await session.run(bring, 'paste', '{"model_type": ');
  await rested(session);
  assert.match(
    await text(session, '.banner p'),
    /^The pictures show the last file .*config must be JSON/,
  );
  assert.equal((await strip()).length, 5);
}

/** A link with an unknown name, and Back. @param {Session} session */
async function seeLinks(session) {
  const place = () => session.run(() => location.hash);
  const before = '#/encodings?dim=3';
  await session.run((hash) => {
    location.hash = hash;
  }, before);
  await rested(session, 'address');
  await session.run(() => {
    location.hash = '#/ropee?headDim=32';
  });
  await rested(session, 'address');
  assert.match(
    await text(session, '.remark [role="status"]'),
    /view “ropee”.*“rope”/,
  );
  assert.equal(await place(), '#/rope?headDim=32');
  const held = await session.run(
    () => document.activeElement?.textContent ?? '',
  );
  assert.equal(held, await text(session, '.view h2'));
  await session.run(() => history.back());
  await session.run(
    (wanted) =>
      new Promise((done) => {
        const look = () =>
          location.hash === wanted ? done(null) : setTimeout(look, 10);
        look();
      }),
    before,
  );
  await rested(session, 'address');
  assert.equal(await place(), before);
  assert.equal(await text(session, '.remark [role="status"]'), '');
}

/** @param {Session} session */
function complaintsOf(session) {
  return session.run(() => {
    /** @type {string[]} */
    const complaints = Reflect.get(window, 'complaints') ?? ['nobody looked'];
    const foreign = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).origin !== location.origin)
      .map(({ name }) => `left the host: ${name}`);
    return [...complaints, ...foreign];
  });
}

/**
 * Puts the focus on a part of a page of text, once its script has made it.
 * @param {Session} session @param {string} selector
 */
async function focusMade(session, selector) {
  const made = session.run(
    (wanted) =>
      new Promise((done) => {
        const look = () => {
          const part = document.querySelector(wanted);
          if (!(part instanceof HTMLElement)) setTimeout(look, 10);
          else {
            part.focus();
            done(null);
          }
        };
        look();
      }),
    selector,
  );
  await within(made, patience, `waiting for ${selector}`);
}

/**
 * The pages of text: the figure of a question moves, that of a method is read and
 * computed, and the search finds.
 * @param {Session} session @param {string} address
 */
async function seePages(session, address) {
  await session.open(`${address}why/each-dimension/`);
  await focusMade(session, '.start-controls input');
  await session.press('ArrowRight');
  await rested(session);
  assert.match(await text(session, '.said'), /^Columns 102 and 103 are/);
  assert.deepEqual(await complaintsOf(session), []);
  await session.open(`${address}docs/methods/alibi/`);
  await focusMade(session, '.method-figure canvas');
  await session.press('ArrowDown');
  await rested(session);
  assert.equal(await text(session, '.cell-words'), 'query 1, key 0: −0.5');
  // The largest exponent of the slopes, 8, becomes 9.
  await focusMade(session, '.method-figure .fields label:last-child input');
  await session.press('ArrowUp');
  await rested(session);
  assert.equal(
    await text(session, '.cell-words'),
    `query 1, key 0: −${+(2 ** (-9 / 8)).toPrecision(5)}`,
  );
  await focusMade(session, '.search input');
  await session.press(...'kerple');
  await rested(session);
  assert.match(await text(session, '.found a'), /^KERPLE/);
}

/** @param {Session} session @param {string} address */
async function look(session, address) {
  await session.open(`${address}#/encodings?dim=3`);
  try {
    await seeTables(session);
    await seeNumbers(session);
    await seeWords(session);
    await seeConfigurations(session);
    await seeBars(session);
    await seeModels(session);
    await seeLinks(session);
    assert.deepEqual(await complaintsOf(session), []);
    await seePages(session, address);
  } catch (error) {
    const asked = within(complaintsOf(session), patience, 'the page');
    const complaints = await asked.catch((/** @type {Error} */ e) => [
      e.message,
    ]);
    const { message } = /** @type {Error} */ (error);
    throw new Error([message, ...complaints].join('\n'), { cause: error });
  }
  assert.deepEqual(await complaintsOf(session), []);
}

/**
 * Asserts that the page is right in an engine under a locale.
 * @param {Engine} engine
 * @param {string} locale
 * @param {string} address of the page, from `serveWatched`
 * @returns {Promise<string>} what it was under, and how long it took
 */
export async function looksRight(engine, locale, address) {
  const start = performance.now();
  const session = await sessions[engine]({ locale });
  try {
    const [language = '', number] = await session.run(() => [
      navigator.language,
      (1.5).toLocaleString(),
    ]);
    // Otherwise this look would test nothing.
    if (locale.startsWith('de')) {
      assert.match(language, /^de/);
      assert.equal(number, '1,5');
    }
    await look(session, address);
    const seconds = (performance.now() - start) / 1000;
    return `where the language is ${language}, in ${seconds.toFixed(1)} s`;
  } finally {
    await session.close();
  }
}

/** The limit of a look, in seconds of the reference machine. */
const longest = 120;

/**
 * The looks whose names contain a pattern, as tests. They start at once, one
 * after the other, and run beside the tests before them, which leave a core
 * idle.
 * @param {string} address of the page, from `serveWatched`
 * @param {string} pattern
 * @returns {[string, () => Promise<unknown>][]}
 */
export function startLooks(address, pattern) {
  const engines = /** @type {Engine[]} */ (Object.keys(locales));
  const all = engines.flatMap((engine) =>
    // About one of each engine; all of them in a deep run.
    oneIn(locales[engine].length, locales[engine], engine).map((locale) => ({
      name: `looks: ${engine}, LANG=${locale}`,
      look: () => looksRight(engine, locale, address),
    })),
  );
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  return all
    .filter(({ name }) => name.includes(pattern))
    .map(({ name, look }) => {
      const seen = last.then(() =>
        runEarly(name, () => within(look(), longest, name)),
      );
      last = seen.catch(() => {});
      return [name, () => seen];
    });
}
