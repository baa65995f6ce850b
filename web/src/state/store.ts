// A state, and the listeners that are called when it changes.

export interface Store<T extends object> {
  get(): T;
  /** Merges `patch`; listeners run once, and only if something changed. */
  set(patch: Partial<T>): void;
  /**
   * The same for a change that the reader may take back by going Back, such as
   * another method or preset. Dragging, typing and sliders are no steps.
   */
  step(patch: Partial<T>): void;
  subscribe(listener: (state: T) => void): void;
}

/** `leave` is called before each step, while the store has the old state. */
export function createStore<T extends object>(
  initial: T,
  leave: () => void = () => {},
): Store<T> {
  let state = initial;
  const listeners: ((state: T) => void)[] = [];

  function change(patch: Partial<T>, before: () => void): void {
    const next = { ...state, ...patch };
    const keys = Object.keys(next) as (keyof T)[];
    if (keys.every((key) => Object.is(next[key], state[key]))) return;
    before();
    state = next;
    for (const listener of listeners) listener(state);
  }

  return {
    get: () => state,
    set: (patch) => change(patch, () => {}),
    step: (patch) => change(patch, leave),
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
