// Cuts long work into tasks of its own, between which the page hears others.

/** Begins another task: what has come until now is heard before. */
export const nextTask = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done);
  });
