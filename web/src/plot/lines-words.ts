// The numbers of a line chart in words: at one point, and as a table.

import type { TableText } from '../shell/data-table.js';
import type { Line, LinesLook } from './lines-look.js';
import { speakValue, writeCount, writeSmall } from './ticks.js';

/** The columns of a line: one, or the least and the most of each stretch. */
function columnsOf({ label, values, upTo }: Line) {
  if (upTo === undefined) return [{ name: label, values }];
  return [
    { name: `${label}, least`, values },
    { name: `${label}, most`, values: upTo },
  ];
}

function allOf({ lines }: LinesLook) {
  return lines.flatMap(columnsOf);
}

/** What a chart shows at a point, for those who hear the page. */
export function speakPoint(look: LinesLook, index: number): string {
  const values = allOf(look).map(
    ({ name, values }) =>
      `${name} ${speakValue(values[index] ?? Number.NaN, 4)}`,
  );
  return `${look.xName} ${look.x[index]}: ${values.join(', ')}`;
}

/** The numbers of a chart, a row for each of its points. */
export function tabulate(look: LinesLook, caption: string): TableText {
  const columns = allOf(look);
  return {
    caption,
    heads: [look.xName],
    columns: columns.map(({ name }) => name),
    count: look.x.length,
    row: (index) => [
      writeCount(look.x[index] as number),
      ...columns.map(({ values }) => writeSmall(values[index] as number, 6, 6)),
    ],
  };
}
