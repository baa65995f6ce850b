// @ts-check
// Addresses: each change of view, method or preset is a step of the history,
// unknown names are told of, and a link can be copied.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { text, type } from './page-actions.mjs';
import { addressOf, views } from './views.mjs';
import { goBack, present, resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** The links of all views that the page is to have, by groups. */
const ten = [
  ['Start', 'Questions'],
  ['Encodings', 'RoPE', 'Biases', 'Attention', 'Images'],
  ['Models', 'Precision', 'Lab'],
];

/** @param {Page} page */
export const address = (page) => page.evaluate(() => location.hash);

/**
 * The entry of the history that is shown: another one after a step, the same
 * after an address was replaced. (The length of a history ends at 50.)
 * @param {Page} page @returns {Promise<string>}
 */
export const entry = (page) =>
  page.evaluate(
    () => Reflect.get(window, 'navigation').currentEntry?.key ?? '',
  );

/** @param {Page} page what has the focus */
const held = (page) =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

/** @param {Page} page @param {string} view */
async function follow(page, view) {
  await page.click(`.views a[href^="#/${view}"]`);
  await rested(page, 'address');
}

/** @param {Page} page @param {string} label */
async function preset(page, label) {
  const buttons = await page.$$('.presets .preset');
  for (const button of buttons) {
    const name = await button.evaluate(({ textContent }) => textContent);
    if (name === label) await button.click();
  }
  await rested(page, 'address');
}

/** @param {Page} page @param {string} method */
async function method(page, method) {
  await page.click('.chooser > h3 button');
  await page.click(`.methods label:has(input[value="${method}"]) b`);
  await rested(page, 'address');
}

/** @param {Page} page @param {string} model */
async function model(page, model) {
  await page.select('[data-models]', model);
  await rested(page, 'address');
}

/** @type {import('./on-page.mjs').Tests} */
export const addresses = {
  async 'history: ten steps lead back through ten states'(stage) {
    const { page } = await stage.load('#/encodings');
    await rested(page, 'address');
    const moves = [
      () => preset(page, 'fairseq'),
      () => method(page, 'polynomial'),
      () => method(page, 'sinusoidal'),
      () => preset(page, 'keras'),
      () => follow(page, 'rope'),
      () => model(page, 'Llama 3 8B'),
      () => model(page, 'GPT-NeoX 20B'),
      () => follow(page, 'attention'),
      () => follow(page, 'start'),
      () => follow(page, 'encodings'),
    ];
    const passed = [await address(page)];
    for (const [i, move] of moves.entries()) {
      const before = await entry(page);
      await move();
      passed.push(await address(page));
      assert.notEqual(await entry(page), before, `step ${i + 1}`);
      assert.notEqual(passed[i + 1], passed[i], `step ${i + 1}`);
    }
    for (let i = moves.length - 1; i >= 0; i -= 1) {
      await goBack(page);
      await rested(page, 'address');
      assert.equal(await address(page), passed[i], `back to ${i}`);
    }
    // The view shows the first state again, and not its address alone.
    assert.match(await text(page, '.meta'), /^256 × 128/);
    assert.equal(await page.$('.preset[aria-pressed="true"]'), null);
  },

  async 'history: typing and sliding are no steps, and no step loses them'(
    stage,
  ) {
    const { page } = await stage.load('#/encodings');
    await rested(page, 'address');
    const before = await entry(page);
    for (const dim of ['32', '33', '34']) await type(page, 'dim', dim);
    await page.focus('[data-param="length"] input[type="range"]');
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowLeft');
    await rested(page, 'address');
    assert.equal(await entry(page), before);
    // What was typed stands in the address before the next step leaves it.
    await type(page, 'dim', '40');
    await method(page, 'polynomial');
    assert.notEqual(await entry(page), before);
    await goBack(page);
    await rested(page, 'address');
    assert.equal(await entry(page), before);
    assert.match(await address(page), /dim=40/);
    assert.match(await text(page, '.meta'), /× 40 /);
    // And before a link leads away.
    await type(page, 'dim', '41');
    await page.click('.views a[href^="#/rope"]');
    await settle(page);
    await goBack(page);
    assert.match(await address(page), /dim=41/);
    assert.match(await text(page, '.meta'), /× 41 /);
  },

  async 'history: a change of view leads to its heading and its top'(stage) {
    const { page } = await stage.load('#/encodings');
    // The page that opens leaves the focus where the browser has it.
    assert.equal(
      await page.evaluate(() => document.activeElement === document.body),
      true,
    );
    await page.evaluate(() => scrollTo(0, 600));
    const [first, ...others] = views;
    for (const { name: view, heading } of [
      ...others,
      { name: 'start', heading: 'Attention alone ignores order' },
      ...(first ? [first] : []),
    ]) {
      await page.evaluate((name) => {
        location.hash = `#/${name}`;
      }, view);
      await settle(page);
      assert.equal(await held(page), heading);
      assert.equal(await page.evaluate(() => scrollY), 0, view);
      await page.evaluate(() => scrollTo(0, 600));
    }
  },

  async 'history: an unknown name is told of, and the nearest is shown'(stage) {
    for (const [link, shown, said] of /** @type {const} */ ([
      ['#/ropee?start=7', /^#\/rope\?start=7$/, /view “ropee”.*“rope”/],
      ['#/start/numbre', /^#\/start\/number$/, /screen “numbre”.*“number”/],
      ['#/atention', /^#\/attention/, /view “atention”.*“attention”/],
      ...views.flatMap((view) =>
        view.misnamed.map(
          ([query, shown, said]) =>
            /** @type {const} */ ([addressOf(view) + query, shown, said]),
        ),
      ),
    ])) {
      const { page } = await stage.load(link);
      await rested(page, 'address');
      assert.match(await text(page, '.remark [role="status"]'), said, link);
      assert.match(await address(page), shown, link);
      await page.click('.remark button');
      assert.ok(await page.$('.remark[hidden]'), link);
      // A known name is no cause for a remark.
      await page.evaluate(() => {
        location.hash = '#/encodings?method=polynomial';
      });
      await settle(page);
      assert.ok(await page.$('.remark[hidden]'), link);
    }
  },

  async 'history: a remark goes with what it is about'(stage) {
    const { page } = await stage.load('#/encodings?method=nonsense');
    await present(page, '.remark:not([hidden])');
    await follow(page, 'rope');
    assert.ok(await page.$('.remark[hidden]'));
    // An endless name is cut.
    const { page: other } = await stage.load(`#/${'x'.repeat(5000)}`);
    await present(other, '.remark:not([hidden])');
    const told = await text(other, '.remark p');
    assert.ok(told.length < 200, told);
  },

  async 'history: a link names a preset'(stage) {
    const { page } = await stage.load('#/encodings?preset=fairseq');
    await rested(page, 'address');
    const pressed = await page.$$eval(
      '.preset[aria-pressed="true"]',
      (buttons) => buttons.map(({ textContent }) => textContent),
    );
    assert.ok(pressed.includes('fairseq'), pressed.join());
    assert.ok(await page.$('.remark[hidden]'));
  },

  async 'history: one button copies the address of this moment'(stage) {
    const { page } = await stage.load('#/encodings');
    await rested(page, 'address');
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: {
          /** @param {string} words */
          writeText: async (words) => Object.assign(window, { words }),
        },
      });
    });
    await type(page, 'dim', '48');
    // Before the address is written by itself.
    await page.click('.copy-link');
    const copied = await page.evaluate(() => Reflect.get(window, 'words'));
    assert.match(copied, /^http.*#\/encodings\?dim=48$/);
    assert.equal(await text(page, '.copy-link'), 'Copied');

    // Where the clipboard is refused, the address stands there, selected.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: { writeText: () => Promise.reject(new Error('refused')) },
      });
    });
    await page.click('.copy-link');
    await present(page, '.remark input');
    const selected = await page.$eval('.remark input', (field) => {
      const { value, selectionStart, selectionEnd } =
        /** @type {HTMLInputElement} */ (field);
      return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
    });
    assert.equal(selected, copied);
  },

  async 'history: the landing has doors, and a way back for who was here'(
    stage,
  ) {
    const { page } = await stage.load('#/', {
      before: () => localStorage.removeItem('posenc-address'),
    });
    const doors = await page.$$eval('.door', (links) =>
      links.map((link) => [
        link.querySelector('b')?.textContent,
        link.getAttribute('href'),
      ]),
    );
    assert.deepEqual(doors[0], ['Learn in seven minutes', '#/start']);
    // A door leads into a view that there is.
    const known = await page.$$eval('.views a', (links) =>
      links.map((link) => link.getAttribute('href')),
    );
    assert.equal(doors.length, 2);
    assert.ok(doors.every(([, href]) => known.includes(href ?? null)));
    assert.equal(await page.$('.way-back a'), null);

    await page.click('.door');
    await rested(page, 'address');
    assert.match(await address(page), /^#\/start/);
    await page.evaluate(() => {
      location.hash = '#/encodings?dim=33';
    });
    await settle(page);
    await page.click('.mark a');
    await settle(page);
    assert.equal(await held(page), 'How transformers know word order');
    const back = await page.$eval('.way-back a', (link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
    assert.deepEqual(back, [
      'Go on where you were: Encodings',
      '#/encodings?dim=33',
    ]);
    await page.click('.way-back a');
    await settle(page);
    assert.match(await text(page, '.meta'), /256 × 33/);

    // A screen of the lesson is named by its heading, as its window is.
    await page.evaluate(() => {
      location.hash = '#/start/waves?position=20';
    });
    await rested(page, 'address');
    const named = await text(page, '.screen h2');
    assert.equal(await page.title(), `${named} · Start · posenc Explorer`);
    await page.click('.mark a');
    await settle(page);
    assert.deepEqual(
      await page.$eval('.way-back a', (link) => [
        link.textContent,
        link.getAttribute('href'),
      ]),
      [`Go on where you were: “${named}”`, '#/start/waves?position=20'],
    );
  },

  async 'history: a browser that refuses storage shows the page'(stage) {
    const { page, complaints } = await stage.load('#/encodings?dim=33', {
      before: () => {
        const storage = localStorage;
        const mend = () =>
          Object.defineProperty(window, 'localStorage', { value: storage });
        Object.assign(window, { mend });
        Object.defineProperty(window, 'localStorage', {
          configurable: true,
          get: () => {
            throw new DOMException('refused', 'SecurityError');
          },
        });
      },
    });
    assert.match(await text(page, '.meta'), /256 × 33/);
    await page.click('.mark a');
    await settle(page);
    // The page remembers as long as it is open.
    assert.equal(
      await page.$eval('.way-back a', (link) => link.getAttribute('href')),
      '#/encodings?dim=33',
    );
    assert.deepEqual(complaints, []);
    // So that the next test may clear what is stored.
    await page.evaluate(() => Reflect.get(window, 'mend')());
  },

  async 'history: the picture of the landing shows what the package computes'(
    stage,
  ) {
    const { page } = await stage.load('#/');
    await page.focus('.waves-figure input');
    await page.keyboard.press('ArrowRight');
    const words = await text(page, '.waves-words');
    const [, place = ''] = /^Position (\d+) in 6 waves$/.exec(words) ?? [];
    const printed = (
      await page.$$eval('.waves-value', (all) =>
        all.map(({ textContent }) => textContent ?? ''),
      )
    ).map((value) => Number(value.replace('\u2212', '-')));
    const said = await page.$eval('.waves-figure input', (slider) =>
      slider.getAttribute('aria-valuetext'),
    );
    const pe = await load();
    const row = pe.sinusoidal({
      positions: [Number(place)],
      ...{ dim: 12, base: 40, layout: 'blocks' },
    }).data;
    assert.equal(place, '24');
    assert.deepEqual(
      printed,
      [...row.slice(0, 6)].map((value) => Number(value.toFixed(2))),
    );
    const list = printed.map((value) => value.toFixed(2)).join(', ');
    assert.equal(said?.replaceAll('\u2212', '-'), `position 24: ${list}`);
  },

  async 'history: the landing says what its picture shows, and lays it out'(
    stage,
  ) {
    for (const width of [320, 390, 768, 1280, 1920]) {
      const height = width < 500 ? 844 : Math.round((width * 9) / 16);
      const { page } = await stage.show('#/', { width, height });
      // One sentence, which names the position of now.
      assert.match(
        await text(page, '.waves-figure figcaption'),
        /^Position \d+ in 6 waves: [^.]+\.$/,
      );
      await page.focus('.waves-figure input');
      for (const [key, position] of /** @type {const} */ ([
        ['Home', 0],
        ['PageUp', undefined],
        ['End', 64],
      ])) {
        await page.keyboard.press(key);
        const { line, thumb, at, lowest, top, letters, sides } =
          await page.evaluate(() => {
            const of = (/** @type {string} */ selector) =>
              /** @type {Element} */ (document.querySelector(selector));
            const box = (/** @type {string} */ selector) =>
              of(selector).getBoundingClientRect();
            const slider = /** @type {HTMLInputElement} */ (
              of('.waves-figure input')
            );
            const { left, width, top } = box('.waves-figure input');
            // As wide as the thumb of the style sheet.
            const [thumb, value] = [11, Number(slider.value)];
            const line = box('.waves-line');
            const svg = of('.waves');
            const { a: scale = 0 } =
              (svg instanceof SVGSVGElement && svg.getScreenCTM()) || {};
            const [figure, words] = [box('.waves-figure'), box('.doors')];
            return {
              line: line.left + line.width / 2,
              thumb: left + thumb / 2 + ((width - thumb) * value) / 64,
              ...{ at: value, lowest: line.bottom, top },
              letters:
                Number.parseFloat(
                  getComputedStyle(of('.waves-value')).fontSize,
                ) * scale,
              sides: [figure.left, innerWidth - figure.right, words.left],
            };
          });
        const where = `${width}, position ${at}`;
        assert.equal(at, position ?? at);
        assert.ok(Math.abs(line - thumb) < 1.5, `${where}: ${line}, ${thumb}`);
        // The slider stands close under the waves, as their axis.
        assert.ok(top >= lowest - 1 && top < lowest + 12, `${where}: ${top}`);
        assert.ok(letters >= 11, `${where}: letters of ${letters} pixels`);
        // Words and picture keep to the same margins on both sides.
        const [left = 0, right = 0, words = 0] = sides;
        assert.ok(Math.abs(right - words) < 16, `${where}: ${sides}`);
        if (width < 897) assert.ok(Math.abs(left - words) < 1, where);
      }
    }
  },

  async 'history: the links fit, and a button opens them on narrow screens'(
    stage,
  ) {
    for (const width of [320, 390, 768, 1024, 1152, 1170, 1280, 1920]) {
      const { page } = await stage.show('#/rope', { width });
      const narrow = await page.$eval(
        '.menu-button',
        (button) => button.getClientRects().length > 0,
      );
      assert.equal(narrow, width <= 1152, `${width}`);
      const head = await page.$eval('.head', (part) => part.clientHeight);
      assert.ok(head <= 64, `${width}: a head of ${head} pixels`);
      if (narrow) {
        assert.equal(await text(page, '.menu-button'), 'Views, now RoPE');
        await page.click('.menu-button');
      }
      const links = await page.$$eval('.views a', (all) =>
        all.map((link) => {
          const { left, right, height } = link.getBoundingClientRect();
          return { left, right, height };
        }),
      );
      for (const { left, right, height } of links) {
        assert.ok(left >= 0 && right <= width, `${width}: ${left} to ${right}`);
        assert.ok(height >= 24, `${width}: ${height} high`);
      }
      if (!narrow) continue;
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await page.focus('.views a');
      await page.keyboard.press('Escape');
      const closed = await page.evaluate(() => [
        document.activeElement?.className,
        document.querySelector('.menu')?.getClientRects().length,
      ]);
      assert.deepEqual(closed, ['menu-button', 0]);
    }
  },

  async 'history: ten views fit into the head'(stage) {
    // A page of its own: the next test finds no such links.
    const { page } = await stage.load('#/rope', { before: () => {} });
    // Views that are not built yet stand among those that are.
    await page.evaluate((names) => {
      const groups = document.querySelectorAll('.views .group');
      const [learn, explore, check] = groups;
      if (!learn || !explore || !check) return;
      for (const [i, group] of [learn, explore, check].entries()) {
        const list = group.querySelector('ul');
        const item = list?.querySelector('li');
        list?.replaceChildren(
          ...(names[i] ?? []).map((name) => {
            const made = item?.cloneNode(true);
            if (!(made instanceof Element)) return name;
            const link = made.querySelector('a');
            if (link) link.textContent = name;
            return made;
          }),
        );
      }
    }, ten);
    for (const width of [320, 768, 1170, 1280, 1440, 1920]) {
      await resize(page, { width });
      if (width <= 1152) await page.click('.menu-button');
      const boxes = await page.$$eval('.views a, .tools > *', (all) =>
        all.map((part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          return { name: part.textContent, left, right, top, bottom };
        }),
      );
      assert.equal(boxes.length, ten.flat().length + 2);
      for (const [i, box] of boxes.entries()) {
        assert.ok(box.left >= 0 && box.right <= width, `${width}: ${box.name}`);
        assert.ok(box.bottom <= 900, `${width}: ${box.name}`);
        for (const other of boxes.slice(i + 1)) {
          const apart =
            box.right <= other.left ||
            other.right <= box.left ||
            box.bottom <= other.top + 1 ||
            other.bottom <= box.top + 1;
          assert.ok(apart, `${width}: ${box.name} lies over ${other.name}`);
        }
      }
      const head = await page.$eval('.head', (part) => part.clientHeight);
      assert.ok(head <= 64, `${width}: a head of ${head} pixels`);
      if (width <= 1152) await page.click('.menu-button');
    }
  },

  async 'history: forced colours mark the view, and print has no links'(stage) {
    const { page } = await stage.load('#/rope');
    const border = (/** @type {string} */ selector) =>
      page.$eval(selector, (link) => getComputedStyle(link).borderBottomColor);
    const session = await page.createCDPSession();
    await session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'forced-colors', value: 'active' }],
    });
    assert.notEqual(
      await border('.views a[aria-current]'),
      await border('.views a:not([aria-current])'),
    );
    await session.send('Emulation.setEmulatedMedia', {
      media: 'print',
      features: [],
    });
    const shown = await page.$$eval('.menu, .skip, .menu-button', (all) =>
      all.filter((part) => part.getClientRects().length > 0),
    );
    assert.deepEqual(shown, []);
    await session.send('Emulation.setEmulatedMedia', { media: '' });
    await session.detach();
  },
};
