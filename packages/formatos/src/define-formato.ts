import type { Limits } from '@div/contract'
import type { z } from 'zod'

/** What differs between those who read and write: how far they go, what a text makes of a value, and whom they tell that it cannot be. */
export interface Reglas {
  limits: Pick<Limits, 'profundidad'>
  /** Characters of one record. */
  maximoRegistro: number
  /** What an empty cell is where the options do not say. */
  vacio: 'nulo' | 'texto'
  /** How a line of CSV ends where the options do not say. */
  finDeLinea: 'crlf' | 'lf'
  /** Null is nothing at all. */
  textOf(value: unknown): string | null
  refuse(motivo: string, cause?: unknown): never
}

/** Records out of a text that comes in pieces, however it is cut. What is not complete waits for the next piece. */
export interface Lector {
  push(text: string): unknown[]
  end(): unknown[]
}

/** A notation with all that can be decided before there is data. */
export interface Notacion {
  openLector(reglas: Reglas): Lector
  write(registros: readonly unknown[], reglas: Reglas): string
}

/** A notation of records, declared once: for conversions, for files and for what is split. */
export interface Formato<Schema extends z.ZodObject = z.ZodObject> {
  label: string
  summary: string
  opciones: Schema
  /** What is read and written alike. */
  ejemplos: readonly Ejemplo<Schema>[]
  compile(opciones: z.output<Schema>): Notacion
}

interface Ejemplo<Schema extends z.ZodObject> {
  opciones: z.input<Schema>
  texto: string
  registros: readonly unknown[]
}

export function defineFormato<Schema extends z.ZodObject>(formato: Formato<Schema>): Formato<Schema> {
  return formato
}
