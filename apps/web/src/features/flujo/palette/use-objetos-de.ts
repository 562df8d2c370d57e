import type { Nodo, ObjetoDeServidor, ServidorResumen } from '@div/contract'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../shared/api-client.ts'
import { useTiposServidor } from '../../../shared/servidores/use-tipos-servidor.ts'
import { useEditorStore } from '../store/use-editor.ts'
import { useServidores } from '../use-servidores.ts'

/** More are found by searching. */
const SHOWN = 50
/** Asked at once with every pause in typing: those that the drawing calls already come first. */
const ASKED = 12

/** The servidores that tell what they hold. */
export function useBrowsable(): readonly ServidorResumen[] {
  const { servidores } = useServidores()
  const { data: tipos = [] } = useTiposServidor()
  return servidores.filter(({ tipoServidor }) =>
    tipos.some((tipo) => tipo.tipoServidor === tipoServidor && tipo.explorable),
  )
}

function objetosQuery(servidorId: string, q: string, limite = SHOWN) {
  const query = new URLSearchParams({ limite: String(limite), q })
  return {
    queryKey: ['servidores', 'objetos', servidorId, 'paleta', q, limite],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callApi<ObjetoDeServidor[]>('GET', `servidores/${servidorId}/objetos?${query}`, { signal }),
    retry: false,
  }
}

/** What a servidor holds that is called like that. */
export function useObjetosDe(servidor: ServidorResumen, q: string) {
  return useQuery({ ...objetosQuery(servidor.id, q), placeholderData: keepPreviousData })
}

/** Those that the drawing calls, then the others. */
function pickAsked(
  servidores: readonly ServidorResumen[],
  nodos: readonly Nodo[],
): readonly ServidorResumen[] {
  const called = new Set(nodos.map(({ servidorId }) => servidorId))
  const rank = ({ id }: ServidorResumen) => (called.has(id) ? 0 : 1)
  return servidores.toSorted((left, right) => rank(left) - rank(right))
}

/** Few of each servidor that are called like that, beside the servidor; of one that does not answer none. */
export function useObjetosDeTodos(q: string, { each }: { each: number }) {
  const store = useEditorStore()
  const browsable = useBrowsable()
  const servidores = pickAsked(browsable, store.flujo.nodos).slice(0, ASKED)
  const answers = useQueries({
    queries: servidores.map(({ id }) => ({ ...objetosQuery(id, q, each), enabled: q !== '' })),
  })
  const objetos = servidores.flatMap((servidor, at) =>
    (answers[at]?.data ?? []).map((objeto) => ({ servidor, objeto })),
  )
  return { objetos, isSearching: answers.some(({ isFetching }) => isFetching) }
}
