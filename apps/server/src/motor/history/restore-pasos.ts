import { z } from 'zod'
import type { Row } from '../../db/tables.ts'

type Stored = Row<'ejecuciones'>

/** A run as whoever reads the history sees it. */
export interface Ejecucion extends Omit<Stored, 'entrada' | 'salida' | 'pasos' | 'aplazada'> {
  entrada: unknown
  salida: unknown
  pasos: readonly Readonly<Record<string, unknown>>[]
}

/** Microseconds: since the run's `inicio`, and how long. */
const usSchema = z.tuple([z.number(), z.number()])
const pasosSchema = z.array(z.record(z.string(), z.unknown()))

/** A run whose values and spans are as they were before `run-row.ts` wrote them as text, and without what most have alike. */
export function restorePasos({ aplazada, ...stored }: Stored): Ejecucion {
  const { inicio } = stored
  const entrada: unknown = JSON.parse(stored.entrada ?? 'null')
  const salida: unknown = JSON.parse(stored.salida ?? 'null')
  const pasos = pasosSchema.parse(JSON.parse(stored.pasos))
  return {
    ...stored,
    entrada,
    salida,
    pasos: pasos.map((paso) => restorePaso(paso, { inicio, entrada, salida })),
  }
}

function restorePaso(
  { us, salidaDe, ...paso }: Readonly<Record<string, unknown>>,
  { inicio, entrada, salida }: Pick<Ejecucion, 'inicio' | 'entrada' | 'salida'>,
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
