import type {
  Hallazgo,
  Limits,
  LlamadaPreparada,
  LlamadaSpec,
  Nodo,
  Parametro,
  Referencia,
  TipoNodo,
} from '@div/contract'
import type { z } from 'zod'
import type { Accion, Read, Reading } from './plan.ts'

/** What everybody may know of a node type: its name, its fields, the handles it leaves by. No React, no engine. */
export interface NodoDefinition<Schema extends z.ZodObject = z.ZodObject> {
  tipoNodo: TipoNodo
  label: string
  /** One Spanish sentence. */
  summary: string
  /** The fields beside those of every node. */
  config: Schema
  /** The handles beside `error`; the empty text is the normal one. Absent: only that. */
  salidas?(config: z.output<Schema>): readonly string[]
}

export function defineNodo<Schema extends z.ZodObject>(
  definition: NodoDefinition<Schema>,
): NodoDefinition<Schema> {
  return definition
}

/** A node type as the engine uses it: its definition and how its stored config becomes what it does. */
export interface Step {
  definition: NodoDefinition
  compile(config: unknown, scope: Scope): Accion
}

/** Ties a step to its definition: it only ever sees parsed config. */
export function defineStep<Schema extends z.ZodObject>(
  definition: NodoDefinition<Schema>,
  compile: (config: z.output<Schema>, scope: Scope) => Accion,
): Step {
  return { definition, compile: (config, scope) => compile(definition.config.parse(config), scope) }
}

export type Steps = Readonly<Record<TipoNodo, Step>>

/** A literal, a reference or a formula: the first of expresion, valorAsignado, valor that is present. */
export interface Origen {
  valor?: unknown
  valorAsignado?: Referencia | undefined
  expresion?: string | undefined
}

/** What compiling a node may use. Every problem becomes a finding; compiling goes on, so that all are found at once. */
export interface Scope {
  readonly nodo: Nodo
  readonly limits: Limits
  finding(campo: string, mensaje: string, gravedad?: Hallazgo['gravedad']): void
  readReferencia(referencia: Referencia, campo: string): Reading
  readExpresion(texto: string, campo: string): Reading
  readOrigen(origen: Origen, campo: string): Reading
  /** The parameters in their order as one object. */
  readParametros(parametros: readonly Parametro[], campo: string): Omit<Reading, 'tipo'>
  /** Like `readOrigen` where nothing may wait; a formula that does is a finding. */
  readNow(origen: Origen, campo: string): Read
  /** A scope in which `elemento` and `indice` are those of a frame made with `Frame.forItems`. */
  forItems(): Scope
  /** Null while validating without servers, or when the server refused it (a finding). */
  prepareLlamada(spec: Omit<LlamadaSpec, 'nodo' | 'nombreNodo'>): LlamadaPreparada | null
  /** The region of this split, compiled with everything in it. Null when it has none or nothing can run it (a finding). */
  openRegion(options: RegionOptions): Accion | null
  /** Ends the region of the split that this join closes. Null when there is none (a finding). */
  closeRegion(options: UnionOptions): Accion | null
}

export interface RegionOptions {
  /** Absent: every outgoing connection is a branch. */
  lista: Referencia | undefined
  /** Reads the list's node row by row instead of running it first. */
  cursor: boolean
  concurrencia: number
  lote: number
  enError: 'detener' | 'continuar'
}

export interface UnionOptions {
  split: string
  union: { tipo: 'todos' | 'alguno' | 'n'; n?: number | undefined; tiempoMaximoMs?: number | undefined }
  /** The fields of each element; none: what arrives is the element. */
  parametros: readonly Parametro[]
}
