// @ts-check
/**
 * WebKitGTK through its WebDriver, in plain HTTP calls: puppeteer does not
 * speak to it.
 */

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';

const LAUNCH_TIMEOUT = 60_000;

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

/** A port that was free just now. @returns {Promise<number>} */
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
 * @param {string} url
 * @param {string} method
 * @param {unknown} [body]
 */
async function call(url, method, body) {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(LAUNCH_TIMEOUT),
  });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`WebDriver: ${JSON.stringify(value)}`);
  return value;
}

/** Asks until the driver listens. @param {string} driver */
async function untilReady(driver) {
  const end = Date.now() + LAUNCH_TIMEOUT;
  for (;;) {
    try {
      await call(`${driver}/status`, 'GET');
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** @type {import('./browsers.mjs').Open} */
export async function openInWebKit(page) {
  const port = await freePort();
  const driver = `http://127.0.0.1:${port}`;
  // It has no headless mode, so it gets a display of its own. In its own
  // process group, which ends as one.
  const child = spawn(
    'xvfb-run',
    ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`],
    {
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        // Root cannot use the sandbox, which needs namespaces of its own.
        ...(process.getuid?.() === 0
          ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
          : {}),
      },
    },
  );
  const failed = new Promise((_, reject) => {
    child.on('error', reject);
  });
  const stop = () => {
    try {
      if (child.pid) process.kill(-child.pid);
    } catch {
      // It has ended by itself.
    }
  };
  process.once('exit', stop);
  try {
    await Promise.race([untilReady(driver), failed]);
    const { sessionId } = await call(`${driver}/session`, 'POST', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': {
            binary: miniBrowser(),
            args: ['--automation'],
          },
        },
      },
    });
    const session = `${driver}/session/${sessionId}`;
    await call(`${session}/url`, 'POST', { url: page });
    return async () => {
      try {
        await call(session, 'DELETE');
      } finally {
        stop();
      }
    };
  } catch (error) {
    stop();
    throw error;
  }
}
