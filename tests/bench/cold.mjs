// @ts-check
/**
 * Loads the package where nothing of it is compiled yet.
 * @returns {Promise<Record<string, number>>} milliseconds of each part
 */
export async function loadCold() {
  /** @type {Record<string, number>} */
  const moments = {};
  // The engine's functions are watched, because the package reports no times.
  const engine = /** @type {any} */ (WebAssembly);
  for (const name of ['compile', 'instantiate']) {
    const own = engine[name];
    engine[name] = async (/** @type {unknown[]} */ ...given) => {
      moments[name] = performance.now();
      const result = await own(...given);
      moments[`${name} done`] = performance.now();
      return result;
    };
  }
  const begin = performance.now();
  const { load } = await import('posenc');
  const imported = performance.now();
  const pe = await load();
  const loaded = performance.now();
  pe.sinusoidal({ length: 512, dim: 512 });
  const end = performance.now();
  const of = (/** @type {string} */ name) => moments[name] ?? Number.NaN;
  return {
    importing: imported - begin,
    decoding: of('compile') - imported,
    compiling: of('compile done') - of('compile'),
    instantiating: loaded - of('instantiate'),
    first: end - loaded,
    total: end - imported,
  };
}
