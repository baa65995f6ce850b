// @ts-check
// Installs missing tools from the system's packages, or says how to.
import { existsSync, readdirSync } from 'node:fs';
import { find, run, say, UserError } from '../lib/run.mjs';

/** @typedef {import('./tools.mjs').Tool} Tool */

/** @param {Tool[]} tools @returns {string} one line: what lacks, and cures */
export function advice(tools) {
  const names = tools.map((tool) => tool.name).join(', ');
  const apt = tools.flatMap((tool) => tool.apt).join(' ');
  const brew = tools.flatMap((tool) => tool.brew ?? []).join(' ');
  const cures = [];
  if (tools[0]?.apt[0] === 'emscripten' && process.env.EMSDK) {
    cures.push(`. "${process.env.EMSDK}/emsdk_env.sh"`);
  }
  if (process.platform === 'darwin') {
    if (brew) cures.push(`brew install ${brew}`);
  } else {
    cures.push(`sudo apt-get install ${apt}`);
    if (brew && find('brew')) cures.push(`brew install ${brew}`);
  }
  if (tools[0]?.apt[0] === 'emscripten' && !process.env.EMSDK) {
    cures.push('activate an emsdk for Emscripten: . <emsdk>/emsdk_env.sh');
  }
  const lacks = tools.length > 1 ? 'are missing' : 'is missing';
  return `setup: ${names} ${lacks}. Install with: ${cures.join('  or  ')}`;
}

/** @returns {Promise<string[] | undefined>} how to run apt-get, if we may */
async function aptGet() {
  const apt = find('apt-get');
  if (!apt) return undefined;
  // Nobody is there to answer questions: packages take their defaults.
  const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive', apt, '-y', '-qq'];
  if (process.getuid?.() === 0) return quiet;
  const sudo = find('sudo');
  if (!sudo) return undefined;
  const { code } = await run([sudo, '-n', 'true'], { quiet: true });
  return code === 0 ? [sudo, '-n', ...quiet] : undefined;
}

/** @returns {boolean} whether apt knows any package */
function hasLists() {
  const folder = '/var/lib/apt/lists';
  return (
    existsSync(folder) &&
    readdirSync(folder).some((name) => name.includes('_Packages'))
  );
}

/** @param {Tool[]} tools that are missing */
export async function installPackages(tools) {
  const apt = await aptGet();
  if (!apt) throw new UserError(advice(tools));

  const packages = tools.flatMap((tool) => tool.apt);
  const install = [...apt, 'install', '--no-install-recommends', ...packages];
  // apt prints hundreds of lines, which matter only after a failure.
  const attempt = () => run(install, { quiet: true });
  const update = async () => {
    say('setup', 'apt-get update');
    await run([...apt, 'update'], { quiet: true });
  };

  if (!hasLists()) await update();
  say('setup', `apt-get install ${packages.join(' ')} (takes minutes)`);
  if ((await attempt()).code === 0) return;
  // The lists may be old and name versions that the mirror no longer has.
  await update();
  const { code, output } = await attempt();
  if (code === 0) return;
  throw new UserError(`${output}setup: apt-get failed. ${advice(tools)}`);
}
