// @ts-check
// The first screen of the view of attention: what its sentences say, of scores and
// of weights, and what a phone shows.

import assert from 'node:assert/strict';
import {
  attend,
  farthest,
  rope,
  small,
  told,
  toldOf,
  words,
} from './attention-view.mjs';
import { choose, inked, text } from './page-actions.mjs';

/** @type {import('./on-page.mjs').Tests} */
export const attentionFirst = {
  async 'attention: the first screen has its figure and its control'(stage) {
    const visit = await stage.show('#/attention', { width: 1280, height: 720 });
    const { page } = visit;
    const bottoms = (/** @type {string} */ selector) =>
      page.$$eval(selector, (all) =>
        all.map((element) => element.getBoundingClientRect().bottom),
      );
    const maps = await bottoms(
      '.story [data-map^="a-"], .story [data-map^="b-"]',
    );
    assert.equal(maps.length, 6);
    const controls = await bottoms('.texts, [data-strip="show"]');
    for (const bottom of [...maps, ...controls]) {
      assert.ok(bottom <= 720, `${bottom}`);
    }
    // The late text is moved and reordered, and the fields say so.
    const field = await page.$eval(
      '.text .sentence',
      (input) => /** @type {HTMLInputElement} */ (input).value,
    );
    assert.equal(field, 'the dog bites the man');
    assert.equal((await words(page)).join(' '), 'the man bites the dog');
    const says = (/** @type {string} */ line) =>
      text(page, `.story-line[data-line="${line}"] .told strong`);
    assert.equal(await says('a'), 'No score changes.');
    // Only the map without a difference says that it has none.
    const blank = await page.$$eval('.story .blank', (all) =>
      all.flatMap((one) =>
        one.checkVisibility()
          ? [one.closest('.map')?.getAttribute('data-map'), one.textContent]
          : [],
      ),
    );
    assert.deepEqual(blank, ['a-change', '0 everywhere']);
    assert.equal(
      await says('b'),
      'The order changes scores, the move does not.',
    );
    assert.equal(await says('apart'), 'A and B give different scores.');
    const answer = await bottoms('.story-line[data-line="apart"] .told');
    assert.ok(Number(answer[0]) <= 720, `${answer}`);
    const early = 'the dog bites the man'.split(' ');
    const late = 'the man bites the dog'.split(' ');
    const order = [0, 4, 2, 3, 1];
    const start = 100;
    for (const [side, parts] of /** @type {const} */ ([
      ['a', {}],
      ['b', rope],
    ])) {
      const here = attend(parts, { words: late, start }).scores.data;
      const still = attend(parts, { words: late }).scores.data;
      const typed = attend(parts, { words: early, start }).scores.data;
      assert.equal(
        await told(page, `${side}-moved`),
        toldOf(farthest(here, still, 5), here),
      );
      assert.equal(
        await told(page, `${side}-reordered`),
        toldOf(farthest(here, typed, 5, order), here),
      );
    }
    for (const [name, ask] of /** @type {const} */ ([
      ['early', { words: early }],
      ['late', { words: late, start }],
    ])) {
      const [none, turned] = [{}, rope].map(
        (parts) => attend(parts, ask).scores.data,
      );
      assert.ok(none && turned);
      const wanted = toldOf(farthest(turned, none, 5), none);
      assert.equal(await told(page, `apart-${name}`), wanted);
    }
    // Nothing changes without position: the map of changes has one colour.
    assert.equal(await inked(page, '[data-map="a-change"]'), false);
    assert.equal(await inked(page, '[data-map="b-change"]'), true);
  },

  async 'attention: of weights, every sentence says weights'(stage) {
    const { page } = await stage.show('#/attention?show=weights&causal=1');
    const words = ['the dog bites the man', 'the man bites the dog'];
    const [early = [], late = []] = words.map((line) => line.split(' '));
    /** @type {Record<string, ReturnType<typeof attend>>} */
    const own = {};
    for (const [side, parts] of /** @type {const} */ ([
      ['a', {}],
      ['b', rope],
    ])) {
      const ask = { words: late, start: 100, causal: true };
      const here = attend(parts, ask);
      const still = attend(parts, { ...ask, start: 0 });
      const typed = attend(parts, { ...ask, words: early });
      own[side] = here;
      // A word that the mask hides in one of the texts has no change.
      const order = [0, 4, 2, 3, 1];
      let most = 0;
      for (let n = 0; n < 100; n++) {
        const [i, j] = [Math.floor(n / 5) % 5, n % 5];
        const [from, to] = [Number(order[i]), Number(order[j])];
        if (j > i || to > from) continue;
        const before = typed.weights.data[n - (5 * i + j) + 5 * from + to];
        const change = Number(here.weights.data[n]) - Number(before);
        most = Math.max(most, Math.abs(change));
      }
      assert.equal(await told(page, `${side}-reordered`), small(most));
      const moved = farthest(here.weights.data, still.weights.data, 5);
      assert.ok(moved < 1e-4);
      assert.equal(
        await told(page, `${side}-moved`),
        moved === 0 ? 'the same' : 'the same, but for rounding',
      );
      assert.equal(
        await text(page, `.story-line[data-line="${side}"] .told strong`),
        'The order changes weights, the move does not.',
      );
    }
    const { a, b } = own;
    assert.ok(a && b);
    assert.equal(
      await told(page, 'apart-late'),
      small(farthest(a.weights.data, b.weights.data, 5)),
    );
    const said = await page.$eval('.story', (figure) =>
      [
        figure.textContent ?? '',
        ...[...figure.querySelectorAll('[aria-label]')].map((one) =>
          one.getAttribute('aria-label'),
        ),
      ].join('\n'),
    );
    // The button that shows the scores says so, and what weights are made of.
    const left = said.replaceAll(/scores of a row|showscoresweights/g, '');
    assert.doesNotMatch(left, /scores?\b/);
    assert.match(said, /weight difference/);
  },

  async 'attention: a phone shows one map at a time'(stage) {
    const size = { width: 390, height: 844 };
    const { page } = await stage.show('#/attention', size);
    const shown = () =>
      page.$$eval('.story .map', (all) =>
        all
          .filter((map) => map.checkVisibility())
          .map((map) => map.getAttribute('data-map')),
      );
    // What changed from the early to the late text is the claim, and comes first.
    assert.deepEqual(await shown(), ['b-change']);
    assert.equal(await inked(page, '[data-map="b-change"]'), true);
    // It stands on the first screen with its name and what is said of it, and its
    // controls above it.
    for (const part of ['[data-map="b-change"]', '[data-line="b"] .told']) {
      const bottom = await page.$eval(
        part,
        (one) => one.getBoundingClientRect().bottom,
      );
      assert.ok(bottom <= 844, `${part}: ${bottom}`);
    }
    const name = '[data-map="b-change"] figcaption span';
    assert.equal(await text(page, name), 'late minus early, word by word');
    const cut = await page.$eval(
      name,
      (span) => span.scrollWidth > span.clientWidth,
    );
    assert.equal(cut, false, 'it is read whole');
    await choose(page, '[data-strip="of"]', 'A');
    assert.deepEqual(await shown(), ['a-change']);
    assert.equal(
      await text(page, '[data-map="a-change"] .blank'),
      '0 everywhere',
    );
    await choose(page, '[data-strip="text"]', 'early');
    assert.deepEqual(await shown(), ['a-early']);
    assert.equal(await inked(page, '[data-map="a-early"]'), true);
    await choose(page, '[data-strip="text"]', 'change');
    await choose(page, '[data-strip="of"]', 'B minus A');
    assert.deepEqual(await shown(), ['apart-late']);
    await choose(page, '[data-strip="text"]', 'change');
    assert.deepEqual(await shown(), ['b-change']);
    const height = await page.evaluate(
      () => document.documentElement.scrollHeight,
    );
    assert.ok(height < 2600, `${height}`);
  },
};
