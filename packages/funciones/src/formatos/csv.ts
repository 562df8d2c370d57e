import { isPlainObject, type Limits } from '@div/contract'
import { describe, failFormula, type Meter, readProperty, safeName, toTexto } from '@div/formula'
import Papa from 'papaparse'

interface CsvOptions {
  /** One character; absent: found out from the first lines. */
  separador?: string | undefined
}

/** RFC 4180: the first line names the fields, `a_1` is the second one that is called `a`; values are texts. */
export function readCsv(
  text: string,
  { separador = '' }: CsvOptions,
  limits: Pick<Limits, 'elementos'>,
): unknown[] {
  checkSeparador(separador)
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: separador,
    skipEmptyLines: true,
    preview: limits.elementos + 2,
  })
  const [header = [], ...rows] = data
  if (rows.length > limits.elementos) failFormula(`el CSV tiene más de ${limits.elementos} filas`)
  // A single column has no separator to be found; that is no mistake.
  const error = errors.find(({ code }) => code !== 'UndetectableDelimiter')
  if (error) failFormula(`la fila ${(error.row ?? 0) + 1} del CSV está mal formada`)
  const names = nameFields(header)
  return rows.map((row, index) =>
    row.length === names.length
      ? Object.fromEntries(names.map((name, place) => [name, row[place]]))
      : failFormula(
          `la fila ${index + 2} del CSV tiene ${row.length} valores y se esperaban ${names.length}`,
        ),
  )
}

function nameFields(header: readonly string[]): string[] {
  const names = new Set<string>()
  for (const each of header) {
    const name = safeName(each.trim())
    let free = name
    for (let count = 1; names.has(free); count++) free = `${name}_${count}`
    names.add(free)
  }
  return [...names]
}

/** RFC 4180 with the fields of all rows in their order of appearance. */
export function writeCsv(
  rows: readonly unknown[],
  { separador = ',' }: CsvOptions = {},
  meter?: Meter,
): string {
  checkSeparador(separador)
  const fields = [...new Set(rows.flatMap(fieldsOf))]
  const data = rows.map((row) => fields.map((field) => toTexto(readProperty(row, field), meter)))
  return Papa.unparse({ fields, data }, { delimiter: separador, newline: '\r\n' })
}

function fieldsOf(row: unknown, index: number): string[] {
  return isPlainObject(row)
    ? Object.keys(row)
    : failFormula(
        `para escribir CSV hace falta una lista de objetos, y su elemento ${index + 1} es ${describe(row)}`,
      )
}

/** These have a meaning of their own in a CSV; the library would take a comma instead and say nothing. */
function checkSeparador(separador: string): void {
  if (/["\r\n\ufeff]/.test(separador))
    failFormula('el separador del CSV no puede ser una comilla ni un salto de línea')
}
