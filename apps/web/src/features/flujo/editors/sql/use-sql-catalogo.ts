import type { ColumnaDeObjeto, DetalleDeObjeto, Nodo, ObjetoDeServidor } from '@div/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callApi } from '../../../../shared/api-client.ts'
import { useEditorStore } from '../../store/use-editor.ts'
import type { SqlCatalogo } from './sql-suggestions.ts'

const FRESH_MS = 300_000
const SHOWN = 50

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

/** The live catalogue of a servidor, as far as a query needs it. */
export function useSqlCatalogo({ id: nodoId, servidorId }: Nodo): SqlCatalogo {
  const queries = useQueryClient()
  const store = useEditorStore()
  return useMemo(() => {
    const base =
      typeof servidorId === 'string' && servidorId !== '' ? `servidores/${servidorId}/objetos` : null
    const ask = <Answer>(path: string): Promise<Answer> =>
      queries.fetchQuery({
        queryKey: ['servidores', 'objetos', servidorId, 'sql', path],
        queryFn: ({ signal }) => callApi<Answer>('GET', path, { signal }),
        staleTime: FRESH_MS,
        retry: false,
      })
    const findTablas: SqlCatalogo['findTablas'] = async (texto) => {
      if (base === null) return []
      const q = texto.slice(texto.lastIndexOf('.') + 1)
      const query = new URLSearchParams({ tipoObjeto: 'tabla', limite: String(SHOWN), q })
      return ask<readonly ObjetoDeServidor[]>(`${base}?${query}`)
    }
    return {
      findTablas,
      async readColumnas({ nombre, esquema }): Promise<readonly ColumnaDeObjeto[]> {
        // A name that is half typed is no table yet.
        const found = (await findTablas(nombre)).find((tabla) => isSame(tabla.nombre, nombre))
        if (base === null || found === undefined) return []
        const full = esquema === undefined ? found.nombre : `${esquema}.${found.nombre}`
        const path = `${base}/${encodeURIComponent(full)}?tipoObjeto=tabla`
        return (await ask<DetalleDeObjeto>(path)).columnas
      },
      parametros() {
        const { nodos } = store.flujo
        const own = nodos.find(({ id }) => id === nodoId)?.parametros ?? []
        const ofEntrada = nodos.find(({ tipo }) => tipo === 'entrada')?.parametros ?? []
        return [...new Set([...own, ...ofEntrada].map(({ nombre }) => nombre))]
      },
    }
  }, [queries, store, servidorId, nodoId])
}
