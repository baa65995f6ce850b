// The last address that was shown and its heading, kept in this browser alone.
// Storage may be refused; the page then remembers them as long as it is open.

export interface Visited {
  readonly address: string;
  /** The heading of the place inside the view; empty where it has one place. */
  readonly heading: string;
}

const keys = { address: 'posenc-address', heading: 'posenc-heading' } as const;
let held: Visited = { address: '', heading: '' };

export function rememberVisit(visited: Visited): void {
  held = visited;
  try {
    localStorage.setItem(keys.address, visited.address);
    localStorage.setItem(keys.heading, visited.heading);
  } catch {
    // `held` has it.
  }
}

export function lastVisit(): Visited {
  try {
    const address = localStorage.getItem(keys.address);
    const heading = localStorage.getItem(keys.heading) ?? '';
    return address === null ? held : { address, heading };
  } catch {
    return held;
  }
}
