// Shows the views, and loads of the package what each needs. `main.ts` imports
// this file while the page runs.

import { h } from './shell/dom.js';
import type { Frame } from './shell/frame.js';
import { createLanding } from './shell/landing.js';
import { type Instances, loadParts, type Part } from './shell/parts.js';
import { loadedOnce, routeOf, startRouter } from './shell/router.js';
import { route } from './shell/view.js';
import { writeAddress } from './state/hash.js';
import { nextTask } from './state/task.js';
import { aside, doors, groups, views } from './views/index.js';

/** Where an address without a name leads. */
const landing = route({
  name: '',
  title: 'How transformers know word order',
  words: 'what the page is for, and ways in',
  parts: [],
  load: async () => ({ create: () => createLanding(views, doors) }),
});

const routes = loadedOnce([landing, ...views]);

function describeEngine({ simd, version }: Instances[Part]): string {
  const lanes = simd ? 'with SIMD' : 'without SIMD';
  return (
    `posenc ${version}: every number is computed in this tab, ` +
    `by C++ as WebAssembly ${lanes}.`
  );
}

/** Shows the views. Can be called again if loading the package failed. */
export async function explore(frame: Frame): Promise<void> {
  const supply = async (parts: readonly Part[]) => {
    const instances: Instances = await loadParts(parts);
    const [first] = parts;
    if (first) frame.engine.textContent = describeEngine(instances[first]);
    return instances;
  };
  const { route: first } = routeOf(routes, location.hash);
  // Fetch the view while the package is compiled. The router says if it fails.
  first.load().catch(() => {});
  if (first.parts.length === 0) {
    frame.engine.textContent = 'Every number is computed by posenc.';
  }
  // The frame says if the first view finds no numbers.
  await supply(first.parts);
  await nextTask();
  frame.aside.replaceChildren(
    ...aside.map(({ name, title, words }) =>
      h('a', { href: writeAddress(name, ''), title: words }, title),
    ),
  );
  startRouter({ routes, groups }, frame, supply);
}
