import type { Parametro, TipoDato } from '@div/contract'
import { isRecord } from '@div/ui'
import { joinRuta } from './ruta-text.ts'
import { tipoOfValue } from './tipo-of-value.ts'

/** A place in what a node puts out: what it is, and what stood there. */
export interface SourceField {
  nombre: string
  ruta: string
  tipo: TipoDato
  /** Undefined: nothing is known of it. */
  muestra?: unknown
  campos: readonly SourceField[]
}

/** Deeper is found by typing. */
const DEPTH = 6
const MOST_FIELDS = 300
/** Of a list its first element stands for all. */
const FIRST = '[0]'

interface Known {
  /** What is said of it. */
  declared: Partial<Parametro> | undefined
  /** What was seen of it. */
  seen: unknown
  /** Whether texts that look like dates are dates. */
  dates: boolean
}

/** The fields of an object of which some are declared and some were seen. */
export function fieldsOf(
  declared: readonly Parametro[],
  seen: unknown,
  { dates = false, ruta = '', depth = 0 }: { dates?: boolean; ruta?: string; depth?: number } = {},
): readonly SourceField[] {
  const values = isRecord(seen) ? seen : {}
  const declaredBy = new Map(declared.map((each) => [each.nombre, each]))
  const names = [...new Set([...declaredBy.keys(), ...Object.keys(values)])].slice(0, MOST_FIELDS)
  return names.map((nombre) =>
    fieldOf(
      nombre,
      joinRuta(ruta, nombre),
      { declared: declaredBy.get(nombre), seen: values[nombre], dates },
      depth,
    ),
  )
}

function fieldOf(nombre: string, ruta: string, known: Known, depth: number): SourceField {
  const { declared, dates } = known
  const muestra = known.seen === undefined ? declared?.ejemplo : known.seen
  const tipo =
    declared?.tipo === undefined || declared.tipo === 'cualquiera'
      ? tipoOfValue(muestra, { dates })
      : declared.tipo
  return {
    nombre,
    ruta,
    tipo,
    ...(muestra !== undefined && { muestra }),
    campos: depth >= DEPTH ? [] : insideOf(tipo, ruta, { declared, seen: muestra, dates }, depth + 1),
  }
}

function insideOf(tipo: TipoDato, ruta: string, { declared, seen, dates }: Known, depth: number) {
  if (tipo === 'objeto') return fieldsOf(declared?.campos ?? [], seen, { dates, ruta, depth })
  if (tipo !== 'lista') return []
  const first: unknown = Array.isArray(seen) ? seen[0] : undefined
  if (declared?.elemento === undefined && first === undefined) return []
  return [fieldOf(FIRST, `${ruta}${FIRST}`, { declared: declared?.elemento, seen: first, dates }, depth)]
}

/** The places in a value, from the outside in. */
export function fieldsOfValue(value: unknown): readonly SourceField[] {
  return insideOf(tipoOfValue(value), '', { declared: undefined, seen: value, dates: false }, 0)
}

/** All of them, each before what is in it. */
export function flattenFields(campos: readonly SourceField[]): readonly SourceField[] {
  return campos.flatMap((campo) => [campo, ...flattenFields(campo.campos)])
}
