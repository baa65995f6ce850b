// The package and the views: everything that is more than the frame of the
// page. It is imported while the page runs, so that the frame can say what
// fails in it.

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

/** Shows the views. May be asked again after a load that failed. */
export async function explore(frame: Frame): Promise<void> {
  // The view is fetched while the package is compiled. Where that fails, the
  // router says so.
  routeOf(routes, location.hash)
    .load()
    .catch(() => {});
  const pe = await load();
  frame.engine.textContent = describeEngine(pe);
  startRouter(routes, frame, pe);
}
