// @ts-check
// What the tests of the view of models share.

import { text } from './page-actions.mjs';
import { rested, settle } from './waits.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */
/** @typedef {import('puppeteer-core').Page} Page */

/** @param {Stage} stage @param {string} [query] */
export const open = (stage, query = '') => stage.show(`#/models?${query}`);

/** The cells of the strip, as pattern and letter. @param {Page} page */
export const cells = (page) =>
  page.$$eval('.layers-figure .layer[data-layer]', (all) =>
    all.map((cell) => `${cell.getAttribute('data-sight')} ${cell.textContent}`),
  );

/** The number of the layer that is chosen. @param {Page} page */
export const chosen = (page) =>
  page.$eval('.layers-figure .layers', (strip) => [
    Number(strip.getAttribute('aria-valuenow')),
    [...strip.children].findIndex((cell) => cell.matches('.chosen')),
  ]);

/** The facts of the chosen layer, by their names. @param {Page} page */
export const facts = async (page) =>
  Object.fromEntries(
    await page.$$eval('.layer-facts > div', (all) =>
      all.map((fact) => [
        fact.querySelector('.api')?.textContent ?? '',
        fact.querySelector('dd')?.textContent ?? '',
      ]),
    ),
  );

/**
 * Pastes a text, as the keys would, where the focus is no field.
 * @param {Page} page @param {string} given
 */
export async function paste(page, given) {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = { clipboardData, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new ClipboardEvent('paste', event));
  }, given);
  await settle(page);
}

/**
 * Drops a file on an element, as the mouse would.
 * @param {Page} page @param {string} name
 * @param {string} given its bytes, a letter each
 * @param {string} [selector]
 */
export async function drop(page, name, given, selector = '.layers-figure') {
  await page.evaluate(
    (at, file, text) => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], file));
      const event = { dataTransfer, bubbles: true, cancelable: true };
      const target = document.querySelector(at);
      target?.dispatchEvent(new DragEvent('dragover', event));
      const marked = document.querySelector('.dropping') !== null;
      target?.dispatchEvent(new DragEvent('drop', event));
      if (!marked) throw new Error('nothing says that a file can be dropped');
    },
    selector,
    name,
    given,
  );
  await settle(page);
}

/** A small model of our own, whose layers are of two kinds. */
export const small = {
  ...{ model_type: 'gemma2', hidden_size: 256, num_hidden_layers: 6 },
  ...{ num_attention_heads: 4, num_key_value_heads: 2, head_dim: 64 },
  ...{ max_position_embeddings: 8192, sliding_window: 512, rope_theta: 50_000 },
  query_pre_attn_scalar: 64,
};

/** @param {object} config */
export const written = (config) => JSON.stringify(config, null, 2);

export const area = '.file textarea';
export const note = '.file .note';

/** @param {Page} page */
export const hash = async (page) => {
  await rested(page, 'address');
  return page.evaluate(() => location.hash);
};

/** @param {Page} page */
export const configOf = (page) =>
  page.$eval(area, (one) => /** @type {HTMLTextAreaElement} */ (one).value);

/** The name over the strip. @param {Page} page */
export const title = (page) => text(page, '.layers-figure h3');

/** Writes into the field of the configuration. @param {Page} page @param {string} given */
export async function write(page, given) {
  await page.click(area);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(given);
  await settle(page);
}

/** @param {Page} page */
export const isOld = (page) =>
  page.$eval('.main', (main) => main.classList.contains('outdated'));
