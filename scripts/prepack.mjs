// @ts-check
// npm runs this before it packs the package: see build/pack.mjs.
import { chooseDeclarations, copyDocuments } from './build/pack.mjs';

copyDocuments();
chooseDeclarations();
