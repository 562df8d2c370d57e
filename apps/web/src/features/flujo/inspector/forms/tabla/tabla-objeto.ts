import type { Parametro } from '@div/contract'
import { isRecord } from '@div/ui'
import { z } from 'zod'
import { withoutAbsent } from '../../mapeo/mapped-origen.ts'

export const OPERACIONES = [
  { value: 'seleccionar', label: 'Leer filas' },
  { value: 'insertar', label: 'Insertar una fila' },
  { value: 'actualizar', label: 'Actualizar filas' },
  { value: 'eliminar', label: 'Eliminar filas' },
  { value: 'insertarMasivo', label: 'Insertar muchas filas' },
] as const
export type Operacion = (typeof OPERACIONES)[number]['value']

/** Whether its columns are rows to map. */
export const writes = (operacion: unknown): operacion is 'insertar' | 'actualizar' =>
  operacion === 'insertar' || operacion === 'actualizar'
/** Whether it is told which rows. */
export const filters = (operacion: unknown) =>
  operacion === 'seleccionar' || operacion === 'actualizar' || operacion === 'eliminar'

export const OPERADORES_DE_FILTRO = [
  { value: '=', label: '=' },
  { value: '<>', label: '≠' },
  { value: '<', label: '<' },
  { value: '<=', label: '≤' },
  { value: '>', label: '>' },
  { value: '>=', label: '≥' },
  { value: 'contiene', label: 'contiene' },
  { value: 'empiezaPor', label: 'empieza por' },
  { value: 'terminaEn', label: 'termina en' },
  { value: 'en', label: 'está en' },
  { value: 'noEn', label: 'no está en' },
  { value: 'esNulo', label: 'es nulo' },
  { value: 'noEsNulo', label: 'no es nulo' },
] as const

const condicionSchema = z.object({
  columna: z.string(),
  operador: z.string().default('='),
  parametro: z.string().optional(),
})
export type Condicion = z.infer<typeof condicionSchema>

/** The conditions of a filter as rows that all have to hold; null of one that is nested, which only its document can say. */
export function condicionesOf(filtro: unknown): readonly Condicion[] | null {
  if (filtro === undefined) return []
  const items = isRecord(filtro) && 'y' in filtro ? filtro.y : filtro
  return z.array(condicionSchema).safeParse(items).data ?? null
}

export const asksForValue = ({ operador }: Condicion) => operador !== 'esNulo' && operador !== 'noEsNulo'

/** The parameter that a condition compares with. */
export const parametroOf = ({ columna, parametro = columna }: Condicion) => parametro

/** The part of a node that says it. */
export interface Holder {
  objeto?: unknown
  parametros: readonly Parametro[]
}

/** The fields of the node that are put in place. */
export type Written = {
  objeto: Record<string, unknown>
  parametros: Parametro[]
}

interface Parts {
  objeto: Record<string, unknown>
  /** What is written. */
  escritos: readonly Parametro[]
  condiciones: readonly Condicion[] | null
  /** What conditions compare with. */
  filtros: readonly Parametro[]
  /** Of something else: how many rows, or the rows of a bulk insert. */
  otros: readonly Parametro[]
}

/** A table operation taken apart: which of its parameters is for what. */
export function readTabla({ objeto, parametros }: Holder): Parts {
  const asked = isRecord(objeto) ? objeto : {}
  const condiciones = condicionesOf(asked.filtro)
  const written = new Set(writtenBy(asked))
  const compared = new Set((condiciones ?? []).filter(asksForValue).map(parametroOf))
  return {
    objeto: asked,
    escritos: parametros.filter(({ nombre }) => written.has(nombre)),
    condiciones,
    filtros: parametros.filter(({ nombre }) => compared.has(nombre) && !written.has(nombre)),
    otros: parametros.filter(({ nombre }) => !compared.has(nombre) && !written.has(nombre)),
  }
}

