import type { RecursoAuditado, Resource, Role, Uso } from '@div/contract'
import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../db/tables.ts'

export interface Actor {
  id: string
  username: string
  role: Role
}

/** What storing may look at: the transaction it happens in, who asks, and what there was before. */
export interface WriteContext<Stored> {
  trx: Transaction<Database>
  usuario: Actor
  id: string
  /** Undefined when it is being created. */
  before: Stored | undefined
  /** The body as it came, before its defaults. */
  given: Readonly<Record<string, unknown>>
}

/** Tables of the resources that are listed, created, read, updated and removed the same way. */
export type ResourceTable =
  | 'categorias'
  | 'servidores'
  | 'procesos'
  | 'canales'
  | 'tareasProgramadas'
  | 'parametros'
  | 'tablas'
  | 'consecutivos'
  | 'tokens'
  | 'alertas'
  | 'calendarios'
  | 'colecciones'
  | 'entornosDiv'
  | 'aiCapabilities'
  | 'aiContextos'
  | 'aiAgentes'
  | 'ragColecciones'
  | 'aiPresupuestos'
  | 'aiPrecios'

/** What every table of them has. */
export interface StoredRecord {
  id: string
  nombre: string
  revision: number
  creadoEn: Date
  actualizadoEn: Date
  actualizadoPor: string | null
}

/** Narrows a list by a parameter of its own. Null, and absent: it does not. */
export interface ListFilter {
  schema: z.ZodType<string | null>
  where(value: string, db: Kysely<Database>): Promise<RawBuilder<SqlBool>> | RawBuilder<SqlBool>
}

/** What tells one resource from another; everything else is the same for all (contract, Administration API). */
export interface ResourceDefinition<Stored extends StoredRecord, Input> {
  /** Its path, the name of its permissions and its name in the audit. */
  resource: Resource & RecursoAuditado
  /** With its article: `el parámetro`. */
  label: string
  table: ResourceTable
  schema: z.ZodType<Input>
  /** Bytes of the body that stores one, where they may be more than of any other. */
  cuerpoBytes?: number
  /** The record as it is answered. */
  answer: z.ZodType
  /** An entry of the list, when it is not the record. */
  summary?: z.ZodType
  /** What its list can be narrowed by beside what every list knows, by the name of the parameter. */
  filters?: Readonly<Record<string, ListFilter>>
  /** Fields of the answers that may come back in a PUT and are not written. */
  derived?: readonly string[]
  /** Its answer to POST differs: the resource registers that route itself, over createRecord. */
  hasOwnPost?: boolean
  /** What is held before a row of it is, where others hold it before they use one. */
  hold?(trx: Transaction<Database>): Promise<void>
  /** Decides what is stored; columns that hold JSON as its text. Throws DatosInvalidos and the like. */
  toRow(input: Input, context: WriteContext<Stored>): Promise<Readonly<Record<string, unknown>>>
  /** What a person sees; never a secret. */
  toJson(row: Stored): Readonly<Record<string, unknown>>
  /** Which rows there are for this person, where they are not all; of others nobody is told that they exist. */
  visibleTo?(usuario: Actor): RawBuilder<SqlBool> | null
  /** Of what a person sees, what one sees who may not edit it, where that is less. */
  toReader?(json: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** The entries of the list, one a row in their order, when they are not what `toJson` makes. */
  toSummaries?(db: Kysely<Database>, rows: readonly Stored[]): Promise<Readonly<Record<string, unknown>>[]>
  /** What uses it, as far as this person is told of that. */
  listUsos(db: Kysely<Database>, row: Stored, usuario: Actor): Promise<Uso[]>
  /** How many `listUsos` would list of each row for whoever is told of all, for the list; those that nothing uses may be missing. */
  countUsos?(db: Kysely<Database>, rows: readonly Stored[]): Promise<ReadonlyMap<string, number>>
  /** Stores what stands in other tables, in the same transaction. */
  afterWrite?(row: Stored, context: WriteContext<Stored>): Promise<void>
}
