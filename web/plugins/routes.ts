// The list of views as it is written: which modules each of them wants. The
// page itself cannot be run while it is built.

import type { Rolldown } from 'vite';

type Context = Pick<
  Rolldown.PluginContext,
  'getModuleInfo' | 'parse' | 'resolve' | 'error'
>;

export interface Wanted {
  /** The view's name in addresses. */
  readonly name: string;
  /** The files of its code, and of the entries of the package that it needs. */
  readonly modules: readonly string[];
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** A node and all below it, those of one kind. */
function nodesOf(node: unknown, type: string): readonly Node[] {
  if (Array.isArray(node)) return node.flatMap((part) => nodesOf(part, type));
  if (!isNode(node)) return [];
  const own = node.type === type ? [node] : [];
  return [
    ...own,
    ...Object.values(node).flatMap((part) => nodesOf(part, type)),
  ];
}

/** The texts that stand in a node. */
const textsOf = (node: unknown): readonly string[] =>
  nodesOf(node, 'Literal')
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string');

/** A route as it is written: `route({ name, parts, load: () => import(…) })`. */
function readRoute(call: Node): Map<string, readonly string[]> {
  const [entry] = call.arguments as readonly Node[];
  return new Map(
    nodesOf(entry, 'Property').map(({ key, value }) => [
      String((key as Node).name),
      textsOf(value),
    ]),
  );
}

/** What the routes in the file `list` want; each is written out there. */
export async function wantedBy(
  list: string,
  context: Context,
): Promise<readonly Wanted[]> {
  const code = context.getModuleInfo(list)?.code;
  if (!code) return context.error(`the list of views is not in ${list}`);
  const calls = nodesOf(context.parse(code), 'CallExpression')
    .filter(({ callee }) => (callee as Node).name === 'route')
    .map(readRoute);
  return Promise.all(
    calls.map(async (route) => {
      const [name = ''] = route.get('name') ?? [];
      const parts = route.get('parts') ?? [];
      const code = route.get('load') ?? [];
      const ids = [
        ...code,
        ...parts.map((part) => (part === 'posenc' ? part : `posenc/${part}`)),
      ];
      const found = await Promise.all(
        ids.map((id) => context.resolve(id, list)),
      );
      const modules = found.map((file) => file?.id).filter((id) => id != null);
      if (name === '' || code.length === 0 || modules.length < ids.length) {
        return context.error(`a route of ${list} is not written out: ${name}`);
      }
      return { name, modules };
    }),
  );
}
