import type { PaginaDeFilas, ParametroResumen, TablaResumen } from '@div/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { callApi } from '../../../../shared/api-client.ts'
import { useConfiguracion } from '../../../../shared/use-configuracion.ts'
import { type Busqueda, busquedaKey, type FormulaWorld } from './formula-world.ts'

const FRESH_MS = 60_000
const NO_FILAS: FormulaWorld['filas'] = new Map()
const NAMES_ACCESS = /PAR[AÁ]METRO|BUSCAR/i
const ZONA = Intl.DateTimeFormat().resolvedOptions().timeZone

/** What the product keeps for formulas: asked for when somebody writes one that may need it. */
export function useFormulaWorld(
  formula: string,
  isEntered: boolean,
): { world: FormulaWorld; ask: (busqueda: Busqueda) => void } {
  const queries = useQueryClient()
  const enabled = isEntered || NAMES_ACCESS.test(formula)
  const [looked, setLooked] = useState({ formula, filas: NO_FILAS })
  const filas = looked.formula === formula ? looked.filas : NO_FILAS
  const { data: parametros } = useQuery({
    queryKey: ['parametros', 'lienzo'],
    queryFn: ({ signal }) => callApi<ParametroResumen[]>('GET', 'parametros', { signal }),
    staleTime: FRESH_MS,
    enabled,
  })
  const limites = useConfiguracion().data?.limites
  const { data: tablas } = useQuery({
    queryKey: ['tablas', 'lienzo'],
    queryFn: ({ signal }) => callApi<TablaResumen[]>('GET', 'tablas', { signal }),
    staleTime: FRESH_MS,
    enabled,
  })

  const world = useMemo(
    (): FormulaWorld => ({
      zonaHoraria: ZONA,
      now: Date.now,
      parametros:
        parametros === undefined
          ? null
          : new Map(parametros.map(({ nombre, valor, secreto }) => [nombre, { valor, isSecret: secreto }])),
      tablas:
        tablas === undefined
          ? null
          : new Map(
              tablas.map(({ nombre, columnas }) => [nombre, columnas.map((columna) => columna.nombre)]),
            ),
      filas,
      limites,
    }),
    [parametros, tablas, filas, limites],
  )

  const ask = useCallback(
    (busqueda: Busqueda) => {
      const id = tablas?.find(({ nombre }) => nombre === busqueda.tabla)?.id
      if (id === undefined) return
      const put = (fila: Readonly<Record<string, unknown>> | null) =>
        setLooked((before) => {
          const known = before.formula === formula ? before.filas : NO_FILAS
          return { formula, filas: new Map([...known, [busquedaKey(busqueda), fila]]) }
        })
      queries
        .fetchQuery({
          queryKey: ['tablas', 'lienzo', 'fila', id, busqueda.columna, busqueda.clave],
          queryFn: ({ signal }) => findFila(id, busqueda, signal),
          staleTime: FRESH_MS,
        })
        // A key that the column cannot hold is in no row.
        .then(put, () => put(null))
    },
    [queries, tablas, formula],
  )

  return { world, ask }
}

async function findFila(id: string, { columna, clave }: Busqueda, signal: AbortSignal) {
  const query = new URLSearchParams({ [`filtro.${columna}`]: String(clave ?? ''), limite: '1' })
  const { filas } = await callApi<PaginaDeFilas>('GET', `tablas/${id}/filas?${query}`, { signal })
  return filas[0] ?? null
}
