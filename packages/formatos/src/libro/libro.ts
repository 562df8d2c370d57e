import { z } from 'zod'
import { columnaFields } from '../tipo-de-columna.ts'

/** As many rows as a spreadsheet has. */
export const MAX_FILAS = 1_048_576

/** `B2:F100`, or without its end: down to the last row. */
const RANGO = /^([A-Z]{1,3})([1-9]\d{0,6})(?::([A-Z]{1,3})([1-9]\d{0,6})?)?$/

export const libroSchema = z
  .strictObject({
    hoja: z
      .string()
      .trim()
      .max(31)
      .default('')
      .meta({
        title: 'Hoja',
        description: 'Su nombre. Vacío: la primera al leer, y «Hoja1» al escribir.',
        examples: ['Ventas'],
      }),
    cabecera: z.boolean().default(true).meta({
      title: 'La primera fila dice los nombres',
      description: 'Sin ella se llaman c1, c2 …',
    }),
    rango: z
      .string()
      .trim()
      .toUpperCase()
      .refine((rango) => rango === '' || RANGO.test(rango), { error: 'Escríbalo como B2:F100, o como B2.' })
      .default('')
      .meta({
        title: 'Rango',
        description: 'Al leer. Vacío: toda la hoja.',
        examples: ['A3:F100'],
        avanzado: true,
      }),
    columnas: z
      .array(z.strictObject({ nombre: columnaFields.nombre, tipo: columnaFields.tipo }))
      .max(2_000)
      .default([])
      .meta({
        title: 'Columnas',
        description: 'Las que han de ser de un tipo; las demás son lo que la hoja tenga.',
        avanzado: true,
      }),
  })
  .meta({ title: 'Libro' })
export type OpcionesLibro = z.output<typeof libroSchema>

export interface Rango {
  fila: number
  columna: number
  /** Exclusive; absent: to the end. */
  finFila: number
  finColumna: number
}

export function parseRango(rango: string): Rango {
  const [, columna = 'A', fila = '1', finColumna, finFila] = RANGO.exec(rango) ?? []
  return {
    fila: Number(fila) - 1,
    columna: columnOf(columna),
    finFila: finFila === undefined ? Number.POSITIVE_INFINITY : Number(finFila),
    finColumna: finColumna === undefined ? Number.POSITIVE_INFINITY : columnOf(finColumna) + 1,
  }
}

/** A is 0, AA is 26. */
export function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
