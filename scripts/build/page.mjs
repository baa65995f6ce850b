// @ts-check
// Builds the page into `web/dist` when the page or the package has changed.
import { locked } from '../lib/lock.mjs';
import { at } from '../lib/paths.mjs';
import { must, tool } from '../lib/run.mjs';
import { filesBelow, whenStale } from '../lib/stamps.mjs';

export const page = at('web/dist');

/**
 * Builds the Explorer, and the pages of text beside it, which are made of `docs/`.
 * @returns {Promise<boolean>} whether there was something to do
 */
export function buildPage() {
  const own = filesBelow(at('web')).filter((path) => !path.startsWith(page));
  const inputs = [
    ...own,
    ...filesBelow(at('bindings/dist')),
    ...filesBelow(at('tests/models/data')),
    ...filesBelow(at('docs')),
    at('package-lock.json'),
  ];
  const outputs = [`${page}/index.html`];
  return locked(() =>
    whenStale('page', { inputs, outputs }, async () => {
      const command = tool('vite/bin/vite.js', 'build', '--logLevel=warn');
      await must(command, { cwd: at('web') });
    }),
  );
}
