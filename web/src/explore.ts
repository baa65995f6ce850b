// Loads the package and shows the views. `main.ts` imports this file while the
// page runs.

import { load, type Posenc } from 'posenc';
import type { Frame } from './shell/frame.js';
import { loadedOnce, routeOf, startRouter } from './shell/router.js';
import { views } from './views/index.js';

const routes = loadedOnce(views);

function describeEngine({ simd, version }: Posenc): string {
  const lanes = simd ? 'with SIMD' : 'without SIMD';
  return (
    `posenc ${version}: every number is computed in this tab, ` +
    `by C++ as WebAssembly ${lanes}.`
  );
}

/** Shows the views. Can be called again if loading the package failed. */
export async function explore(frame: Frame): Promise<void> {
  // Fetch the view while the package is compiled. The router says if it fails.
  routeOf(routes, location.hash)
    .load()
    .catch(() => {});
  const pe = await load();
  frame.engine.textContent = describeEngine(pe);
  startRouter(routes, frame, pe);
}
