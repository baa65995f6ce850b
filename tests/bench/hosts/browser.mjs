// @ts-check
/**
 * Measures in a worker of a browser's page. This process only says which group
 * comes next; the worker measures it and judges it.
 */

import { sessions } from '../../engines/browsers.mjs';
import { browserGroups } from './browser/groups.mjs';
import { serveBench } from './browser/server.mjs';
import { packagesThere } from './files.mjs';
import { nodeGroups } from './node/groups.mjs';

/** The engines, as the record names them. */
const NAMES = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKitGTK',
};

/** What only Node can measure. */
const without = nodeGroups
  .map(({ title }) => title)
  .filter((own) => !browserGroups.some(({ title }) => title === own));

/**
 * @param {import('./index.mjs').Browser} engine
 * @param {import('./index.mjs').Wanted} wanted
 * @param {(line: string) => void} say
 * @returns {Promise<import('./index.mjs').Host>}
 */
export async function openBrowser(engine, { install }, say) {
  const peers = await packagesThere(install, say);
  const server = await serveBench(peers);
  /** @type {import('../../engines/browsers.mjs').Session | undefined} */
  let session;
  const close = async () => {
    await session?.close();
    await server.close();
  };
  try {
    session = await sessions[engine]();
    const { open, run } = session;
    await open(server.url);
    /** Asks the worker. @param {string} task @param {unknown[]} given */
    const ask = (task, ...given) =>
      run(
        (task, given) => /** @type {any} */ (globalThis).ask(task, given),
        task,
        given,
      );
    const { version, notes } = await ask('open', peers);
    for (const note of notes) say(note);
    return {
      about: { browser: `${NAMES[engine]} ${version}` },
      groups: browserGroups,
      without,
      measure: (title, effort, busy) => ask('measure', title, effort, busy),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
