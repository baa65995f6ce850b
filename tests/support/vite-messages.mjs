// @ts-check
/** Receives the messages that Vite's development server sends to a page. */

import { get } from 'node:http';

/** The value of an opening request: any 16 bytes will do. */
const key = Buffer.alloc(16).toString('base64');

/**
 * The messages in the bytes of a WebSocket; each must be a single frame.
 * @param {Buffer} bytes
 * @returns {{ messages: string[], rest: Buffer }}
 */
function framesOf(bytes) {
  const messages = [];
  let rest = bytes;
  while (rest.length >= 2) {
    const short = (rest[1] ?? 0) & 127;
    if (short === 127) throw new Error('a message above 64 KiB');
    const head = short === 126 ? 4 : 2;
    if (rest.length < head) break;
    const length = short === 126 ? rest.readUInt16BE(2) : short;
    if (rest.length < head + length) break;
    messages.push(rest.toString('utf8', head, head + length));
    rest = rest.subarray(head + length);
  }
  return { messages, rest };
}

/**
 * Connects to the server as a page does.
 * @param {string} url of the server
 * @returns {Promise<{ next: (type: string) => Promise<any>,
 *   close: () => void }>} next: the first message of a type that has not been
 *   asked for yet
 */
export async function listen(url) {
  const client = await (await fetch(new URL('@vite/client', url))).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
  const request = get(`${url}?token=${token}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': key,
      'sec-websocket-protocol': 'vite-hmr',
    },
  });
  /** @type {import('node:net').Socket} */
  const socket = await new Promise((resolve, reject) => {
    request.once('upgrade', (_, stream, head) => {
      stream.unshift(head);
      resolve(stream);
    });
    request.once('response', ({ statusCode }) =>
      reject(new Error(`no upgrade, but ${statusCode}`)),
    );
    request.once('error', reject);
  });

  /** @type {any[]} */
  const heard = [];
  let wake = () => {};
  let unread = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    const { messages, rest } = framesOf(Buffer.concat([unread, bytes]));
    unread = Buffer.from(rest);
    heard.push(...messages.map((text) => JSON.parse(text)));
    wake();
  });
  return {
    async next(type) {
      for (;;) {
        const at = heard.findIndex((message) => message.type === type);
        if (at >= 0) return heard.splice(at, 1)[0];
        await new Promise((resolve) => {
          wake = () => resolve(undefined);
        });
      }
    },
    close: () => socket.destroy(),
  };
}
