import type { TipoDato } from '@div/contract'
import type { Lote } from './column.ts'

/** The front door of formulas: what the engine, the editor and the catalogue of functions agree on. */

/** A problem in a formula's text. Positions are UTF-16 offsets; `hasta` is exclusive. */
export interface ErrorDeExpresion {
  desde: number
  hasta: number
  mensaje: string
}

/** What a formula names: `n2.filas[0].email` is nodo `n2`, ruta `filas[0].email`. */
export interface ReferenciaDeExpresion {
  nombre: string
  ruta: string
  /** It stands as a direct argument of PRIMERO_NO_NULO, so its node may have been skipped. */
  opcional: boolean
  desde: number
  hasta: number
}

/** Reads the value of a name in a frame of a run. */
type Reader<Frame> = (frame: Frame) => unknown

/** What a formula can see. `Frame` is whatever the caller evaluates it in. */
export interface ExpresionScope<Frame> {
  /** Called at compile time for each root name; undefined makes it an error at that position. */
  resolve(nombre: string): Reader<Frame> | undefined
  /** Whether a name is the item, where the formula is evaluated for several (`evaluateAll`). */
  isItem?(nombre: string): boolean
  host: FormulaHost
}

/** The world behind the functions of access. Values are as of publish; a change compiles the plan again. */
export interface FormulaHost {
  /** IANA name; what HOY and the date parts use when no zone is given. */
  zonaHoraria: string
  now(): number
  /** Undefined: there is no such parametro. */
  parametro(nombre: string): unknown
  /** Whether the parametro is kept secret; undefined: whichever the run names. */
  isSecret(parametro: string | undefined): boolean
  /** Undefined: there is no such tabla or column. The returned function answers the first row, or undefined. */
  tabla(
    nombre: string,
    columnaClave?: string,
  ): ((clave: unknown) => Readonly<Record<string, unknown>> | undefined) | undefined
  /** The names of the columns of a tabla. Undefined: there is no such tabla; null: that cannot be told here. */
  columnas(tabla: string): readonly string[] | null | undefined
  /** Takes the next value of a named sequence. */
  consecutivo(nombre: string): Promise<unknown>
}

/** A compiled formula: pure but for the effects it declares. */
export interface Expresion<Frame> {
  /** Throws ExpresionFallida. When `hasEffects`, use `evaluateWithEffects`. */
  evaluate(frame: Frame): unknown
  /** The values for several items; absent where that is no quicker. Whatever it throws: evaluate them one by one. */
  evaluateAll?: (lote: Lote<Frame>) => unknown[]
  /** It takes values from outside (CONSECUTIVO): evaluating it waits. */
  hasEffects: boolean
  /** It reads a secret: what it yields may tell it. */
  isSecret: boolean
  evaluateWithEffects(frame: Frame): Promise<unknown>
  referencias: readonly ReferenciaDeExpresion[]
  /** What it yields, as far as it can be told without running it. */
  tipo: TipoDato
}
