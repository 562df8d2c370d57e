import { isPlainObject, lookUp, type TipoDato } from '@div/contract'
import { z } from 'zod'
import type { FuncionDefinition } from './define-funcion.ts'
import { failFormula } from './fail-formula.ts'
import type { Meter } from './meter.ts'
import { describe, numberProblem, readMoment, toDecimal, toLogico, toTexto } from './values.ts'

type ArgumentKind = 'valor' | 'lazy' | 'lambda'

/** How one declared argument is read: derived from its schema once, so that no schema runs per call. */
export interface ArgumentReader {
  name: string
  kind: ArgumentKind
  optional: boolean
  /** Null is a value for it, rather than a reason not to run. */
  nullable: boolean
  /** Throws ExpresionFallida that names function and argument. */
  read(value: unknown, meter: Meter): unknown
  /** What stands for an argument that was not written. */
  fallback: unknown
  tipo: TipoDato
}

export function readersOf({ name, args }: FuncionDefinition): ArgumentReader[] {
  return Object.entries(args).map(([argument, schema]) => {
    const { inner, optional, nullable, fallback } = unwrap(schema)
    const mark = inner.meta()?.formula
    const type = lookUp(TYPES, typeof mark === 'string' ? mark : inner.def.type) ?? TYPES.unknown
    return {
      name: argument,
      kind: mark === 'lazy' || mark === 'lambda' ? mark : 'valor',
      optional,
      nullable: nullable || type.nullable === true,
      fallback,
      tipo: type.tipo,
      read(value, meter) {
        const read = type.read(value, meter)
        if (read !== undefined) return read
        return refuse(name, argument, type, value)
      },
    }
  })
}

function refuse(name: string, argument: string, { tipo, wanted }: ArgumentType, value: unknown): never {
  const problem = tipo === 'decimal' ? numberProblem(value) : null
  return failFormula(
    problem
      ? `${name} no puede calcular con ${describe(value)} en «${argument}»: ${problem}`
      : `${name} necesita ${wanted} en «${argument}» y recibió ${describe(value)}`,
  )
}

interface ArgumentType {
  wanted: string
  tipo: TipoDato
  nullable?: boolean
  /** Undefined: not of this type. */
  read(value: unknown, meter: Meter): unknown
}

const TYPES: Readonly<Record<string, ArgumentType>> & { unknown: ArgumentType } = {
  string: {
    wanted: 'un texto',
    tipo: 'texto',
    read: (value, meter) => (typeof value === 'string' ? value : toTexto(value, meter)),
  },
  number: { wanted: 'un número', tipo: 'decimal', read: readNumber },
  numero: { wanted: 'un número', tipo: 'decimal', read: toDecimal },
  boolean: { wanted: 'verdadero o falso', tipo: 'booleano', read: toLogico },
  array: { wanted: 'una lista', tipo: 'lista', read: (value) => (Array.isArray(value) ? value : undefined) },
  record: { wanted: 'un objeto', tipo: 'objeto', read: readObject },
  fecha: { wanted: 'una fecha', tipo: 'cualquiera', read: readMoment },
  unknown: { wanted: 'un valor', tipo: 'cualquiera', nullable: true, read: (value) => value ?? null },
}

function readNumber(value: unknown): unknown {
  const decimal = toDecimal(value)
  return decimal === undefined ? undefined : Number(decimal)
}

function readObject(value: unknown): unknown {
  return isPlainObject(value) ? value : undefined
}

function unwrap(schema: z.ZodType): {
  inner: z.ZodType
  optional: boolean
  nullable: boolean
  fallback: unknown
} {
  if (schema instanceof z.ZodDefault) {
    return { ...unwrap(innerOf(schema)), optional: true, fallback: schema.def.defaultValue }
  }
  if (schema instanceof z.ZodOptional) return { ...unwrap(innerOf(schema)), optional: true }
  if (schema instanceof z.ZodNullable) return { ...unwrap(innerOf(schema)), nullable: true }
  return { inner: schema, optional: false, nullable: false, fallback: undefined }
}

function innerOf(schema: z.ZodDefault | z.ZodOptional | z.ZodNullable): z.ZodType {
  const inner = schema.def.innerType
  if (!(inner instanceof z.ZodType)) throw new Error('arguments are declared with zod')
  return inner
}
