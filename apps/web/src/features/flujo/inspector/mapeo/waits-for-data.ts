import type { Computed } from '@div/nodos/muestras'
import type { Source } from '../../datos/list-sources.ts'

/** Whether it could not be computed only because a node that is there has no data yet: that is no mistake of who draws. */
export function waitsForData(computed: Computed | null, sources: readonly Pick<Source, 'nodo'>[]): boolean {
  return computed?.clase === 'error' && sources.some(({ nodo }) => computed.sinMuestra.includes(nodo))
}
