// @ts-check
// Stands before the page's own scripts where it is looked at in an engine that
// shows nobody its console, and remembers what goes wrong.

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
    // What cannot be fetched has no message.
    const part = target instanceof HTMLElement ? target.outerHTML : '';
    complaints.push(message ?? `cannot load ${part}`);
  },
  { capture: true },
);

addEventListener('unhandledrejection', ({ reason }) => {
  complaints.push(String(reason));
});

// What the charts write stands in their pictures alone.
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
