import type { QueryClient } from '@tanstack/react-query'

/** What somebody changes on a form or on the canvas, and what is checked before it is published, test cases and all. */
const KEPT: ReadonlySet<unknown> = new Set(['uno', 'lienzo', 'publicar', 'publicar-casos'])

/** Once something is published, what is known of procesos is asked for anew. */
export function refreshProcesos(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({
    queryKey: ['procesos'],
    predicate: ({ queryKey: [, part] }) => !KEPT.has(part),
  })
}
