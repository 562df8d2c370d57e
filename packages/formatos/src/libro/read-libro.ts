import { compileCoercion, type ErrorDeCampo, Fecha } from '@div/contract'
import type { Reglas } from '../define-formato.ts'
import { nameFields } from '../nombres.ts'
import type { TipoDeColumna } from '../tipo-de-columna.ts'
import { checkHojas } from './check-hojas.ts'
import { type OpcionesLibro, parseRango } from './libro.ts'
import { unpackZip } from './unpack-zip.ts'

const DAY_MS = 86_400_000

export interface ReglasDeLibro extends Pick<Reglas, 'refuse'> {
  /** Records of one sheet. */
  maximo: number
  /** Bytes of the workbook once it is unpacked. */
  maximoBytes: number
}

/** The rows of one sheet of an XLSX workbook by their names. A day is a Fecha, a day with its time an instant (as if in UTC: a sheet knows no zone). */
export async function readLibro(
  bytes: Uint8Array,
  { hoja, cabecera, rango, columnas }: OpcionesLibro,
  { refuse, maximo, maximoBytes }: ReglasDeLibro,
): Promise<Record<string, unknown>[]> {
  const unpacked = await unpackZip(bytes, maximoBytes)
  if (unpacked === null)
    return refuse(`no es un libro XLSX, o pasa de ${maximoBytes} bytes al desempaquetarlo`)
  checkHojas(unpacked, refuse)
  const { fila, columna, finFila, finColumna } = parseRango(rango)
  const rows = (await readRows(unpacked, hoja, refuse))
    .slice(fila, finFila)
    .map((row) => row.slice(columna, finColumna))
  const [first = []] = rows
  const header = cabecera ? first.map((celda) => String(celda ?? '')) : first.map((_, at) => `c${at + 1}`)
  const names = nameFields(header, { refuse })
  const missing = columnas.find(({ nombre }) => !names.includes(nombre))
  if (missing && rows.length > 0) refuse(`falta la columna «${missing.nombre}»`)
  const readFila = compileFila(names, columnas, refuse)
  const registros: Record<string, unknown>[] = []
  for (const [index, row] of rows.entries()) {
    if ((cabecera && index === 0) || row.every((celda) => celda === null)) continue
    if (registros.length === maximo) refuse(`hay más de ${maximo} registros`)
    registros.push(readFila(row, fila + index + 1))
  }
  return registros
}

/** The cells of one row by their names; `numero` is that of the row in its sheet. */
function compileFila(
  names: readonly string[],
  columnas: OpcionesLibro['columnas'],
  refuse: Reglas['refuse'],
): (row: readonly unknown[], numero: number) => Record<string, unknown> {
  const tipos = new Map(columnas.map(({ nombre, tipo }) => [nombre, compileTipo(tipo)]))
  return (row, numero) => {
    const read = (name: string, at: number) => {
      const celda = readCelda(row[at])
      const fail = (motivo: string) => refuse(`fila ${numero}, campo «${name}»: ${motivo}`)
      return celda === null ? null : (tipos.get(name)?.(celda, fail) ?? celda)
    }
    return Object.fromEntries(names.map((name, at) => [name, read(name, at)]))
  }
}

async function readRows(
  unpacked: Uint8Array<ArrayBuffer>,
  hoja: string,
  refuse: Reglas['refuse'],
): Promise<readonly (readonly unknown[])[]> {
  // Loaded by whoever reads workbooks.
  const { readSheet, SheetNotFoundError } = await import('read-excel-file/universal')
  try {
    return await readSheet(unpacked.buffer, hoja === '' ? 1 : hoja, { trim: false })
  } catch (cause) {
    return refuse(
      cause instanceof SheetNotFoundError && hoja !== ''
        ? `no hay ninguna hoja «${hoja}»`
        : 'no es un libro XLSX bien formado',
      cause,
    )
  }
}

function readCelda(celda: unknown): unknown {
  if (celda instanceof Date)
    return celda.getTime() % DAY_MS === 0 ? Fecha.fromEpochMs(celda.getTime()) : celda
  return celda ?? null
}

type ReadTyped = (celda: unknown, fail: (motivo: string) => never) => unknown

function compileTipo(tipo: TipoDeColumna): ReadTyped {
  const coerce = compileCoercion({ nombre: '', tipo })
  return (celda, fail) => {
    const errores: ErrorDeCampo[] = []
    const coerced = coerce(
      celda instanceof Date && tipo === 'fecha' ? Fecha.fromEpochMs(celda.getTime()) : celda,
      '',
      errores,
    )
    const [error] = errores
    return error ? fail(`«${String(celda)}»: ${error.mensaje.replace(/\.$/, '').toLowerCase()}`) : coerced
  }
}
