// Made by the build: `run-inline.ts` with all that it imports, as a script.
export const text: string;
