import { type Cursor, mergeNewest } from './cursor.ts'
import type { EjecucionFilter, Page } from './list-lugares.ts'

interface Source<Run> {
  list(filter: EjecucionFilter, page: Page): Promise<readonly Run[]>
}

/** The newest of several places, each of which has its own in their order. Of a run that has just gone from one to another the last place tells. */
export function listAnywhere<Run extends Cursor>(sources: readonly Source<Run>[]): Source<Run> {
  return {
    async list(filter, page) {
      return mergeNewest(await Promise.all(sources.map((source) => source.list(filter, page))), page.limite)
    },
  }
}
