// @ts-check
// Lets one build run at a time: `npm start` in one terminal and `npm test` in
// another would write the same files.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { at } from './paths.mjs';
import { say } from './run.mjs';

const folder = at('build/lock');

/** @returns {boolean} whether the process that holds the lock is running */
function holderLives() {
  try {
    process.kill(Number(readFileSync(`${folder}/pid`, 'utf8')), 0);
    return true;
  } catch (error) {
    return error?.code === 'EPERM'; // alive, under another user
  }
}

/**
 * Runs `work` while holding the lock.
 * @template T @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function locked(work) {
  mkdirSync(at('build'), { recursive: true });
  for (let tries = 0; ; ++tries) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (error?.code !== 'EEXIST') throw error;
      if (tries % 10 === 9 && !holderLives()) {
        rmSync(folder, { recursive: true, force: true });
      } else {
        if (tries === 10) say('build', 'waiting for another build to end');
        await sleep(100);
      }
    }
  }
  writeFileSync(`${folder}/pid`, String(process.pid));
  const free = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', free);
  try {
    return await work();
  } finally {
    process.off('exit', free);
    free();
  }
}
