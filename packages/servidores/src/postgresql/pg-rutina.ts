import { LimiteSuperado } from '@div/contract'
import type { Parametros, Rutina, SalidaDeRutina } from '../sql/sql-connection.ts'
import type { PgSession } from './pg-session.ts'
import { buildLlamada, type Firma } from './pg-signature.ts'
import { POSTGRESQL_DIALECT } from './postgresql-dialect.ts'

type Fila = Record<string, unknown>

export function hasCursors({ argumentos, returnsCursor }: Firma): boolean {
  return returnsCursor || argumentos.some(({ isCursor, modo }) => isCursor && modo !== 'IN')
}

/** Calls a routine and reads what it leaves. Cursors live only in a transaction, which is the caller's to open. */
export async function callRoutine(
  session: PgSession,
  {
    rutina,
    firma,
    parametros,
    maximo,
  }: { rutina: Rutina; firma: Firma; parametros: Parametros; maximo: number },
): Promise<SalidaDeRutina> {
  const { texto, nombres } = buildLlamada(rutina, firma, parametros)
  const values = nombres.map((nombre) => parametros[nombre] ?? null)
  const prepared = await session.prepare(texto)
  const { filas } = await session.execute(prepared, values, { maximo, writes: true })
  const fetchAll = (cursores: readonly unknown[]) => fetchCursors(session, cursores, maximo)
  refuseExcess(filas, maximo)
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
  maximo: number,
): Promise<Fila[][]> {
  const conjuntos: Fila[][] = []
  for (const cursor of cursores) {
    if (typeof cursor !== 'string') continue
    const { filas } = await session.queryOnce(`fetch all from ${POSTGRESQL_DIALECT.quote(cursor)}`, maximo)
    refuseExcess(filas, maximo)
    conjuntos.push(filas)
  }
  return conjuntos
}

function refuseExcess(filas: readonly Fila[], maximo: number): void {
  if (filas.length > maximo) throw new LimiteSuperado({ limite: 'filas', maximo })
}
