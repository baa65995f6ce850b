// @ts-check
// The built page in Chromium, and a short look at it in every engine:
// `node tests/page/run.mjs [words of a name]`.
// Prints a line for each test, then `N passed, N failed`; exits with 1 if any
// failed.

import { runTests } from '../../scripts/lib/run-tests.mjs';
import { oneIn } from '../support/sample.mjs';
import { arrows } from './arrows.mjs';
import { attention } from './attention.mjs';
import { attentionEngine } from './attention-engine.mjs';
import { attentionFirst } from './attention-first.mjs';
import { attentionLong } from './attention-long.mjs';
import { attentionUse } from './attention-use.mjs';
import { attentionZoom } from './attention-zoom.mjs';
import { axeTests } from './axe.mjs';
import { Pages } from './browser.mjs';
import { compare } from './compare.mjs';
import { dataTables } from './data-tables.mjs';
import { encodings } from './encodings.mjs';
import { encodingsUse } from './encodings-use.mjs';
import { engine } from './engine.mjs';
import { exponents } from './exponents.mjs';
import { failures } from './failures.mjs';
import { addresses } from './history.mjs';
import { steps } from './history-steps.mjs';
import { keep } from './keep.mjs';
import { keepAll } from './keep-all.mjs';
import { loading } from './loading.mjs';
import { startLooks } from './look.mjs';
import { methodTests } from './methods.mjs';
import { paper } from './paper.mjs';
import { phone } from './phone.mjs';
import { rope } from './rope.mjs';
import { ropeEngine } from './rope-engine.mjs';
import { ropeReach } from './rope-reach.mjs';
import { ropeSecond } from './rope-second.mjs';
import { spans } from './rope-spans.mjs';
import { ropeStage } from './rope-stage.mjs';
import { seeded } from './seeded.mjs';
import { serve, serveWatched } from './serve.mjs';
import { shell } from './shell.mjs';
import { start } from './start.mjs';
import { startEngine } from './start-engine.mjs';
import { startPage } from './start-page.mjs';
import { startScores } from './start-scores.mjs';
import { startTables } from './start-tables.mjs';
import { studies } from './studies.mjs';
import { tenthTests } from './tenth.mjs';
import { endTours, tours } from './tour.mjs';
import { wide } from './wide.mjs';
import { zoom } from './zoom.mjs';

/**
 * @typedef {Record<string, (stage: import('./browser.mjs').Stage)
 *   => Promise<void>>} Tests
 */

// `exit` stops the browsers, too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => process.exit(1));
}

// Imported by its address, because it is type-checked elsewhere.
const builder = new URL('../../scripts/build/page.mjs', import.meta.url).href;
const { buildPage, page } = await import(builder);
await buildPage();
const server = await serve(page);
const watched = await serveWatched(page);
const pages = new Pages(server.address);

const onStage = {
  ...loading,
  ...failures,
  ...shell,
  ...phone,
  ...wide,
  ...exponents,
  ...seeded,
  ...paper,
  ...axeTests,
  ...addresses,
  ...steps,
  ...start,
  ...startScores,
  ...startTables,
  ...startPage,
  ...startEngine,
  ...encodings,
  ...encodingsUse,
  ...zoom,
  ...compare,
  ...engine,
  ...studies,
  ...keep,
  ...keepAll,
  ...dataTables,
  ...methodTests,
  // Each builds a page of its own.
  ...Object.fromEntries(oneIn(3, Object.entries(tenthTests), 'tenth')),
  ...attention,
  ...attentionFirst,
  ...attentionUse,
  ...attentionLong,
  ...attentionZoom,
  ...attentionEngine,
  ...rope,
  ...ropeStage,
  ...ropeReach,
  ...ropeEngine,
  ...ropeSecond,
  ...arrows,
  ...spans,
};
/** @type {[string, () => Promise<unknown>][]} */
const tests = Object.entries(onStage).map(([name, test]) => [
  name,
  () => pages.during(test),
]);
const pattern = process.argv.slice(2).join(' ');
try {
  const looks = startLooks(watched.address, pattern);
  const tour = Object.entries(tours(watched.address));
  await runTests([...tests, ...tour, ...looks], pattern);
} finally {
  await endTours();
  await pages.close();
  await server.close();
  await watched.close();
}
// A test that hangs may keep this process alive.
process.exit();
