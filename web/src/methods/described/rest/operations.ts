// Importing this makes the descriptions in `../operations.ts` whole. Those of the package
// are whole already: only the build leaves something out, and writes it here.

export {};
