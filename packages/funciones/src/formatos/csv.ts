import type { Limits } from '@div/contract'
import { failFormula, type Meter, readProperty, safeName, toTexto } from '@div/formula'
import Papa from 'papaparse'

interface CsvOptions {
  /** One character; absent: found out from the first lines. */
  separador?: string | undefined
}

/** RFC 4180: the first line names the fields; values are texts. */
export function readCsv(
  text: string,
  { separador = '' }: CsvOptions,
  limits: Pick<Limits, 'elementos'>,
): unknown[] {
  const { data, errors } = Papa.parse<Record<string, string>>(text, {
    header: true,
    delimiter: separador,
    skipEmptyLines: true,
    preview: limits.elementos + 1,
    transformHeader: (header) => safeName(header.trim()),
  })
  if (data.length > limits.elementos) failFormula(`el CSV tiene más de ${limits.elementos} filas`)
  // A single column has no separator to be found; that is no mistake.
  const error = errors.find(({ code }) => code !== 'UndetectableDelimiter')
  if (error) failFormula(`la fila ${(error.row ?? 0) + 2} del CSV está mal formada`)
  return data
}

/** RFC 4180 with the fields of all rows in their order of appearance. */
export function writeCsv(
  rows: readonly unknown[],
  { separador = ',' }: CsvOptions = {},
  meter?: Meter,
): string {
  const fields = [
    ...new Set(rows.flatMap((row) => (typeof row === 'object' && row !== null ? Object.keys(row) : []))),
  ]
  const data = rows.map((row) => fields.map((field) => toTexto(readProperty(row, field), meter)))
  return Papa.unparse({ fields, data }, { delimiter: separador, newline: '\r\n' })
}
