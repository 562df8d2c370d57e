import { type Precio, type PrecioGuardado, type PrecioResumen, precioSchema } from '@div/contract'
import { type ResourceForm, useResourceForm } from '../../../shared/form/use-resource-form.ts'
import type { ListData } from '../../../shared/list/list-data.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'

const RESOURCE = 'ai/pricing'

/** What a form changes: a day that is being typed is none yet. */
export type PrecioDraft = Omit<Precio, 'desde' | 'hasta'> & { desde: unknown; hasta: unknown }

const initialOf = (desde: string): PrecioDraft => ({
  modelo: '',
  servidorId: null,
  desde,
  hasta: null,
  entradaPorMillon: '',
  salidaPorMillon: '',
  cacheadaPorMillon: null,
  embeddingsPorMillon: null,
  moneda: 'USD',
})
/** Whoever stays over midnight writes another day. */
const NEW = initialOf(new Date().toISOString().slice(0, 'yyyy-mm-dd'.length))

export function usePrecios(query: Readonly<Record<string, string>>): ListData<PrecioResumen> {
  return usePagedList<PrecioResumen>(RESOURCE, query)
}

export function usePrecioForm(
  id: string | null,
  onStored: (stored: PrecioGuardado) => void,
): ResourceForm<PrecioGuardado, PrecioDraft> {
  return useResourceForm<PrecioGuardado, PrecioDraft>({
    resource: RESOURCE,
    id,
    schema: precioSchema,
    initial: NEW,
    toDraft: toPrecioDraft,
    onStored,
  })
}

export function toPrecioDraft(stored: PrecioGuardado): PrecioDraft {
  const { modelo, servidorId, desde, hasta, entradaPorMillon, salidaPorMillon } = stored
  const { cacheadaPorMillon, embeddingsPorMillon, moneda } = stored
  return {
    modelo,
    servidorId,
    desde,
    hasta,
    entradaPorMillon,
    salidaPorMillon,
    cacheadaPorMillon,
    embeddingsPorMillon,
    moneda,
  }
}
