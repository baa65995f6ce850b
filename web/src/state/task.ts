// Cuts long work into tasks of its own, between which the page or a worker hears
// others.

/**
 * Begins another task: what has come until now is heard before. It is begun by a
 * message, because timers that follow each other wait 4 ms each.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