/** What is left over of something else: values that the operation, once one is chosen, asks for nowhere. */
export function unusedOf(nodo: Holder): readonly string[] {
  const { objeto, otros } = readTabla(nodo)
  if (objeto.operacion === undefined || condicionesOf(objeto.filtro) === null) return []
  const counted = [objeto.limite, objeto.desplazamiento].flatMap((each) =>
    isRecord(each) ? [each.parametro] : [],
  )
  const asked = objeto.operacion === 'insertarMasivo' ? ['filas', ...counted] : counted
  return otros.map(({ nombre }) => nombre).filter((nombre) => !asked.includes(nombre))
}

function writtenBy({ operacion, columnas }: Record<string, unknown>): readonly string[] {
  if (!writes(operacion)) return []
  if (!Array.isArray(columnas)) return []
  return columnas.flatMap((each: unknown) => {
    if (typeof each === 'string') return [each]
    const { columna, parametro } = isRecord(each) ? each : {}
    if (typeof parametro === 'string') return [parametro]
    return typeof columna === 'string' ? [columna] : []
  })
}

/** The operation after its written values are others: each is a column. What it does with several names stays. */
export function writeColumns(nodo: Holder, escritos: readonly Parametro[]): Written {
  const { objeto, filtros, otros } = readTabla(nodo)
  const before = Array.isArray(objeto.columnas) ? objeto.columnas : []
  const columnas = escritos.map(
    ({ nombre }) =>
      before.find((each: unknown) => isRecord(each) && (each.parametro ?? each.columna) === nombre) ?? nombre,
  )
  return { objeto: { ...objeto, columnas }, parametros: [...escritos, ...filtros, ...otros] }
}

/** The operation after its conditions are others; values that no condition asks for any more go. */
export function writeCondiciones(nodo: Holder, condiciones: readonly Condicion[]): Written {
  const { objeto, escritos, filtros, otros } = readTabla(nodo)
  const written = new Set(escritos.map(({ nombre }) => nombre))
  const named = nameCompared(condiciones, written)
  const wanted = new Set(named.filter(asksForValue).map(parametroOf))
  const kept = [...filtros, ...otros].filter(({ nombre }) => wanted.has(nombre))
  const known = new Set(kept.map(({ nombre }) => nombre))
  const rest = otros.filter(({ nombre }) => !wanted.has(nombre))
  return {
    objeto: withoutAbsent({ ...objeto, filtro: named.length === 0 ? undefined : named }),
    parametros: [
      ...escritos,
      ...kept,
      ...[...wanted].filter((nombre) => !known.has(nombre)).map((nombre) => ({ nombre })),
      ...rest,
    ],
  }
}

/** Each with a value of its own, also of a column that is written as well or compared twice; names that are said stay. */
function nameCompared(condiciones: readonly Condicion[], written: ReadonlySet<string>): readonly Condicion[] {
  const isSaid = ({ parametro }: Condicion) => parametro !== undefined && !written.has(parametro)
  const taken = new Set([...condiciones.filter(asksForValue).filter(isSaid).map(parametroOf), ...written])
  return condiciones.map((each) => {
    if (!asksForValue(each) || isSaid(each)) return each
    const { columna } = each
    const parametro = freeName(written.has(columna) ? `${columna}_filtro` : columna, taken)
    taken.add(parametro)
    return parametro === columna ? each : { ...each, parametro }
  })
}

function freeName(nombre: string, taken: ReadonlySet<string>, nth = 1): string {
  const name = nth === 1 ? nombre : `${nombre}_${nth}`
  return taken.has(name) ? freeName(nombre, taken, nth + 1) : name
}

/** Another operation on the same table: what only the one before could use goes. */
export function changeOperacion(nodo: Holder, operacion: Operacion): Written {
  const { objeto, escritos, filtros, otros } = readTabla(nodo)
  const { tabla, esquema, filtro, columnas } = objeto
  const rows =
    operacion === 'insertarMasivo'
      ? [otros.find(({ nombre }) => nombre === 'filas') ?? { nombre: 'filas' }]
      : []
  return {
    objeto: withoutAbsent({
      tabla,
      esquema,
      operacion,
      columnas: writes(operacion) && writes(objeto.operacion) ? columnas : undefined,
      filtro: filters(operacion) ? filtro : undefined,
    }),
    parametros: [...(writes(operacion) ? escritos : []), ...(filters(operacion) ? filtros : []), ...rows],
  }
}
