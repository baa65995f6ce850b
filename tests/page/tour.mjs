// @ts-check
// A tour of the page in Chromium, Firefox and WebKit at once: the landing, all
// screens of the lesson, and the other views, each control operated once
// by mouse or keys. After each move all engines must say the same: texts, numbers, values of
// controls, what is spoken. The other page tests compare Chromium's numbers with
// the package, so that the others are right, too. In each engine, figure and control
// stand on the first screen, no control lies over another, and on a phone the figure
// is held in sight.

import assert from 'node:assert/strict';
import { within } from '../../scripts/lib/pace.mjs';
import { sessions } from '../engines/browsers.mjs';
import { oneIn } from '../support/sample.mjs';
import {
  controlsThere,
  heldNow,
  installed,
  middleOf,
  misplacedNow,
  passedAll,
  reached,
  seenNow,
  unfoldedAll,
  untilFull,
  valueThere,
} from './tour-page.mjs';
import { views } from './views.mjs';
import { untilDone } from './waits.mjs';

/** @typedef {import('../engines/browsers.mjs').Engine} Engine */
/** @typedef {import('../engines/browsers.mjs').Session} Session */
/** @typedef {import('./tour-page.mjs').Control} Control */
/** @typedef {{ move: string, lines: string[] }} Sight what a move led to */

const engines = /** @type {Engine[]} */ (['chromium', 'firefox', 'webkit']);
const size = { width: 1280, height: 720 };

/** Seconds of the reference machine: a long time for any single answer. */
const patience = 30;

/**
 * @typedef {object} Stop
 * @property {string} address
 * @property {string[]} first what stands on the first screen
 * @property {boolean} unfolded its folds are opened first, so that all in them
 *   is operated
 * @property {boolean} held a figure is held in sight on a phone, while its
 *   controls are scrolled
 */

const screens = ['order', 'number', 'waves', 'pairs', 'add', 'turn', 'charge'];

/** @type {readonly Stop[]} */
const stops = [
  {
    address: '#/',
    first: ['.waves', '.waves-figure input', '.doors'],
    unfolded: false,
    held: false,
  },
  ...[...screens, 'beyond', 'end'].map((screen) => ({
    address: `#/start/${screen}`,
    first: screen === 'end' ? [] : ['.start-figure', '.start-controls'],
    unfolded: false,
    held: screen === 'order',
  })),
  ...views.flatMap(({ name, first, tours, unfolded }) =>
    tours.map((query) => ({
      ...{ address: `#/${name}${query}`, first, unfolded },
      // Encodings are alike with every method.
      held: name !== 'encodings' || query === '',
    })),
  ),
];

const phone = { width: 390, height: 844 };

/** @param {Session} session */
async function rested(session) {
  // What waits until it has room begins in the frame after.
  const frames = () =>
    new Promise((done) =>
      requestAnimationFrame(() => requestAnimationFrame(() => done(null))),
    );
  await within(session.run(frames), patience, 'two frames');
  const works = ['load', 'picture', 'studies', 'words', 'address'];
  await within(session.run(untilDone, works), patience, 'the page to rest');
  await within(session.run(untilFull), patience, 'tables of numbers');
}

/** @param {Session} session @param {string} name of a slider */
async function drag(session, name) {
  // What a reader finds first stays in the page's words. How far the first stretch
  // of a drag goes depends on the width of the figure, so keys come first.
  for (const key of ['Home', 'ArrowRight']) {
    await session.press(key);
    await rested(session);
  }
  const before = await session.run(valueThere, name);
  const way = before.last ? -1 : 1;
  const { x, y } = await session.run(middleOf, name);
  // Across and along: some are dragged down.
  await session.drag(
    { x, y },
    { x: x + 9 * way, y: y + 4 * way },
    { x: x + 90 * way, y: y + 40 * way },
  );
  await rested(session);
  const after = await session.run(valueThere, name);
  assert.notEqual(
    after.value,
    before.value,
    `${name} does not follow the mouse`,
  );
  // The value where it was let go depends on the width of the figure.
  await session.press('Home', 'ArrowRight');
}

/**
 * @param {Session} session
 * @param {Control} control
 * @returns {Promise<boolean>} whether the page still showed it
 */
