import { Readable } from 'node:stream'
import type { Columna, TipoDato } from '@div/contract'
import { stringify } from 'csv-stringify'
import type { Cell, SheetData } from 'write-excel-file/node'
import type { Datos } from '../../motor/tablas/compile-fila.ts'

/** RFC 4180, UTF-8 with the mark that spreadsheets look for. Texts that are empty are quoted, values that are absent are not. */
export function writeCsv(columnas: readonly Columna[], filas: AsyncIterable<Datos>): Readable {
  const nombres = columnas.map(({ nombre }) => nombre)
  const rows = Readable.from(
    (async function* () {
      yield nombres
      for await (const datos of filas) yield nombres.map((nombre) => asText(datos[nombre]))
    })(),
  )
  const stringifier = stringify({
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /^$/,
    cast: { boolean: String },
  })
  rows.on('error', (error) => stringifier.destroy(error))
  return rows.pipe(stringifier)
}

function asText(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** A workbook of one sheet. Days and instants are cells of type date; numbers and booleans are themselves. */
export async function writeXlsx(columnas: readonly Columna[], filas: AsyncIterable<Datos>): Promise<Buffer> {
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const sheet: SheetData = [columnas.map(({ nombre }) => ({ value: nombre, type: String }))]
  for await (const datos of filas) sheet.push(columnas.map(({ nombre, tipo }) => asCell(tipo, datos[nombre])))
  return writeXlsxFile(sheet).toBuffer()
}

function asCell(tipo: TipoDato, value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return { value, type: Number }
  if (typeof value === 'boolean') return { value, type: Boolean }
  if (typeof value !== 'string') return { value: JSON.stringify(value), type: String }
  if (tipo === 'fecha') return { value: new Date(value), type: Date, format: 'yyyy-mm-dd' }
  if (tipo === 'fechaHora') return { value: new Date(value), type: Date, format: 'yyyy-mm-dd hh:mm:ss' }
  return { value, type: String }
}
