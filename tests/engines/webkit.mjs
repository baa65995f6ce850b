// @ts-check
/**
 * Drives WebKitGTK through its WebDriver by plain HTTP requests, because
 * puppeteer cannot.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../scripts/lib/pace.mjs';
import { underLocale } from '../../scripts/setup/locales.mjs';

/** The small browser that comes with the library, in the folder that Debian
 * names after the machine. */
function miniBrowser() {
  const files = readdirSync('/usr/lib').map(
    (folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`,
  );
  const file =
    process.env.POSENC_MINIBROWSER ?? files.find((f) => existsSync(f));
  if (!file) throw new Error('there is no MiniBrowser of webkit2gtk-4.1');
  return file;
}

/** A port that is free at the moment. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      server.close(() => resolve(port ?? 0));
    });
  });
}

/**
 * Sends a request to the driver. `fetch` would give up after some minutes.
 * @param {string} url
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function call(url, method, body) {
  const question = request(url, { method });
  question.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(question, 'response');
  const { value } = /** @type {any} */ (await json(response));
  if (response.statusCode !== 200) {
    throw new Error(`WebDriver: ${JSON.stringify(value)}`);
  }
  return value;
}

/** Asks until the driver listens. @param {string} driver
 * @param {AbortSignal} ended */
async function untilReady(driver, ended) {
  while (!ended.aborted) {
    try {
      await call(`${driver}/status`, 'GET');
      return;
    } catch {
      await sleep(50);
    }
  }
}

/**
 * Starts the driver in its own process group, which ends as one. It has no
 * headless mode, so it gets a virtual display.
 * @param {import('./browsers.mjs').Options} options
 * @returns {Promise<{ driver: string, stop: () => void }>}
 */
async function startDriver({ locale }) {
  const port = await freePort();
  const driver = `http://127.0.0.1:${port}`;
  const command = 'xvfb-run --auto-servernum WebKitWebDriver --port';
  // All its processes end when one of them ends or when its input closes, also
  // when this process is killed.
  const child = spawn(
    'sh',
    ['-c', `{ ${command}=${port}; kill 0; } & read -r _; kill 0`],
    {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: {
        ...(locale === undefined ? process.env : underLocale(locale)),
        // Root cannot use the sandbox, which needs its own namespaces.
        ...(process.getuid?.() === 0
          ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
          : {}),
      },
    },
  );
  const failed = new Promise((_, reject) => {
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`it ended by itself: ${command}`)));
  });
  const ended = new AbortController();
  const stop = () => {
    process.off('exit', stop);
    ended.abort();
    try {
      if (child.pid) process.kill(-child.pid);
    } catch {
      // It has already ended.
    }
  };
  process.once('exit', stop);
  try {
    const ready = Promise.race([untilReady(driver, ended.signal), failed]);
    await within(ready, 60, 'starting WebKitWebDriver');
  } catch (error) {
    stop();
    throw error;
  }
  failed.catch(() => {});
  return { driver, stop };
}

/**
 * WebDriver's codes of keys that type no character.
 * @type {Record<string, string>}
 */
const keys = {
  Backspace: '\ue003',
  Tab: '\ue004',
  Enter: '\ue007',
  Escape: '\ue00c',
  PageUp: '\ue00e',
  PageDown: '\ue00f',
  End: '\ue010',
  Home: '\ue011',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
};

/** @param {string[]} names */
function keyActions(names) {
  const actions = names.flatMap((name) =>
    ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[name] ?? name })),
  );
  return { actions: [{ type: 'key', id: 'keyboard', actions }] };
}

/** @param {import('./browsers.mjs').Place[]} path */
function mouseActions(path) {
  /** @param {import('./browsers.mjs').Place} place */
  const move = ({ x, y }) => ({
    ...{ type: 'pointerMove', duration: 0, origin: 'viewport' },
    ...{ x: Math.round(x), y: Math.round(y) },
  });
  const [first, ...others] = path.map(move);
  const actions = [
    first,
    { type: 'pointerDown', button: 0 },
    ...others,
    { type: 'pointerUp', button: 0 },
  ];
  const parameters = { pointerType: 'mouse' };
  return { actions: [{ type: 'pointer', id: 'mouse', parameters, actions }] };
}

/** A script that reports what a function returns, or its error. */
const runner = (/** @type {string} */ task) => `
  const given = [...arguments];
  const tell = given.pop();
  Promise.resolve().then(() => (${task})(...given)).then(
    (value) => tell({ value }),
    (error) => tell({ error: String(error?.message ?? error) }),
  );`;

/**
 * @param {import('./browsers.mjs').Options} [options]
 * @returns {Promise<import('./browsers.mjs').Session>}
 */
export async function startWebKit(options = {}) {
  const { driver, stop } = await startDriver(options);
  try {
    const begun = call(`${driver}/session`, 'POST', {
      capabilities: {
        alwaysMatch: {
          // Switch off the driver's own time limits.
          timeouts: { script: null, pageLoad: 2 ** 31, implicit: 0 },
          'webkitgtk:browserOptions': {
            binary: miniBrowser(),
            args: ['--automation'],
          },
        },
      },
    });
    const { sessionId } = await within(begun, 60, 'starting WebKitGTK');
    const session = `${driver}/session/${sessionId}`;
    /** @type {import('./browsers.mjs').Session['run']} */
    const run = async (task, ...given) => {
      const script = runner(String(task));
      const body = { script, args: given };
      const told = await call(`${session}/execute/async`, 'POST', body);
      if (told.error !== undefined) throw new Error(told.error);
      return told.value;
    };
    return {
      run,
      async open(url) {
        const opened = call(`${session}/url`, 'POST', { url });
        await within(opened, 60, `opening ${url}`);
      },
      async press(...names) {
        await call(`${session}/actions`, 'POST', keyActions(names));
      },
      async resize(width, height) {
        // The driver sets the window, whose frame and bars have a size, too.
        const [aroundX, aroundY] = await run(() => [
          outerWidth - innerWidth,
          outerHeight - innerHeight,
        ]);
        const rect = { width: width + aroundX, height: height + aroundY };
        await call(`${session}/window/rect`, 'POST', rect);
      },
      async drag(...path) {
        await call(`${session}/actions`, 'POST', mouseActions(path));
      },
      async close() {
        await within(call(session, 'DELETE'), 10, 'closing').catch(() => {});
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}
