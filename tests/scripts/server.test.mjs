// The server of `npm start`: serves its folder, and nothing else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../scripts/start/server.mjs';

const outside = mkdtempSync(join(tmpdir(), 'posenc-server-'));
const folder = join(outside, 'page');
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

/**
 * Asks by node:http, which sends a path as it is; fetch would resolve `..`.
 * @param {string} path @param {string} [method]
 * @returns {Promise<{ status?: number, type?: string, body: string }>}
 */
const get = (path, method = 'GET') =>
  new Promise((resolve, reject) => {
    const { port } = server;
    request({ host: '127.0.0.1', port, path, method }, async (response) => {
      let body = '';
      for await (const part of response) body += part;
      const type = response.headers['content-type'];
      resolve({ status: response.statusCode, type, body });
    })
      .on('error', reject)
      .end();
  });

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'index.html'), '<p>page');
  writeFileSync(join(folder, 'assets/a b.js'), '1;');
  server = await serve(folder, 0);
});
afterAll(async () => {
  await server.close();
  rmSync(outside, { recursive: true });
});

describe('serve', () => {
  it('answers with files and their types', async () => {
    expect(await get('/')).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
      body: '<p>page',
    });
    expect(await get('/assets/a%20b.js?v=1')).toMatchObject({
      status: 200,
      type: 'text/javascript; charset=utf-8',
    });
    expect(await get('/', 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  it.each([
    '/none',
    '/assets',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%00',
    '/%',
  ])('has no %s', async (path) => {
    expect(await get(path)).toMatchObject({ status: 404 });
  });

  it('takes no orders', async () => {
    expect(await get('/', 'POST')).toMatchObject({ status: 405 });
  });

  it('goes on to the next free port', async () => {
    const second = await serve(folder, server.port);
    expect(second.port).toBeGreaterThan(server.port);
    await second.close();
  });
});
