// @ts-check
// What is a step of the history in each view, and what is none; and links that
// name what another view shows.

import assert from 'node:assert/strict';
import { address, entry } from './history.mjs';
import { choose, dragIn, text, type, unfold } from './page-actions.mjs';
import { goBack, present, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** @param {Page} page @param {'a' | 'b'} side */
const titleOf = (page, side) => text(page, `[data-side="${side}"] legend`);

/** @param {Page} page @param {string} list @param {string} value */
async function select(page, list, value) {
  await unfold(page, list);
  await page.select(list, value);
  await settle(page);
}

/**
 * Asserts that each move is a step, and that going back undoes one after the
 * other.
 * @param {Page} page @param {(() => Promise<void>)[]} moves
 * @param {() => Promise<unknown>} seen what the view shows
 */
async function areSteps(page, moves, seen) {
  await rested(page, 'address');
  const passed = [[await address(page), await seen()]];
  for (const [i, move] of moves.entries()) {
    const before = await entry(page);
    await move();
    await rested(page, 'address');
    assert.notEqual(await entry(page), before, `step ${i + 1}`);
    passed.push([await address(page), await seen()]);
    assert.notDeepEqual(passed[i + 1], passed[i], `step ${i + 1}`);
  }
  for (let i = moves.length - 1; i >= 0; i -= 1) {
    await goBack(page);
    await rested(page, 'address');
    assert.deepEqual([await address(page), await seen()], passed[i], `to ${i}`);
  }
}

/**
 * Asserts that a move changes the address, and is no step.
 * @param {Page} page @param {string} name @param {() => Promise<void>} move
 */
async function isNoStep(page, name, move) {
  await rested(page, 'address');
  const before = [await entry(page), await address(page)];
  await move();
  await rested(page, 'address');
  assert.equal(await entry(page), before[0], name);
  assert.notEqual(await address(page), before[1], name);
}

/** Drags the first word of a sentence behind the third. @param {Page} page */
async function dragWord(page) {
  const from = await page.$('.words li:nth-child(1) button');
  const to = await page.$('.words li:nth-child(3) button');
  await from?.scrollIntoView();
  const [a, b] = [await from?.boundingBox(), await to?.boundingBox()];
  assert.ok(a && b);
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 9 });
  await page.mouse.up();
  await settle(page);
}

/** @type {import('./on-page.mjs').Tests} */
export const steps = {
  async 'history: methods, parts, swaps and examples of attention are steps'(
    stage,
  ) {
    const { page } = await stage.load('#/attention');
    const part = '[data-param="a.rotation"] select';
    const other = '.examples li:nth-child(2) button:nth-of-type(2)';
    await areSteps(
      page,
      [
        () => select(page, '[data-side="b"] .method-choice', 'alibi'),
        () => select(page, '[data-side="b"] .method-choice', 'kerple'),
        async () => {
          await page.click('.configurations > button');
          await settle(page);
        },
        () => select(page, part, 'rope'),
        () => choose(page, '[data-param="a.rotation.scaling"]', 'linear'),
        async () => {
          await unfold(page, other);
          await page.click(other);
          await settle(page);
        },
      ],
      async () => [
        await titleOf(page, 'a'),
        await titleOf(page, 'b'),
        await page.$eval(
          '.texts .sentence',
          (field) => /** @type {HTMLInputElement} */ (field).value,
        ),
      ],
    );
  },

  async 'history: the schedule of a rope is a step, and its numbers are none'(
    stage,
  ) {
    const { page } = await stage.load('#/rope?second=Phi-2');
    const scaling = '[data-param="scaling"]';
    const second = '[data-param="second.scaling"]';
    const shown = () =>
      page.$$eval(`${scaling} > select, ${second} > select`, (all) =>
        all.map((list) => /** @type {HTMLSelectElement} */ (list).value),
      );
    await areSteps(
      page,
      [
        () => choose(page, scaling, 'linear'),
        () => choose(page, scaling, 'yarn'),
        () => choose(page, second, 'linear'),
      ],
      shown,
    );
    await choose(page, scaling, 'linear');
    await isNoStep(page, 'a factor', () => type(page, 'scaling.factor', '5'));
    await choose(page, second, 'linear');
    await isNoStep(page, 'a factor of the second', () =>
      type(page, 'second.scaling.factor', '5'),
    );
    // One step back from the second schedule; the factor of the first stays.
    await goBack(page);
    await rested(page, 'address');
    assert.match(await address(page), /scaling\.factor=5/);
    assert.doesNotMatch(await address(page), /second\.scaling/);
  },

  async 'history: dragging by mouse is no step in any view'(stage) {
    for (const [view, param] of /** @type {const} */ ([
      ['encodings', 'length'],
      ['rope', 'headDim'],
      ['attention', 'start'],
    ])) {
      const { page } = await stage.load(`#/${view}`);
      const slider = `[data-param="${param}"] input[type="range"]`;
      await isNoStep(page, `${view}: ${param}`, () =>
        dragIn(page, slider, [0.9, 0.5], [0.3, 0.5]),
      );
      if (view !== 'encodings') {
        await unfold(page, '.words');
        await isNoStep(page, `${view}: a word`, () => dragWord(page));
      }
    }
  },

  async 'history: a link to a method of another view is led there'(stage) {
    for (const [link, said, title] of /** @type {const} */ ([
      ['#/encodings?method=alibi', 'See ALiBi in Attention', 'ALiBi'],
      ['#/encodings?with=alibbi', 'See ALiBi in Attention', 'ALiBi'],
      ['#/attention?b.bias.method=polynomial', 'See Polynomial in Encodings'],
    ])) {
      const { page } = await stage.load(link);
      await present(page, '.remark a');
      assert.equal(await text(page, '.remark a'), said, link);
      assert.match(
        await text(page, '.remark [role="status"]'),
        /^There is no method “\w+” here\. .*This view shows “\w+” instead\.$/,
      );
      await page.click('.remark a');
      await settle(page);
      if (title) assert.equal(await titleOf(page, 'b'), `B: ${title}`, link);
      else assert.equal(await text(page, '.chooser > h3 span'), 'Polynomial');
      assert.ok(await page.$('.remark[hidden]'), link);
    }
  },
};
