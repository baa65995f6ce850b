// @ts-check
// The built page in Chromium: its frame, its lesson and its tables:
// `node tests/page/run.mjs [words of a name]`.

import { oneIn } from '../support/sample.mjs';
import { axeTests } from './axe.mjs';
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
import { keepUse } from './keep-use.mjs';
import { loading } from './loading.mjs';
import { methodTests } from './methods.mjs';
import { runOnPage } from './on-page.mjs';
import { paper } from './paper.mjs';
import { phone } from './phone.mjs';
import { seeded } from './seeded.mjs';
import { shell } from './shell.mjs';
import { start } from './start.mjs';
import { startEngine } from './start-engine.mjs';
import { startPage } from './start-page.mjs';
import { startScores } from './start-scores.mjs';
import { startTables } from './start-tables.mjs';
import { studies } from './studies.mjs';
import { tenthTests } from './tenth.mjs';
import { wide } from './wide.mjs';
import { zoom } from './zoom.mjs';

await runOnPage({
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
  ...keepUse,
  ...keepAll,
  ...dataTables,
  ...methodTests,
  // Each builds a page of its own.
  ...Object.fromEntries(oneIn(3, Object.entries(tenthTests), 'tenth')),
});
