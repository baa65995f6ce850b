// What the list of methods says of each, shorter than the package does.

/** The most letters of a line about a method, where a comma allows it. */
const longestLine = 80;

/** What a method is, in a line: its summary, as far as its first turn. */
export function shortly(summary: string): string {
  const [head = ''] = summary.split(/[:;.]/);
  if (head.length <= longestLine) return head;
  const end = head.lastIndexOf(', ', longestLine);
  return end > 0 ? head.slice(0, end) : head;
}
