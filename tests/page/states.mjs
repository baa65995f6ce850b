// @ts-check
// The states of the page that a reader can be in, as data: each has an address
// and what is done there. Rules that hold in every state run over this list.

import { unfoldAll } from './hands.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/**
 * @typedef {object} State
 * @property {string} name
 * @property {string} address
 * @property {(page: Page) => Promise<void>} [act]
 * @property {'narrow'} [only] it exists on narrow screens alone
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

/** @param {string} selector @returns {(page: Page) => Promise<void>} */
const pressed = (selector) => (page) => page.click(selector);

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
  ...['encodings', 'rope', 'attention'].flatMap((view) => [
    { name: view, address: `#/${view}` },
    { name: `${view}, unfolded`, address: `#/${view}`, act: unfolded },
  ]),
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
  { name: 'a value that is refused', address: '#/encodings?dim=0' },
  { name: 'no picture', address: '#/rope?headDim=63' },
  { name: 'a text that is refused', address: '#/attention?start=-1' },
  { name: 'an unknown name', address: '#/encodings?method=nonsense' },
];
