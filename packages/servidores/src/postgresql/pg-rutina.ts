import type { Parametros, Rutina, SalidaDeRutina } from '../sql/sql-calls.ts'
import type { Executed, ExecutionOptions } from './pg-execution.ts'
import type { PgSession } from './pg-session.ts'
import { buildLlamada, type Firma } from './pg-signature.ts'
import { POSTGRESQL_DIALECT } from './postgresql-dialect.ts'

type Fila = Record<string, unknown>

export function hasCursors({ argumentos, returnsCursor }: Firma): boolean {
  return returnsCursor || argumentos.some(({ isCursor, modo }) => isCursor && modo !== 'IN')
}

export interface RoutineCall {
  rutina: Rutina
  firma: Firma
  parametros: Parametros
  /** The rows of an execution within the limits of the connection. */
  read(execute: (options: ExecutionOptions) => Promise<Executed>): Promise<Fila[]>
}

/** Calls a routine and reads what it leaves. Cursors live only in a transaction, which is the caller's to open. */
export async function callRoutine(
  session: PgSession,
  { rutina, firma, parametros, read }: RoutineCall,
): Promise<SalidaDeRutina> {
  const { texto, nombres } = buildLlamada(rutina, firma, parametros)
  const values = nombres.map((nombre) => parametros[nombre] ?? null)
  const prepared = await session.prepare(texto)
  const filas = await read((options) => session.execute(prepared, values, options))
  const fetchAll = (cursores: readonly unknown[]) => fetchCursors(session, cursores, read)
  if (rutina.clase === 'procedimiento') return outputsOf(firma, filas[0] ?? {}, fetchAll)
  if (firma.returnsCursor) return { salidas: {}, conjuntos: await fetchAll(filas.flatMap(Object.values)) }
  if (firma.returnsSet) return { salidas: {}, conjuntos: [filas] }
  const [fila = {}] = filas
  const isRecord = firma.returnsRecord || firma.argumentos.some(({ modo }) => modo !== 'IN')
  if (isRecord) return outputsOf(firma, fila, fetchAll)
  return { salidas: { resultado: Object.values(fila)[0] ?? null }, conjuntos: [] }
}

async function outputsOf(
  { argumentos }: Firma,
  fila: Fila,
  fetchAll: (cursores: readonly unknown[]) => Promise<Fila[][]>,
): Promise<SalidaDeRutina> {
  const cursors = new Set(argumentos.filter(({ isCursor }) => isCursor).map(({ nombre }) => nombre))
  const entries = Object.entries(fila)
  return {
    salidas: Object.fromEntries(entries.filter(([nombre]) => !cursors.has(nombre))),
    conjuntos: await fetchAll(entries.filter(([nombre]) => cursors.has(nombre)).map(([, cursor]) => cursor)),
  }
}

async function fetchCursors(
  session: PgSession,
  cursores: readonly unknown[],
  read: RoutineCall['read'],
): Promise<Fila[][]> {
  const conjuntos: Fila[][] = []
  for (const cursor of cursores) {
    if (typeof cursor !== 'string') continue
    const sql = `fetch all from ${POSTGRESQL_DIALECT.quote(cursor)}`
    conjuntos.push(await read((options) => session.queryOnce(sql, options)))
  }
  return conjuntos
}
