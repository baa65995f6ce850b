// The server of `npm run dev` builds what changes and tells open pages; a build
// that fails does not stop it.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { develop } from '../../scripts/dev/develop.mjs';
import { rebuilding } from '../../scripts/dev/rebuild.mjs';
import { at } from '../../scripts/lib/paths.mjs';
import { UserError } from '../../scripts/lib/run.mjs';
import { listen } from '../support/vite-messages.mjs';

describe('rebuilding', () => {
  it('builds once more for changes during a build, and tells of the last', async () => {
    /** @type {(() => void)[]} */
    const running = [];
    /** @type {unknown[]} */
    const told = [];
    let begun = () => {};
    const build = () =>
      new Promise((resolve, reject) => {
        const first = running.length === 0;
        running.push(
          first ? () => reject(new Error('first')) : () => resolve(0),
        );
        begun();
      });
    const wait = () =>
      new Promise((resolve) => {
        begun = () => resolve(undefined);
      });
    const ask = rebuilding(build, (error) => told.push(error));

    const first = wait();
    const end = ask();
    await first;
    ask();
    ask();
    const second = wait();
    running[0]?.();
    await second;
    expect(told).toEqual([]);
    running[1]?.();
    await end;
    expect(running).toHaveLength(2);
    expect(told).toEqual([undefined]);
  });
});

describe('develop', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'posenc-dev-')));
  const source = join(folder, 'src/number.js');
  const built = join(folder, 'page/dist');
  /** @type {Awaited<ReturnType<typeof develop>>} */
  let server;
  /** @type {Awaited<ReturnType<typeof listen>>} */
  let page;

  /** Copies the source, or fails if it has a mistake. */
  async function build() {
    if (readFileSync(source, 'utf8').includes('oops')) {
      throw new UserError('number.js: oops');
    }
    copyFileSync(source, join(built, 'number.js'));
  }
  const served = async () =>
    (await fetch(new URL('dist/number.js', server.url))).text();

  beforeAll(async () => {
    for (const name of ['src', 'page/dist']) {
      mkdirSync(join(folder, name), { recursive: true });
    }
    writeFileSync(join(folder, 'page/index.html'), '<p>page');
    writeFileSync(source, 'export const number = 1;');
    const sources = [join(folder, 'src')];
    const root = join(folder, 'page');
    server = await develop({ root, port: 0, sources, built, build });
    page = await listen(server.url);
  });
  afterAll(async () => {
    page.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('serves what was built before', async () => {
    expect(await served()).toContain('number = 1');
    const html = await (await fetch(server.url)).text();
    expect(html).toContain('@vite/client');
  });

  it('builds what changed, and has pages load again', async () => {
    writeFileSync(source, 'export const number = 2;');
    await page.next('full-reload');
    expect(await served()).toContain('number = 2');
  });

  it('shows why a build failed, also to pages that come later', async () => {
    writeFileSync(source, 'oops');
    const shown = { err: { message: 'number.js: oops' } };
    expect(await page.next('error')).toMatchObject(shown);
    expect(await served()).toContain('number = 2');
    const late = await listen(server.url);
    expect(await late.next('error')).toMatchObject(shown);
    late.close();
  });

  it('goes on when the mistake is mended', async () => {
    writeFileSync(source, 'export const number = 3;');
    await page.next('full-reload');
    expect(await served()).toContain('number = 3');
  });
});

describe('npm run dev', () => {
  it('serves the page from its sources, and ends at Ctrl-C', async () => {
    const child = spawn(process.execPath, [at('scripts/dev.mjs'), '--port=0'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    const ended = new Promise((resolve) => child.once('close', resolve));
    for await (const part of child.stdout.setEncoding('utf8')) {
      output += part;
      if (output.includes('\n')) break;
    }
    const [url = ''] = /http:\S+/.exec(output) ?? [];
    const html = await (await fetch(url)).text();
    expect(html).toContain('src="/@vite/client"');
    const main = await fetch(new URL('src/main.ts', url));
    expect(main.headers.get('content-type')).toBe('text/javascript');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  });
});
