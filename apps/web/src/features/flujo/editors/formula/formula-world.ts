import type { Limits } from '@div/contract'
import type { FormulaHost } from '@div/formula'
import { NotKnown } from './not-known.ts'

/** What the product keeps for formulas, as far as this screen has asked. */
export interface FormulaWorld {
  zonaHoraria: string
  now: () => number
  /** Null: not asked yet. */
  parametros: ReadonlyMap<string, { valor: unknown; isSecret: boolean }> | null
  /** The columns of each, in their order; null: not asked yet. */
  tablas: ReadonlyMap<string, readonly string[]> | null
  /** The rows that were looked up, by `busquedaKey`; null: there is none. */
  filas: ReadonlyMap<string, Readonly<Record<string, unknown>> | null>
  /** Those of this installation; undefined: it has not said. */
  limites: Partial<Limits> | undefined
}

/** A row that a formula looks up. */
export interface Busqueda {
  tabla: string
  columna: string
  clave: unknown
}

export function busquedaKey({ tabla, columna, clave }: Busqueda): string {
  return JSON.stringify([tabla, columna, clave])
}

/** Rows that are looked up, one by one, while a formula is written. */
const MAX_BUSQUEDAS = 50

/** The world as formulas ask for it. While one is compiled everything that may be there is there; what is not known stops its computing. */
export function hostOf(world: FormulaWorld): { host: FormulaHost; startComputing: () => void } {
  let isComputing = false
  const { zonaHoraria, now, parametros, tablas, filas } = world

  function parametro(nombre: string): unknown {
    if (parametros === null) return orStop({ kind: 'alEjecutar', motivo: 'Se consultan los parámetros…' })
    const found = parametros.get(nombre)
    if (!found) return undefined
    if (!found.isSecret) return found.valor ?? null
    return orStop({ kind: 'alEjecutar', motivo: `Usa el parámetro secreto «${nombre}».` })
  }

  function orStop(trial: NotKnown['trial']): null {
    if (isComputing) throw new NotKnown(trial)
    return null
  }

  const host: FormulaHost = {
    zonaHoraria,
    now,
    parametro,
    isSecret: () => false,
    columnas: (tabla) => (tablas === null ? undefined : tablas.get(tabla)),
    tabla(tabla, columnaClave) {
      const columnas = tablas?.get(tabla)
      const columna = columnaClave ?? columnas?.[0]
      if (columna === undefined || !columnas?.includes(columna)) return undefined
      return (clave) => {
        const busqueda = { tabla, columna, clave }
        const fila = filas.get(busquedaKey(busqueda))
        if (fila === undefined)
          throw new NotKnown(
            filas.size < MAX_BUSQUEDAS
              ? { kind: 'buscando', busqueda }
              : { kind: 'alEjecutar', motivo: `Busca más de ${MAX_BUSQUEDAS} filas.` },
          )
        return fila ?? undefined
      }
    },
    consecutivo: () => Promise.reject(new Error('an editor takes no sequence')),
  }
  return {
    host,
    startComputing() {
      isComputing = true
    },
  }
}
