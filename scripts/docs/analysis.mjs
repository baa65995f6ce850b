// @ts-check
// The reference page of the analyses, which work on a table, a rope or attention.
import { parameterTable } from './method.mjs';

/**
 * @typedef {import('../../bindings/dist/modules/descriptions.js').AnalysisDescription} Analysis
 * @typedef {import('./method.mjs').Words} Words
 */

/** @param {Record<string, Analysis>} analyses @param {Words} words */
export function analysisPage(analyses, words) {
  const sections = Object.values(analyses).map((one) => {
    const { name, title, summary, formula, result, parameters } = one;
    const options =
      Object.keys(parameters).length > 0
        ? `\n${parameterTable(parameters, words, false)}`
        : '';
    return `## ${title}: \`pe.analysis.${name}\`

${summary}

\`\`\`math
${formula.latex}
\`\`\`

**Result**: ${result}
${options}`;
  });
  return `# Analyses

What can be said of any table, whoever made it: a tensor, \`{ data, shape }\`, or
an array of rows. All of it is computed in float64, and the same bit for bit in
every engine. In JavaScript they stand on \`pe.analysis\`, and take the table and
then their options. Six take a rope or its spec instead: \`rotationResiduals\` also
takes a function, \`precisionReport\` and \`ropePairs\` only a spec, which they
vary. The last three take the options of \`attention\`, and change the order or
the place of its tokens.

\`\`\`js
import { load } from 'posenc';

const pe = await load();
const table = pe.sinusoidal({ length: 128, dim: 16 });
const map = pe.analysis.gram(table); // [128, 128]
const { residual } = pe.analysis.toeplitz(table); // about 1e-8: rounding

const pairs = pe.analysis.ropePairs(
  { method: 'rope', headDim: 128 },
  { trainedLength: 4096 },
);
pairs.filter(({ completes }) => !completes).length; // 18 of 64 turn less than once in training

const x = Float32Array.from({ length: 6 * 8 }, (_, i) => Math.sin(i * i));
const attention = { q: x, k: x, v: x, heads: 1, headDim: 8 };
pe.analysis.reordering(attention).equivariant; // true: it knows no order
\`\`\`

${sections.join('\n')}
[All methods](README.md)
`;
}
