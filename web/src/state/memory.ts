// The last address that was shown, kept in this browser alone. Storage may be
// refused; the page then remembers it as long as it is open.

const key = 'posenc-address';
let held: string | null = null;

export function rememberAddress(hash: string): void {
  held = hash;
  try {
    localStorage.setItem(key, hash);
  } catch {
    // `held` has it.
  }
}

export function lastAddress(): string | null {
  try {
    return localStorage.getItem(key) ?? held;
  } catch {
    return held;
  }
}
