// Cuts long work into tasks of its own, between which a thread hears others.

/** Begins another task: what has come until now is heard before. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
