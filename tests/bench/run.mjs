// @ts-check
/**
 * `npm run bench`: measures the package beside the loops that this machine's
 * memory and multiplier allow, and beside what a user would otherwise take, in
 * Node or in a browser, and prints one table. Ratios hold for other machines;
 * times do not.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { jsonRows } from '../../scripts/lib/json-rows.mjs';
import { script, UserError } from '../../scripts/lib/run.mjs';
import { readArguments, USAGE } from './arguments.mjs';
import { gone, lastingLosses, lossLine, obstacle } from './compare.mjs';
import { growthLines, growths } from './growth.mjs';
import { openHost } from './hosts/index.mjs';
import { nodePeers, VERSIONS } from './hosts/node.mjs';
import { machine } from './machine.mjs';
import { FULL, QUICK } from './measure.mjs';
import { countLine, groupLines, headLine } from './printed-table.mjs';

const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);

/** @param {string} file @returns {import('./compare.mjs').Table} */
function tableIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UserError(`bench: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string | undefined} file @param {object} found */
function writeTo(file, found) {
  if (file === undefined) return;
  // More digits than these say nothing.
  const short = (/** @type {string} */ _, /** @type {unknown} */ value) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  writeFileSync(file, jsonRows(JSON.stringify(found, short)));
}

/** @param {string | undefined} json */
async function growth(json) {
  const series = [];
  const peers = await nodePeers({ install: true, native: false }, say);
  for await (const one of growths(peers)) {
    series.push(one);
    console.log(growthLines(one).join('\n'));
  }
  writeTo(json, { ...machine(), ...VERSIONS, series });
}

/**
 * @param {import('./hosts/index.mjs').Host} host
 * @param {ReturnType<typeof readArguments>} words
 */
async function measureIn(host, { quick, busy, filter, json, against }) {
  const before = against === undefined ? undefined : tableIn(against);
  const why = before && obstacle(before, { ...host.about, busy });
  if (why) throw new UserError(`bench: ${against} is no comparison: ${why}`);
  const chosen = host.groups.filter(
    (group) => (!quick || group.quick) && group.title.includes(filter),
  );
  if (chosen.length === 0) {
    throw new UserError(`bench: no group's title contains ${filter}`);
  }
  for (const title of host.without) say(`only Node measures: ${title}`);
  const start = Date.now();
  /** @param {string} title */
  const run = async (title) => {
    const effort = quick ? QUICK : FULL;
    const { judged, notes } = await host.measure(title, effort, busy);
    console.log(groupLines(judged).join('\n'));
    for (const note of notes) say(note);
    return judged;
  };
  const all = [];
  console.log(headLine());
  for (const { title } of chosen) all.push(await run(title));
  const seconds = Math.round((Date.now() - start) / 1000);
  console.log(`${countLine(all)}; ${seconds} s`);
  const about = { ...machine(), ...host.about, busy, seconds };
  writeTo(json, { ...about, groups: all });
  if (before) {
    const found = await lastingLosses(before, { groups: all }, (title) => {
      console.log('once more, because it seems slower than before:');
      return run(title);
    });
    for (const loss of found) console.log(lossLine(loss));
    const lost = gone(before, { groups: all });
    for (const row of lost) console.log(`GONE: ${row}`);
    console.log(
      `${found.length} rows are slower than in ${against}, ` +
        `${lost.length} are there no more`,
    );
    if (found.length + lost.length > 0) process.exitCode = 1;
  }
}

/** @param {ReturnType<typeof readArguments>} words */
async function table(words) {
  const { engine, quick, native } = words;
  const host = await openHost(engine, { install: !quick, native }, say);
  try {
    await measureIn(host, words);
  } finally {
    await host.close();
  }
}

await script(async () => {
  const words = readArguments(process.argv.slice(2));
  if (words.help) process.stdout.write(USAGE);
  else if (words.growth) await growth(words.json);
  else await table(words);
});
