import { Readable } from 'node:stream'
import type { Consumo } from '@div/contract'
import { stringify } from 'csv-stringify'

const COLUMNAS = [
  'momento',
  'estado',
  'servidor',
  'modelo',
  'clase',
  'entrada',
  'cacheada',
  'salida',
  'importe',
  'moneda',
  'usuario',
  'agente',
  'proceso',
  'canal',
  'ejecucionId',
] as const satisfies readonly (keyof Consumo)[]

/** A spreadsheet would compute what begins so. */
const FORMULA = /^[=+\-@\t\r]/

/** RFC 4180, UTF-8 with the mark that spreadsheets look for. */
export function writeCsv(consumos: AsyncIterable<Consumo>): Readable {
  const rows = Readable.from(
    (async function* () {
      yield COLUMNAS
      for await (const consumo of consumos) yield COLUMNAS.map((columna) => consumo[columna])
    })(),
  )
  const stringifier = stringify({
    bom: true,
    record_delimiter: 'windows',
    cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
  })
  rows.on('error', (error) => stringifier.destroy(error))
  return rows.pipe(stringifier)
}
