import type { TipoDato } from '@div/contract'
import type { z } from 'zod'
import type { ConnectDeps, Connection } from '../define-servidor.ts'

/** A field of what an event brings, for whoever maps it to an entry. */
export interface CampoDeEvento {
  ruta: string
  tipo: TipoDato
  descripcion: string
}

/** One thing that happened: a message, a file, a row. */
export interface Evento {
  /** The same whenever it is told again, so that it starts nothing twice. Null: nothing tells it from another that is alike. */
  clave: string | null
  /** Of what it brings: counts how often something was told that nobody could read. */
  huella: string
  /** What its `campos` name. Throws an AppError where it cannot be read. */
  read(): Readonly<Record<string, unknown>>
}

/** `hecho`: it is on disk here. `devuelto`: it is to be told again. `perdido`: it is not, and nobody could read it. */
export type Suerte = 'hecho' | 'devuelto' | 'perdido'

/** How many are done with: all before the first that is to be told again. */
export function countDone(suertes: readonly Suerte[]): number {
  const devuelto = suertes.indexOf('devuelto')
  return devuelto === -1 ? suertes.length : devuelto
}

/** What came together. */
export interface Tanda {
  eventos: readonly Evento[]
  /** Where to go on after the first so many, kept in the transaction that accepts them. Absent: the source keeps it itself. */
  cursorAfter?(count: number): unknown
  /** Told once all are decided, in their order. */
  settle(suertes: readonly Suerte[]): Promise<void>
}

/** What listening is given. */
export interface Escucha {
  /** Where it goes on; null: it begins. */
  cursor: unknown
  /** The most that the source may have told and that is not settled. */
  maximo: number
  signal: AbortSignal
  /** From now on nothing is missed. */
  opened(): void
  /** Resolves as soon as there is room for something: for how much. */
  room(): Promise<number>
}

export interface FuenteDeEventos<Conn extends Connection> {
  /** In place of the one of its servidor; `nombre` is the same whenever the same tarea listens. */
  connect?(config: Record<string, unknown>, deps: ConnectDeps, nombre: string): Promise<Conn>
  /** Goes on until its signal aborts or its source fails. */
  listen(connection: Conn, escucha: Escucha): AsyncIterable<Tanda>
}

/** Something that a servidor tells by itself. */
export interface TipoEvento<Conn extends Connection, Schema extends z.ZodObject = z.ZodObject> {
  label: string
  summary: string
  /** Where to listen. Its schema draws the form. */
  opciones: Schema
  campos: readonly CampoDeEvento[]
  /** Pure. Throws an AppError that names the field. */
  prepare(opciones: z.output<Schema>): FuenteDeEventos<Conn>
}

/** Declares a kind of event. The types tie its schema to what `prepare` reads. */
export function defineTipoEvento<Conn extends Connection, Schema extends z.ZodObject>(
  tipoEvento: TipoEvento<Conn, Schema>,
): TipoEvento<Conn, Schema> {
  return tipoEvento
}
