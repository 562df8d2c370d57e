import { type Columna, type ErrorDeCampo, FilasNoCaben } from '@div/contract'
import type { Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Datos } from '../../motor/tablas/compile-fila.ts'
import { findRepeated, replaceDatos, streamFilas } from '../../motor/tablas/filas-repository.ts'
import { planColumnas } from './plan-columnas.ts'
import { REPETIDO } from './read-import.ts'

/** A row that a change of columns cannot take along. */
interface FilaQueNoCabe {
  fila: string
  columna: string
  mensaje: string
}

/** Takes every row of a tabla to its new columns, or none: throws FilasNoCaben with the first ones that do not fit. */
export async function convertFilas(
  trx: Transaction<Database>,
  {
    tablaId,
    before,
    after,
    maxErrores,
  }: {
    tablaId: string
    before: readonly Columna[]
    after: readonly Columna[]
    /** How many rows that do not fit are listed. */
    maxErrores: number
  },
): Promise<void> {
  const plan = planColumnas(before, after)
  const misfits: FilaQueNoCabe[] = []
  let count = 0
  const report = (misfit: FilaQueNoCabe) => {
    count++
    if (misfits.length < maxErrores) misfits.push(misfit)
  }
  const converted: { id: string; datos: Datos }[] = []
  if (!plan.keepsFilas) {
    for await (const { id, datos } of streamFilas(trx, tablaId)) {
      const wrong: ErrorDeCampo[] = []
      converted.push({ id, datos: plan.convert(datos, wrong) })
      for (const { campo, mensaje } of wrong) report({ fila: id, columna: campo, mensaje })
    }
  }
  if (count === 0) {
    await replaceDatos(trx, tablaId, converted)
    for (const { id, columna } of await listRepeated(trx, tablaId, {
      columnas: plan.unicas,
      limite: maxErrores,
    })) {
      report({ fila: id, columna, mensaje: REPETIDO })
    }
  }
  if (count === 0) return
  const errores = misfits.map(({ fila, columna, mensaje }) => ({
    campo: `filas.${fila}.${columna}`,
    mensaje,
  }))
  throw new FilasNoCaben({ cantidad: count }, { errores, extra: { filas: misfits } })
}

async function listRepeated(
  trx: Transaction<Database>,
  tablaId: string,
  { columnas, limite }: { columnas: readonly Columna[]; limite: number },
): Promise<{ id: string; columna: string }[]> {
  const found: { id: string; columna: string }[] = []
  for (const { nombre } of columnas) {
    const ids = await findRepeated(trx, tablaId, { columna: nombre, limite })
    found.push(...ids.map((id) => ({ id, columna: nombre })))
  }
  return found
}
