// Importing this makes the descriptions in `../terms.ts` whole. Those of the package
// are whole already: only the build leaves something out, and writes it here.

export {};
