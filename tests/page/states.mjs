// @ts-check
// The states of the page that a reader can be in, as data: each has an address
// and what is done there. Rules that hold in every state run over this list.

import { drawn } from './attention-long.mjs';
import { press, returnToMap, unfold, unfoldAll } from './page-actions.mjs';
import { ends, workersOf } from './threads.mjs';
import { addressOf, views } from './views.mjs';
import { present, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/**
 * @typedef {object} State
 * @property {string} name
 * @property {string} address
 * @property {(page: Page) => Promise<void>} [act]
 * @property {'narrow'} [only] it exists on narrow screens alone
 * @property {true} [complains] the browser says that something is wrong, too
 */

const screens = [
  ...['order', 'number', 'waves', 'add', 'turn', 'pairs', 'charge', 'beyond'],
  'end',
];

/** Opens every fold. @param {Page} page */
async function unfolded(page) {
  await page.$$eval('.about-method', (all) => {
    for (const fold of all) fold.setAttribute('open', '');
  });
  await unfoldAll(page);
}

/** Opens every table of numbers, in whatever fold. @param {Page} page */
async function tabled(page) {
  await unfoldAll(page);
  await page.$$eval('.data-table', (all) => {
    for (const fold of all) fold.setAttribute('open', '');
  });
  await present(page, '.view:not(:has(.data-table [aria-busy]))');
}

/** @param {string} selector @returns {(page: Page) => Promise<void>} */
const pressed = (selector) => (page) => page.click(selector);

/** Opens the fold of the long maps, and draws them. @param {Page} page */
async function drawnLong(page) {
  await unfold(page, '.long');
  await drawn(page);
}

/** Looks closer at a map by its keys. @param {Page} page */
async function zoomed(page) {
  await returnToMap(page, '.plate');
  await press(page, '+', '+', 'ArrowDown');
}

/** Ends the workers, and asks them for something. @param {Page} page */
async function lost(page) {
  for (const worker of workersOf(page, /worker-/)) {
    await worker.evaluate(ends.killed).catch(() => {});
  }
  await page.click('[data-param="length"] input[type="text"]', { count: 3 });
  await page.keyboard.sendCharacter('90');
  await present(page, '.banner:not([hidden])');
}

/** Opens more options, which are a sheet on a phone. @param {Page} page */
async function sheet(page) {
  await page.click('[data-fold="more"] > summary');
  await present(page, 'dialog.sheet:modal');
}

/** Saves a large table, which takes some time. @param {Page} page */
async function saving(page) {
  await page.click('.plate-more .keep > summary');
  await page.click('.plate-more [data-keep="csv"]');
  await present(page, '.keep-busy progress[value]');
}

const pair = 'length=48&dim=12&with=sinusoidal&with.length=48&with.dim=12';

/** @type {readonly State[]} */
export const states = [
  { name: 'landing', address: '#/' },
  ...screens.map((name) => ({ name, address: `#/start/${name}` })),
  ...screens.slice(0, -1).map((name) => ({
    ...{ name: `${name}, unfolded`, address: `#/start/${name}` },
    act: (/** @type {Page} */ page) =>
      page.$$eval('.start details', (all) => {
        for (const fold of all) fold.setAttribute('open', '');
      }),
  })),
  ...views.flatMap((view) => {
    const { name } = view;
    const address = addressOf(view);
    return [
      { name, address },
      { name: `${name}, unfolded`, address, act: unfolded },
    ];
  }),
  { name: 'numbers as tables', address: '#/rope?headDim=16', act: tabled },
  {
    name: 'Save menu',
    address: '#/encodings',
    act: pressed('.keep > summary'),
  },
  {
    name: 'choice of a method',
    address: '#/encodings',
    act: pressed('.chooser button'),
  },
  {
    name: 'menu',
    address: '#/encodings',
    act: pressed('.menu-button'),
    only: 'narrow',
  },
  { name: 'comparing', address: `#/encodings?${pair}&with.base=50` },
  { name: 'a second rope', address: '#/rope?second=Llama+3.1+8B' },
  ...['added', 'plain'].map((way) => ({
    ...{ name: `the tab ${way}`, address: '#/rope' },
    act: async (/** @type {Page} */ page) => {
      await page.click(`[data-tab="${way}"]`);
      await settle(page);
    },
  })),
  {
    name: 'long maps, drawn',
    address: '#/attention?length=300',
    act: drawnLong,
  },
  {
    name: 'more options as a sheet',
    address: '#/encodings',
    act: sheet,
    only: 'narrow',
  },
  { name: 'a map, zoomed', address: '#/encodings', act: zoomed },
  {
    name: 'the banner of a lost worker',
    address: '#/encodings?length=64',
    act: lost,
    complains: true,
  },
  {
    name: 'a file that is written',
    address: '#/encodings?length=131072&dim=128',
    act: saving,
  },
  { name: 'a value that is refused', address: '#/encodings?dim=0' },
  { name: 'no picture', address: '#/rope?headDim=63' },
  {
    name: 'mistakes in a configuration',
    address: '#/models?pick=Qwen3+8B+with+two+bases&to=1000000&for=mlx',
  },
  { name: 'a second model', address: '#/models?with=Phi-4+mini' },
  { name: 'speed', address: '#/speed' },
  {
    name: 'errors of one pair',
    address: '#/precision?pick=plain&pair=3&vectors=seeded',
  },
  {
    name: 'schedules over each other',
    address: '#/models?pick=Llama+3.1+8B&curve=score',
  },
  { name: 'a configuration that is none', address: '#/models?config=nonsense' },
  {
    name: 'layers of every pattern',
    address: '#/models?pick=SAM+3+ViT&to=0',
  },
  { name: 'a text that is refused', address: '#/attention?start=-1' },
  { name: 'an unknown name', address: '#/encodings?method=nonsense' },
];
