// @ts-check
// The pages of questions: each answers without scripts, and has a figure that moves.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { text } from './page-actions.mjs';
import { onPaper } from './paper.mjs';
import {
  assertAxe,
  assertFits,
  assertSource,
  bytesOf,
  sourceOf as htmlOf,
  plainPages,
  served,
} from './plain.mjs';
import { sourceOf } from './source.mjs';
import { frame, prefer, resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const { questions } = await sourceOf('start/questions.ts');
const { wordsOf } = await sourceOf('why/words/index.ts');
const { firstState } = await sourceOf('start/screen.ts');
const { figures } = await sourceOf('why/figures/index.ts');

const most = 150_000;

/** What a figure says of a state, as the package has it. */
async function saidOf(
  /** @type {string} */ name,
  /** @type {object} */ patch = {},
) {
  const { figure } = await figures[name]();
  const pe = await load();
  const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
  const state = { ...firstState(figure), ...patch };
  return figure.say(state, figure.compute(use, state));
}

/**
 * Changes the control of a figure by a key, and gives the state that it has then.
 * @param {Page} page @param {string} name
 */
async function move(page, name) {
  const { figure } = await figures[name]();
  const [{ field, kind, stops }] = figure.controls;
  await page.focus(
    kind === 'choice'
      ? '.start-controls input:checked'
      : '.start-controls input',
  );
  const isLast = stops?.at(-1) === firstState(figure)[field];
  await page.keyboard.press(isLast ? 'ArrowLeft' : 'ArrowRight');
  await settle(page);
  const value = await page.$eval(
    kind === 'choice'
      ? '.start-controls input:checked'
      : '.start-controls input',
    (input) => /** @type {HTMLInputElement} */ (input).value,
  );
  if (kind === 'choice') return { [field]: value };
  return { [field]: stops ? stops[Number(value)] : Number(value) };
}

/** @type {import('./on-page.mjs').Tests} */
export const why = {
  async 'why: every page stands in files without scripts inside'() {
    const pages = plainPages('why');
    assert.equal(pages.length, questions.length + 1);
    for (const path of pages) assertSource(path);
    for (const { name, question } of questions) {
      const html = htmlOf(`/why/${name}/index.html`);
      // Search engines find the text, and what the figure shows.
      const words = html.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
      assert.ok(words.includes(`<h1>${question}</h1>`), name);
      const said = await saidOf(name);
      for (const part of [said, ...wordsOf[name].paragraphs]) {
        assert.ok(words.includes(part.replaceAll('`', '').slice(0, 60)), part);
      }
      assert.match(html, /<svg class="start-figure wide"/);
    }
    const list = htmlOf('/why/index.html');
    const start = htmlOf('/index.html');
    for (const { name } of questions) {
      assert.ok(list.includes(`href="${name}/"`), name);
      assert.ok(start.includes(`href="./why/${name}/"`), name);
    }
  },

  async 'why: each figure moves by its one control, in any folder'(stage) {
    await served(async (address) => {
      for (const { name } of questions) {
        const { page, complaints } = await stage.load('', {
          ...{ from: `${address}why/${name}/` },
          ready: '[data-question] [data-figure]',
        });
        await settle(page);
        assert.equal(await text(page, '.said'), await saidOf(name), name);
        const state = await move(page, name);
        assert.equal(
          await text(page, '.said'),
          await saidOf(name, state),
          name,
        );
        assert.notEqual(await saidOf(name, state), await saidOf(name), name);
        const bytes = await bytesOf(page);
        assert.ok(bytes <= most, `${name} fetches ${bytes} bytes`);
        await assertFits(page);
        assert.deepEqual(complaints, [], name);
      }
    });
  },

  async 'why: axe finds nothing, and paper has the text and the figure'(stage) {
    await served(async (address) => {
      for (const name of ['', 'sine-and-cosine/', 'each-dimension/']) {
        const { page } = await stage.load('', {
          ...{ from: `${address}why/${name}` },
          ready: '.theme',
        });
        await rested(page, 'words');
        await assertAxe(page);
        await prefer(page, 'dark');
        await resize(page, { width: 390 });
        await rested(page, 'words');
        await assertAxe(page);
        if (name === '') continue;
        await onPaper(page, async () => {
          await frame(page);
          const seen = await page.evaluate(() =>
            [
              '.views',
              '.start-controls',
              '.others',
              '.prose',
              '[data-figure]',
            ].map(
              (part) =>
                document.querySelector(part)?.checkVisibility() ?? false,
            ),
          );
          assert.deepEqual(seen, [false, false, false, true, true]);
        });
      }
    });
  },

  async 'why: the lesson and the navigation lead there, and back'(stage) {
    const { page } = await stage.show('#/start/end');
    const links = await page.$$eval('.asked a, nav.views a', (all) =>
      all.map((link) => link.getAttribute('href') ?? ''),
    );
    for (const { name } of questions) {
      assert.ok(links.includes(`./why/${name}/`), name);
    }
    assert.ok(links.includes('./why/'));
  },
};
