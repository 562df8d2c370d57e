import type { Reglas } from '../define-formato.ts'
import { MAX_COLUMNAS } from '../nombres.ts'
import { columnOf, MAX_FILAS } from './libro.ts'
import { listEntries } from './unpack-zip.ts'

/** Cells of one sheet, with the empty ones between those that hold something: whoever reads it makes room for each. */
const MAX_CELDAS = 10_000_000
/** Characters of what opens a row or a cell. */
const MAX_TAG = 4_096

const MALFORMED = 'no es un libro XLSX bien formado'

/** Where a row or a cell opens, by whatever prefix. */
const OPENING = /<(?:[^ \t\r\n<>/]*:)?(row|c)(?=[\s/>])/g
const TAG = /^<[^\s<>/]+(?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*\/?$/
const PLACE = /\s(?:[^\s="':]*:)?r\s*=\s*["']([^"']*)["']/g

/** Refuses a workbook whose rows and cells say that they stand where no sheet reaches, or so far apart that nobody could hold what is between. */
export function checkHojas(unpacked: Uint8Array<ArrayBuffer>, refuse: Reglas['refuse']): void {
  for (const { packed } of listEntries(unpacked) ?? []) {
    const text = new TextDecoder().decode(packed)
    if (text.includes('sheetData')) checkHoja(text, refuse)
  }
}

function checkHoja(text: string, refuse: Reglas['refuse']): void {
  /** Of the last row. */
  let fila = 0
  /** Of those that hold something. */
  let filas = 0
  let columnas = 0
  for (const { index, 1: element = '' } of text.matchAll(OPENING)) {
    const { places, isEmpty } = readTag(text.slice(index, text.indexOf('>', index)), element, refuse)
    if (element === 'row') {
      fila = Math.max(fila + 1, ...places.map((place) => place.fila))
      if (places.length === 0) filas = fila
    } else if (!isEmpty) {
      fila = Math.max(fila, ...places.map((place) => place.fila))
      filas = fila
      columnas = Math.max(columnas, ...places.map((place) => place.columna))
    }
    checkSize({ fila, filas, columnas }, refuse)
  }
}

function checkSize(
  { fila, filas, columnas }: { fila: number; filas: number; columnas: number },
  refuse: Reglas['refuse'],
): void {
  if (fila > MAX_FILAS) refuse(`la hoja tiene más de ${MAX_FILAS} filas`)
  if (columnas > MAX_COLUMNAS) refuse(`la hoja tiene más de ${MAX_COLUMNAS} columnas`)
  if (filas * columnas > MAX_CELDAS) refuse(`la hoja tiene más de ${MAX_CELDAS} celdas`)
}

/** Where a row or a cell says that it stands, whichever of its attributes a reader takes. */
function readTag(
  tag: string,
  element: string,
  refuse: Reglas['refuse'],
): { places: { fila: number; columna: number }[]; isEmpty: boolean } {
  if (tag.length > MAX_TAG || !TAG.test(tag)) refuse(MALFORMED)
  const places = [...tag.matchAll(PLACE)].map(([, place = '']) => readPlace(place, element === 'c', refuse))
  return { places, isEmpty: tag.endsWith('/') }
}

function readPlace(
  place: string,
  isCelda: boolean,
  refuse: Reglas['refuse'],
): { fila: number; columna: number } {
  const [, letters = '', digits = ''] = /^([A-Z]*)(\d+)$/.exec(place) ?? []
  if (digits === '' || (letters !== '') !== isCelda) refuse(MALFORMED)
  return { fila: Number(digits), columna: columnOf(letters) + 1 }
}
