import { setImmediate } from 'node:timers/promises'
import { ArchivoIlegible, Fecha, type Limits } from '@div/contract'
import { checkHojas, unpackZip } from '@div/formatos'
import { parse } from 'csv-parse'

export type Celda = string | number | boolean | Date | null

/** A file as a header and rows of cells; an empty cell is null, a quoted empty text is ''. */
export interface Archivo {
  cabecera: readonly string[]
  /** `linea` is the row as a spreadsheet numbers it: the header is 1. */
  filas: AsyncIterable<{ linea: number; celdas: readonly Celda[] }>
}

type ArchivoLimits = Pick<Limits, 'importacionBytes' | 'importacionDesempaquetadaBytes'>

/** Reads CSV (RFC 4180, UTF-8; comma, semicolon or tab) or the first sheet of an XLSX workbook, told apart by its first bytes. */
export async function readArchivo(bytes: Buffer, limits: ArchivoLimits): Promise<Archivo> {
  const isZip = bytes.subarray(0, 4).equals(ZIP_MAGIC)
  const rows = isZip ? readXlsx(bytes, limits) : readCsv(bytes, limits)
  const iterator = rows[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done) throw new ArchivoIlegible({ motivo: 'está vacío' })
  const cabecera = first.value.map((celda) => String(celda ?? '').trim())
  return { cabecera, filas: numberFilas(iterator) }
}

const ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x03, 0x04])

/** Rows read between two looks at the other work of the process. */
const SLICE_ROWS = 2_000

async function* numberFilas(rows: AsyncIterator<Celda[]>): Archivo['filas'] {
  let linea = 1
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    linea++
    if (linea % SLICE_ROWS === 0) await setImmediate()
    if (next.value.some((celda) => celda !== null)) yield { linea, celdas: next.value }
  }
}

async function* readCsv(bytes: Buffer, { importacionBytes }: ArchivoLimits): AsyncGenerator<Celda[]> {
  const text = decodeUtf8(bytes)
  if (text.includes('\0')) throw new ArchivoIlegible({ motivo: 'contiene el carácter NUL' })
  const parser = parse(text, {
    delimiter: detectDelimiter(text),
    relax_column_count: true,
    // A quoted empty cell is the empty text; an empty one is no value.
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
    max_record_size: importacionBytes,
  })
  try {
    for await (const row of parser) yield row
  } catch (cause) {
    throw new ArchivoIlegible({ motivo: 'no es CSV bien formado' }, { cause })
  }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new ArchivoIlegible({ motivo: 'no es texto UTF-8 ni un libro XLSX' }, { cause })
  }
}

/** The one that the header line has most of: spreadsheets in Spanish write semicolons. */
function detectDelimiter(text: string): string {
  const end = text.search(/[\r\n]/)
  const header = end < 0 ? text : text.slice(0, end)
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter
}

async function* readXlsx(bytes: Buffer, limits: ArchivoLimits): AsyncGenerator<Celda[]> {
  const unpacked = await unpackZip(bytes, limits.importacionDesempaquetadaBytes)
  if (!unpacked) {
    throw new ArchivoIlegible({ motivo: 'no es un libro XLSX o es demasiado grande al desempaquetarlo' })
  }
  checkHojas(unpacked, (motivo) => {
    throw new ArchivoIlegible({ motivo })
  })
  const { readSheet } = await import('read-excel-file/node')
  let rows: readonly (readonly unknown[])[]
  try {
    rows = await readSheet(Buffer.from(unpacked.buffer))
  } catch (cause) {
    throw new ArchivoIlegible({ motivo: 'no es un libro XLSX bien formado' }, { cause })
  }
  for (const row of rows) yield row.map(readCelda)
}

function readCelda(value: unknown): Celda {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return value instanceof Date ? value : null
}

/** A day in a workbook is an instant at UTC midnight: where a day is asked for it becomes one. */
export function asFecha(celda: Celda): unknown {
  return celda instanceof Date ? Fecha.fromEpochMs(celda.getTime()) : celda
}
