import { Fecha } from '@div/contract'
import type { Cell, SheetData } from 'write-excel-file/universal'
import type { Reglas } from '../define-formato.ts'
import { fieldsOf } from '../nombres.ts'
import { checkRegistros } from '../registros.ts'
import { MAX_FILAS, type OpcionesLibro } from './libro.ts'

/** What a cell holds, as spreadsheets document it. */
const MAX_TEXT = 32_767

/** An XLSX workbook of one sheet: numbers, days, instants and yes or no are themselves, anything else is its text. */
export async function writeLibro(
  registros: readonly unknown[],
  { hoja, cabecera, columnas }: OpcionesLibro,
  { refuse, textOf }: Pick<Reglas, 'refuse' | 'textOf'>,
): Promise<Uint8Array> {
  const rows = checkRegistros(registros, { refuse })
  if (rows.length >= MAX_FILAS) refuse(`una hoja no tiene más de ${MAX_FILAS} filas`)
  const names = fieldsOf(
    rows,
    columnas.map(({ nombre }) => nombre),
  )
  const writeCell = (value: unknown, index: number, name: string): Cell => {
    const cell = asCell(value, textOf)
    if (typeof value === 'string' && value.length > MAX_TEXT)
      refuse(`elemento ${index + 1}, campo «${name}»: una celda no tiene más de ${MAX_TEXT} caracteres`)
    return cell
  }
  const sheet: SheetData = rows.map((row, index) =>
    names.map((name) => writeCell(Object.hasOwn(row, name) ? row[name] : null, index, name)),
  )
  if (cabecera) sheet.unshift(names.map((name) => ({ value: name, type: String, fontWeight: 'bold' })))
  // Loaded by whoever writes workbooks.
  const { default: writeXlsxFile } = await import('write-excel-file/universal')
  const blob = await writeXlsxFile(sheet, { sheet: hoja === '' ? 'Hoja1' : hoja }).toBlob()
  return new Uint8Array(await blob.arrayBuffer())
}

function asCell(value: unknown, textOf: Reglas['textOf']): Cell {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number' && Number.isFinite(value)) return { value, type: Number }
  if (typeof value === 'boolean') return { value, type: Boolean }
  if (value instanceof Fecha) return { value: new Date(value.toEpochMs()), type: Date, format: 'yyyy-mm-dd' }
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm:ss' }
  return { value: textOf(value) ?? '', type: String }
}
