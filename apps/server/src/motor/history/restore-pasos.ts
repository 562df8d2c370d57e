import { z } from 'zod'
import type { Row } from '../../db/tables.ts'

type Ejecucion = Row<'ejecuciones'>

/** Microseconds: since the run's `inicio`, and how long. */
const usSchema = z.tuple([z.number(), z.number()])

/** A run whose spans are as they were before `run-row.ts` wrote them without what most have alike. */
export function restorePasos(ejecucion: Ejecucion): Ejecucion {
  return { ...ejecucion, pasos: ejecucion.pasos.map((paso) => restorePaso(paso, ejecucion)) }
}

function restorePaso(
  { us, salidaDe, ...paso }: Readonly<Record<string, unknown>>,
  { inicio, entrada, salida }: Ejecucion,
): Record<string, unknown> {
  // Not a span: the count of those that were not kept.
  if (us === undefined) return paso
  const [desde, duracion] = usSchema.parse(us)
  return {
    estado: 'ok',
    intentos: 1,
    inicio: inicio.getTime() + desde / 1_000,
    duracionMs: duracion / 1_000,
    ...paso,
    ...(salidaDe === 'entrada' && { salida: entrada }),
    ...(salidaDe === 'salida' && { salida }),
  }
}
