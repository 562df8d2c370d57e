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

/** One value as it stands in a line; null is nothing. */
function compileText(
  { separador, csv }: { separador: string; csv: OpcionesCsv['csv'] },
  { refuse, vacio }: Reglas,
): (text: string | null, place: { isFirst: boolean; isOnly: boolean }) => string {
  const { comillas, escapado, recortar, comentario } = csv
  const isBackslash = escapado === 'barra'
  const special = new RegExp(
    `[\\r\\n${escapeSet(separador)}${escapeSet(comillas)}${isBackslash ? '\\\\' : ''}]`,
    'gu',
  )
  const emptyIsNull = (csv.vacio ?? vacio) === 'nulo'
  return (text, { isFirst, isOnly }) => {
    if (text === null || (text === '' && !emptyIsNull && !isOnly))
      return text === null && isOnly ? comillas + comillas : ''
    const isHidden =
      (isFirst && (text.startsWith('\ufeff') || (comentario !== '' && text.startsWith(comentario)))) ||
      (recortar && text !== text.trim()) ||
      text === ''
    special.lastIndex = 0
    if (!isHidden && !special.test(text)) return text
    if (comillas !== '') {
      const marked = isBackslash
        ? text.replace(/[\\]/g, '\\\\').replaceAll(comillas, `\\${comillas}`)
        : text.replaceAll(comillas, comillas + comillas)
      return comillas + marked + comillas
    }
    if (!isBackslash || isHidden) {
      const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
      return text === '' ? '' : refuse(`«${shown}» no se puede escribir en un CSV sin comillas`)
    }
    return text.replace(special, '\\$&')
  }
}

function escapeSet(character: string): string {
  return character === '' ? '' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
