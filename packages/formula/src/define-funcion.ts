import type { Fecha, TipoDato } from '@div/contract'
import { z } from 'zod'
import type { FormulaHost } from './expresion.ts'
import type { Meter } from './meter.ts'

/**
 * What a function may use besides its arguments. Going through its arguments and its result has been paid for; `spend` is for work that
 * grows faster than they do, and `toTexto`, `toJson` and `equalValues` take the context to pay for the values that they walk.
 */
export interface FuncionContext extends Meter {
  host: FormulaHost
  /** A value from outside; the evaluation waits for it. Only in functions with `efecto`. */
  effect(take: () => Promise<unknown>): unknown
}

/** An argument that is evaluated for each item, with `elemento`, `indice` and `acumulado` bound. */
export type Lambda = (elemento: unknown, indice: number, acumulado?: unknown) => unknown
/** An argument that is evaluated only when the function asks for it. */
export type Lazy = () => unknown

/** An exact number: a JavaScript number, or decimal text of more than 15 digits. */
export const numero = () => z.union([z.number(), z.string()]).meta({ formula: 'numero' })
export const lambda = () => z.custom<Lambda>().meta({ formula: 'lambda' })
export const lazy = () => z.custom<Lazy>().meta({ formula: 'lazy' })
/** Any value, null included. */
export const cualquiera = () => z.unknown().meta({ formula: 'cualquiera' })
/** A day or an instant. */
export const fecha = () => z.custom<Date | Fecha>().meta({ formula: 'fecha' })
export const objeto = () => z.record(z.string(), z.unknown())
export const lista = () => z.array(z.unknown())

/** Told where the argument is written. */
export interface ProblemaDeArgumento {
  /** Its place, from 0. */
  argumento: number
  mensaje: string
}

export interface FuncionDefinition {
  /** Spelled as spreadsheets spell it in Spanish, in capitals, without accents. */
  name: string
  group: string
  summary: string
  /** In the order in which they are written. */
  args: Readonly<Record<string, z.ZodType>>
  /** The last argument takes all that follow, or one list. */
  variadic?: boolean
  returns: TipoDato
  /** Formula and what it yields. They run as tests and become the documentation. */
  examples: readonly (readonly [string, unknown])[]
  /** Its result may differ from call to call. */
  volatile?: boolean
  /** It does not go through the lists that it gets, so that they cost nothing. */
  shallow?: boolean
  /** It takes values from outside. */
  efecto?: boolean
  /** Direct arguments may name nodes of branches that did not run. */
  permiteOmitidos?: boolean
  /** What is wrong with the arguments that are known at publish (others are undefined): an unknown parametro, a malformed pattern. */
  check?(literals: readonly unknown[], host: FormulaHost): ProblemaDeArgumento | null
  /** Whether what it yields may be secret, as far as the arguments that are known at publish tell. */
  isSecret?(literals: readonly unknown[], host: FormulaHost): boolean
  run(args: never, context: FuncionContext): unknown
}

/** Declares a function. Types tie `args`, and `run` together; null for a required argument yields null without running it. */
export function defineFuncion<const Args extends Readonly<Record<string, z.ZodType>>>(
  definition: Omit<FuncionDefinition, 'args' | 'run'> & {
    args: Args
    run(args: { [Name in keyof Args]: z.output<Args[Name]> }, context: FuncionContext): unknown
  },
): FuncionDefinition {
  return definition
}

/** Functions by name in capitals without accents. */
export type FuncionCatalogo = ReadonlyMap<string, FuncionDefinition>

export function createCatalogo(definitions: readonly FuncionDefinition[]): FuncionCatalogo {
  return new Map(definitions.map((definition) => [definition.name, definition]))
}

/** `Año` and `AÑO` are `ANO`: names are found without case and accents. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toUpperCase()
}
