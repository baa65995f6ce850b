// A state, and the listeners that are called when it changes.

export interface Store<T extends object> {
  get(): T;
  /** Merges `patch`; listeners run once, and only if something changed. */
  set(patch: Partial<T>): void;
  subscribe(listener: (state: T) => void): void;
}

export function createStore<T extends object>(initial: T): Store<T> {
  let state = initial;
  const listeners: ((state: T) => void)[] = [];
  return {
    get: () => state,
    set(patch) {
      const next = { ...state, ...patch };
      const keys = Object.keys(next) as (keyof T)[];
      if (keys.every((key) => Object.is(next[key], state[key]))) return;
      state = next;
      for (const listener of listeners) listener(state);
    },
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
