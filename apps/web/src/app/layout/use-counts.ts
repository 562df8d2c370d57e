import { useQuery } from '@tanstack/react-query'
import { listApi } from '../../shared/api-client.ts'
import { COUNTED, type Counted } from '../screen.ts'

const REFRESH_MS = 60_000

export interface Counts {
  counts: Readonly<Record<Counted, number>>
  /** Lists that did not answer: they count 0 (spec, 7). */
  failed: readonly Counted[]
}

const NONE: Counts = { counts: toCounts([]), failed: [] }

/** All of them together, once a minute. */
export function useCounts(): Counts {
  const { data = NONE } = useQuery({
    queryKey: ['conteos'],
    queryFn: readCounts,
    refetchInterval: REFRESH_MS,
  })
  return data
}

async function readCounts({ signal }: { signal: AbortSignal }): Promise<Counts> {
  // One entry is enough: how many there are stands in the answer's head.
  const totals = COUNTED.map(async (list) => (await listApi(`${list}?limite=1`, { signal })).total)
  const results = await Promise.allSettled(totals)
  return {
    counts: toCounts(results),
    failed: COUNTED.filter((_, index) => results[index]?.status === 'rejected'),
  }
}

function toCounts(results: readonly PromiseSettledResult<number>[]): Record<Counted, number> {
  const at = (list: Counted) => {
    const result = results[COUNTED.indexOf(list)]
    return result?.status === 'fulfilled' ? result.value : 0
  }
  return {
    servidores: at('servidores'),
    canales: at('canales'),
    procesos: at('procesos'),
    'tareas-programadas': at('tareas-programadas'),
    parametros: at('parametros'),
    tablas: at('tablas'),
    'mcp-servers': at('mcp-servers'),
    'ai-agents': at('ai-agents'),
  }
}
