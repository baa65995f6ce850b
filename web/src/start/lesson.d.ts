/** Numbers of the first state of each screen, made while the page is built. */
declare module 'virtual:lesson' {
  export const firstNumbers: Readonly<Record<string, unknown>>;
}
