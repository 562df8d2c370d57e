import type { Reglas } from '../define-formato.ts'
import { fieldsOf } from '../nombres.ts'
import { checkRegistros } from '../registros.ts'
import { type Celda, CeldaInvalida, compileCelda } from '../tipo-de-columna.ts'
import type { OpcionesCsv } from './csv.ts'

const LINE_ENDS = { crlf: '\r\n', lf: '\n', cr: '\r' } as const

/** The fields of all records, those of the columns first. */
export function writeCsv(
  registros: readonly unknown[],
  { separador = ',', csv }: OpcionesCsv,
  reglas: Reglas,
): string {
  const { refuse, textOf } = reglas
  const rows = checkRegistros(registros, reglas)
  const declared = csv.columnas.map(({ nombre }) => nombre)
  const names = fieldsOf(rows, declared)
  const [unknown] = names.slice(declared.length)
  if (!csv.cabecera && declared.length > 0 && unknown !== undefined)
    refuse(`el campo «${unknown}» no es de ninguna columna`)
  const celdas = csv.columnas.map((columna) =>
    columna.tipo === 'texto' ? null : compileCelda(columna, csv.decimal),
  )
  const writeText = compileText({ separador, csv }, reglas)
  const lineEnd = LINE_ENDS[csv.finDeLinea ?? reglas.finDeLinea]
  const lines = rows.map((row, index) => {
    const cells = names.map((name, at) => {
      const value = Object.hasOwn(row, name) ? row[name] : null
      const celda = celdas[at]
      const text = celda ? writeCelda(celda, value, { index, name, refuse }) : textOf(value)
      return writeText(text, { isFirst: at === 0, isOnly: names.length === 1 })
    })
    return cells.join(separador) + lineEnd
  })
  if (!csv.cabecera || names.length === 0) return lines.join('')
  const header = names.map((name, at) => writeText(name, { isFirst: at === 0, isOnly: names.length === 1 }))
  return header.join(separador) + lineEnd + lines.join('')
}

function writeCelda(
  celda: Celda,
  value: unknown,
  { index, name, refuse }: { index: number; name: string; refuse: Reglas['refuse'] },
): string | null {
  if (value === null || value === undefined || value === '') return null
  try {
    return celda.write(value)
  } catch (cause) {
    if (!(cause instanceof CeldaInvalida)) throw cause
    return refuse(`elemento ${index + 1}, campo «${name}»: ${cause.message}`, cause)
  }
}

interface Place {
  isFirst: boolean
  isOnly: boolean
}

/** One value as it stands in a line; null is nothing. */
function compileText(
  dialecto: { separador: string; csv: OpcionesCsv['csv'] },
  reglas: Reglas,
): (text: string | null, place: Place) => string {
  const special = new RegExp(signsOf(dialecto), 'u')
  const isHidden = compileHidden(dialecto.csv)
  const writeEmpty = compileEmpty(dialecto.csv, reglas)
  const mark = dialecto.csv.comillas === '' ? compileEscape(dialecto, reglas) : compileQuotes(dialecto.csv)
  return (text, place) => {
    if (text === null || text === '') return writeEmpty(text, place)
    const hidden = isHidden(text, place)
    return hidden || special.test(text) ? mark(text, hidden) : text
  }
}

/** A line without anything is no record: what is alone in its own needs quotes to be seen. */
function compileEmpty(
  { comillas, vacio }: OpcionesCsv['csv'],
  reglas: Reglas,
): (text: '' | null, place: Place) => string {
  const emptyIsNull = (vacio ?? reglas.vacio) === 'nulo'
  return (text, { isOnly }) => {
    if (isOnly && comillas === '')
      return reglas.refuse(
        'un registro de un solo valor, y vacío, no se puede escribir en un CSV sin comillas',
      )
    return isOnly || (text === '' && emptyIsNull) ? comillas + comillas : ''
  }
}

/** What would be read as something else where it stands, whatever its characters are. */
function compileHidden({
  comentario,
  recortar,
}: OpcionesCsv['csv']): (text: string, place: Place) => boolean {
  const beginsComment = (text: string) => comentario !== '' && text.startsWith(comentario)
  return (text, { isFirst }) =>
    (recortar && text !== text.trim()) || (isFirst && (text.startsWith('\ufeff') || beginsComment(text)))
}

function compileQuotes({ comillas, escapado }: OpcionesCsv['csv']): (text: string) => string {
  const mark = (text: string) =>
    escapado === 'barra'
      ? text.replaceAll('\\', '\\\\').replaceAll(comillas, `\\${comillas}`)
      : text.replaceAll(comillas, comillas + comillas)
  return (text) => comillas + mark(text) + comillas
}

/** Without quotes only a backslash takes a sign as it is, and nothing shows what is hidden. */
function compileEscape(
  dialecto: { separador: string; csv: OpcionesCsv['csv'] },
  { refuse }: Reglas,
): (text: string, hidden: boolean) => string {
  const special = new RegExp(signsOf(dialecto), 'gu')
  const isBackslash = dialecto.csv.escapado === 'barra'
  return (text, hidden) => {
    if (isBackslash && !hidden) return text.replace(special, '\\$&')
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
    return refuse(`«${shown}» no se puede escribir en un CSV sin comillas`)
  }
}

/** A class of the characters that mean something in this dialect. */
function signsOf({ separador, csv }: { separador: string; csv: OpcionesCsv['csv'] }): string {
  const backslash = csv.escapado === 'barra' ? '\\\\' : ''
  return `[\\r\\n${escapeSet(separador)}${escapeSet(csv.comillas)}${backslash}]`
}

function escapeSet(character: string): string {
  return character === '' ? '' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
