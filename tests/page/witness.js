// @ts-check
// Runs before the scripts of the page, and records what goes wrong, for engines
// whose console cannot be read.

/** @type {string[]} */
const complaints = [];
Object.assign(window, { complaints });

for (const level of /** @type {const} */ (['error', 'warn'])) {
  const write = console[level];
  console[level] = (...words) => {
    complaints.push(words.join(' '));
    write.apply(console, words);
  };
}

addEventListener(
  'error',
  ({ message, target }) => {
    // A file that cannot be fetched gives an event without a message.
    const part = target instanceof HTMLElement ? target.outerHTML : '';
    complaints.push(message ?? `cannot load ${part}`);
  },
  { capture: true },
);

addEventListener('unhandledrejection', ({ reason }) => {
  complaints.push(String(reason));
});

// Record what charts write: it is only in their pictures.
/** @type {string[]} */
const written = [];
Object.assign(window, { written });
const pen = CanvasRenderingContext2D.prototype;
const { fillText } = pen;
/**
 * @this {CanvasRenderingContext2D}
 * @param {Parameters<typeof fillText>} given
 */
pen.fillText = function (...given) {
  written.push(given[0]);
  fillText.apply(this, given);
};

document.addEventListener('securitypolicyviolation', (event) => {
  complaints.push(`CSP ${event.violatedDirective} ${event.blockedURI}`);
});
