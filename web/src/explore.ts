// Shows the views, and loads the package for those that need it. `main.ts` imports this file while the
// page runs.

import type { Posenc } from 'posenc';
import type { Frame } from './shell/frame.js';
import { isLight, loadedOnce, routeOf, startRouter } from './shell/router.js';
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
  const engine = async () => {
    const pe = await (await import('posenc')).load();
    frame.engine.textContent = describeEngine(pe);
    return pe;
  };
  const first = routeOf(routes, location.hash);
  // Fetch the view while the package is compiled. The router says if it fails.
  first.load().catch(() => {});
  // The frame says if the first view finds no numbers.
  if (isLight(first)) {
    frame.engine.textContent = 'Every number is computed in this tab.';
  } else await engine();
  startRouter(routes, frame, engine);
}
