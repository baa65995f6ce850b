// Opens a built page in Chromium, and hears what it says.
import { createServer } from 'node:http';
import { fileIn, opened, pathOf, sendFile } from '../../scripts/lib/files.mjs';
import { within } from '../../scripts/lib/pace.mjs';
import { browsers } from '../engines/browsers.mjs';

/** Seconds of a quiet machine until a page has said something. */
const PATIENCE = 120;

/**
 * @param {string} folder of the page
 * @param {string} [posenc] the installed package, at `/posenc/`
 * @returns {Promise<string>} what the page sent to `/said`
 */
export async function saidBy(folder, posenc = folder) {
  /** @type {(text: string) => void} */
  let hear = () => {};
  /** @type {Promise<string>} */
  const said = new Promise((resolve) => {
    hear = resolve;
  });
  const server = createServer(async (request, response) => {
    const path = pathOf(request.url ?? '/') ?? '';
    if (path === '/said') {
      let text = '';
      for await (const chunk of request) text += chunk;
      response.end();
      hear(text);
    } else if (path.startsWith('/posenc/')) {
      sendFile(response, fileIn(posenc, path.slice('/posenc/'.length)));
    } else sendFile(response, fileIn(folder, path));
  });
  const { url, close } = await opened(server);
  const open = /** @type {import('../engines/browsers.mjs').Open} */ (
    browsers.chromium
  );
  const closeBrowser = await within(open(url), PATIENCE, 'opening Chromium');
  try {
    return await within(said, PATIENCE, 'the page');
  } finally {
    await closeBrowser();
    await close();
  }
}
