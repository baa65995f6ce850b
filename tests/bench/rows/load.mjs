// @ts-check
/**
 * Loading where nothing of the package is compiled yet: until the first result,
 * and the parts of that time.
 */

/** Words of `loadCold`, and what they mean. */
const PARTS = {
  total: 'load() to the first result',
  decoding: 'of it decoding the module',
  compiling: 'of it compiling',
  instantiating: 'of it instantiating',
  first: 'of it the first result',
  importing: 'importing the package, before load()',
};

/**
 * @param {string} place @param {() => Promise<Record<string, number>>} once
 *   loads the package in a new process or worker
 * @returns {import('../judge.mjs').Group}
 */
export const loading = (place, once) => ({
  title: `loading in ${place}, cold`,
  open: () => ({
    unit: '',
    amount: 0,
    rows: Object.entries(PARTS).map(([part, name]) => ({
      name,
      run: async () => ({ ms: (await once())[part] }),
      ...(part === 'total' && { within: 20 }),
    })),
  }),
});
