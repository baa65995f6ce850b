// Made by the build: `run.ts` with all that it imports, as a script.
export const text: string;
