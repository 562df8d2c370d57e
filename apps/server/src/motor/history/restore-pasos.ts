import type { Row } from '../../db/tables.ts'

type Ejecucion = Row<'ejecuciones'>

/** A run as it was before its row was written: spans that named the entrada or salida of the run hold its value again. */
export function restorePasos(ejecucion: Ejecucion): Ejecucion {
  const pasos = ejecucion.pasos.map(({ salidaDe, ...paso }) => {
    if (salidaDe === 'entrada') return { ...paso, salida: ejecucion.entrada }
    return salidaDe === 'salida' ? { ...paso, salida: ejecucion.salida } : paso
  })
  return { ...ejecucion, pasos }
}