async function operate(session, { name, move }) {
  // A mouse that rests on a map reads it, too; WebKit's also where a map is
  // scrolled below it.
  const away = { x: 1, y: 1 };
  if (move === 'key' || move === 'walk') await session.drag(away);
  if (!(await session.run(reached, name))) return false;
  if (move === 'press') {
    await session.drag(await session.run(middleOf, name));
    await rested(session);
    // What comes to lie under a mouse that rests would be read, too.
    await session.drag({ x: 1, y: 1 });
  }
  if (move === 'key') await session.press('ArrowUp');
  if (move === 'walk') await session.press('ArrowRight', 'ArrowDown');
  if (move === 'drag') await drag(session, name);
  await rested(session);
  // How near is near enough to be computed depends on the fonts.
  await session.run(passedAll, 'main figure.long');
  await rested(session);
  // What opened over the page would cover the next control.
  await session.press('Escape');
  await rested(session);
  return true;
}

/**
 * @param {Session} session
 * @param {string} page
 * @param {Stop} stop
 * @returns {Promise<Sight[]>}
 */
async function visit(session, page, { address, first, unfolded, held }) {
  const url = page + address;
  await session.open('about:blank');
  await session.resize(size.width, size.height);
  await session.open(url);
  await session.run(installed);
  await rested(session);
  const misplaced = await session.run(misplacedNow, first);
  if (unfolded) {
    await session.run(unfoldedAll);
    await rested(session);
    // What was loaded has made the page longer, and waits to come near.
    await session.run(passedAll, 'main :is(figure, canvas)');
    await rested(session);
    misplaced.push(...(await session.run(misplacedNow, [])));
  }
  assert.deepEqual(misplaced, [], address);
  const sights = [{ move: 'opened', lines: await session.run(seenNow) }];
  const controls = await session.run(controlsThere);
  for (const control of controls) {
    if (!(await operate(session, control))) continue;
    const move = `${control.move} ${control.name}`;
    sights.push({ move, lines: await session.run(seenNow) });
  }
  /** @type {string[]} */
  const complaints = await session.run(() => Reflect.get(window, 'complaints'));
  assert.deepEqual(complaints, []);
  if (held) {
    await session.resize(phone.width, phone.height);
    await session.open('about:blank');
    await session.open(url);
    await rested(session);
    const { room, bottom, height } = await session.run(heldNow);
    const where = `${address}: ${height} high, down to ${bottom} of ${room}`;
    assert.ok(height > 100 && bottom > 100, where);
    assert.ok(bottom <= 0.45 * room + 1, where);
  }
  // The next visit is a first one, too.
  await session.run(() => localStorage.clear());
  return sights;
}

/** @type {Partial<Record<Engine, Promise<Session>>>} */
const open = {};

/**
 * The tours as tests, one for each address. They share their browsers.
 * @param {string} address of the page, from `serveWatched`
 * @returns {Record<string, () => Promise<string>>}
 */
export function tours(address) {
  return Object.fromEntries(
    oneIn(3, stops, 'tour').map((stop) => [
      `tour: ${stop.address}`,
      () => tour(address, stop),
    ]),
  );
}

/** @param {string} page @param {Stop} stop */
async function tour(page, stop) {
  const visits = engines.map(async (engine) => {
    open[engine] ??= sessions[engine]({ locale: 'C' });
    const session = await open[engine];
    return visit(session, page, stop);
  });
  const [wanted = [], ...others] = await Promise.all(visits);
  for (const [i, given] of others.entries()) {
    for (const [at, { move, lines }] of wanted.entries()) {
      const where = `${engines[i + 1]}, after: ${move}`;
      const { move: made, lines: found = [] } = given[at] ?? {};
      assert.equal(made, move, where);
      const first = lines.findIndex((line, nth) => line !== found[nth]);
      if (first < 0 && found.length === lines.length) continue;
      const told = [lines, found].map((all) =>
        all.slice(Math.max(first - 2, 0), first + 6).join(' | '),
      );
      assert.fail(
        `${where}\nchromium: ${told[0]}\n${engines[i + 1]}: ${told[1]}`,
      );
    }
  }
  assert.ok(!wanted[0]?.lines.includes('a blank canvas'), 'a blank canvas');
  for (const { move, lines } of wanted) {
    assert.doesNotMatch(lines.join('\n'), /too wide|NaN|undefined/, move);
  }
  return `${wanted.length} sights`;
}

/** Ends the browsers of the tours. */
export async function endTours() {
  for (const session of Object.values(open)) await (await session).close();
}
