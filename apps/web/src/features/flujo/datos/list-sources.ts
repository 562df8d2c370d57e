import type { Flujo, Nodo, Parametro, Referencia, ResultadoDeEjecucion, TipoNodo } from '@div/contract'
import { referenciaSchema } from '@div/contract'
import { compileRuta } from '@div/nodos/catalogo'
import { formulaNames } from '../document/formula-names.ts'
import { comingAfter, leadingTo } from '../document/graph-walk.ts'
import { fieldsOf, type SourceField } from './source-fields.ts'
import { tipoOfValue } from './tipo-of-value.ts'

/** What a node before this one puts out, as far as it is known. */
export interface Source {
  /** Its id; of the item of a list in the node itself the word by which formulas call it. */
  nodo: string
  nombre: string
  tipoNodo: TipoNodo
  /** Of the whole. */
  muestra?: unknown
  campos: readonly SourceField[]
  /** What is known of it is of before it, or something before it, was changed. */
  isStale?: true
  /** Only formulas can name it. */
  isItem?: true
}

/** What is known beside the drawing. */
export interface KnownData {
  resultado: ResultadoDeEjecucion | null
  /** What calls answer, by the node, as the catalogue of the servidor tells. */
  catalogo?: ReadonlyMap<string, readonly Parametro[]>
  /** A row of what nodes read that did not run. */
  filas?: ReadonlyMap<string, unknown>
  /** Nodes that are no longer what ran. */
  stale?: ReadonlySet<string>
}

/** The data that a node may refer to, of the nearest node first. */
export function listSources(flujo: Flujo, id: string, known: KnownData): readonly Source[] {
  const nodos = new Map(flujo.nodos.map((nodo) => [nodo.id, nodo]))
  const closed = closedBefore(flujo, id)
  const salidas = sampleOutputs(flujo, known)
  const ran = new Set(known.resultado?.pasos.map(({ nodo }) => nodo))
  return leadingTo(flujo, id)
    .slice(1)
    .filter((before) => !closed.has(before))
    .flatMap((before) => nodos.get(before) ?? [])
    .map((nodo) => {
      const muestra = salidas.get(nodo.id)
      const failed = arrivesByError(flujo, nodo.id, id)
      const declared = failed ? ERROR : declaredOutput(nodo, flujo, known)
      return {
        nodo: nodo.id,
        nombre: nodo.nombre,
        tipoNodo: nodo.tipo,
        ...(muestra !== undefined && { muestra }),
        ...(known.stale?.has(nodo.id) && ran.has(nodo.id) && { isStale: true as const }),
        campos: fieldsOf(declared, failed && !hasError(muestra) ? undefined : muestra, {
          dates: nodo.tipo === 'proceso',
        }),
      }
    })
}

/** What is between a split and its join is seen from outside only through the join. */
function closedBefore(flujo: Flujo, id: string): ReadonlySet<string> {
  const before = new Set(leadingTo(flujo, id).slice(1))
  const closed = new Set<string>()
  for (const { id: join, tipo, split } of flujo.nodos) {
    if (tipo !== 'splitter-join' || typeof split !== 'string' || !before.has(join)) continue
    const inside = new Set(comingAfter(flujo, split))
    for (const each of leadingTo(flujo, join)) if (each !== join && inside.has(each)) closed.add(each)
  }
  return closed
}

/** Whether the only ways from a node lead through its branch of errors. */
function arrivesByError({ nodos, conexiones }: Flujo, from: string, to: string): boolean {
  if (nodos.find(({ id }) => id === from)?.politica?.enError !== 'rama') return false
  const withoutErrors = conexiones.filter(({ origen, salida }) => origen !== from || salida !== 'error')
  return !comingAfter({ conexiones: withoutErrors }, from).includes(to)
}

const ERROR: readonly Parametro[] = [
  { nombre: 'codigo', tipo: 'texto' },
  { nombre: 'mensaje', tipo: 'texto' },
  { nombre: 'nodo', tipo: 'texto' },
  { nombre: 'detalle', tipo: 'cualquiera' },
]

function hasError(muestra: unknown): boolean {
  return typeof muestra === 'object' && muestra !== null && 'codigo' in muestra && 'mensaje' in muestra
}

function declaredOutput(nodo: Nodo, flujo: Flujo, { catalogo }: KnownData): readonly Parametro[] {
  const { tipo, parametros, tipoObjeto } = nodo
  switch (tipo) {
    case 'entrada':
      return parametros
    case 'transformacion':
      if (nodo.lista === undefined) return parametros.map(asDeclared)
      return [
        { nombre: 'elementos', tipo: 'lista', ...elementsOf(parametros) },
        { nombre: 'total', tipo: 'entero' },
      ]
    case 'proceso':
      return catalogo?.get(nodo.id) ?? (tipoObjeto === 'consulta' || tipoObjeto === 'tabla' ? ROWS : [])
    case 'splitter-split':
      return [
        { nombre: 'elemento', ...elementDeclared(nodo, flujo) },
        { nombre: 'indice', tipo: 'entero' },
        { nombre: 'total', tipo: 'entero' },
      ]
    case 'splitter-join':
      return [
        { nombre: 'elementos', tipo: 'lista', ...elementsOf(parametros) },
        { nombre: 'errores', tipo: 'lista', elemento: { nombre: '', tipo: 'objeto', campos: [...ERROR] } },
        { nombre: 'total', tipo: 'entero' },
      ]
    case 'condicion':
      return [{ nombre: 'caso', tipo: 'texto' }]
    case 'salida':
      return []
  }
}

const ROWS: readonly Parametro[] = [
  { nombre: 'filas', tipo: 'lista' },
  { nombre: 'total', tipo: 'entero' },
]

const asDeclared = ({ nombre, tipo, campos, elemento }: Parametro): Parametro => ({
  nombre,
  ...(tipo && { tipo }),
  ...(campos && { campos }),
  ...(elemento && { elemento }),
})

function elementsOf(parametros: readonly Parametro[]): Partial<Parametro> {
  return parametros.length === 0
    ? {}
    : { elemento: { nombre: '', tipo: 'objeto', campos: parametros.map(asDeclared) } }
}

/** Of a list that the entrada declares. */
function elementDeclared({ lista }: Nodo, { nodos }: Flujo): Partial<Parametro> {
  const { data } = referenciaSchema.safeParse(lista)
  const from = nodos.find(({ id, tipo }) => id === data?.nodo && tipo === 'entrada')
  const { nombre: _, ...elemento } = from?.parametros.find(({ nombre }) => nombre === data?.ruta)
    ?.elemento ?? {
    nombre: '',
  }
  return elemento
}

/** What each node put out in the last run, and of the others a row that they would read, or what the drawing gives as an example. */
export function sampleOutputs(
  flujo: Flujo,
  { resultado, filas }: Pick<KnownData, 'resultado' | 'filas'>,
): ReadonlyMap<string, unknown> {
  const salidas = new Map<string, unknown>()
  for (const nodo of flujo.nodos) {
    const salida = resultado?.pasos.find((paso) => paso.nodo === nodo.id && paso.estado === 'ok')?.salida
    const read = filas?.get(nodo.id)
    if (salida !== undefined) salidas.set(nodo.id, salida)
    else if (read !== undefined) salidas.set(nodo.id, read)
    else if (nodo.tipo === 'entrada' && nodo.parametros.length > 0)
      salidas.set(nodo.id, examplesOf(nodo.parametros))
  }
  // After the others: an item is an element of what they put out.
  for (const nodo of flujo.nodos) {
    if (nodo.tipo !== 'splitter-split') continue
    const item = firstItem(salidas, referenciaSchema.safeParse(nodo.lista).data)
    if (item) salidas.set(nodo.id, item)
  }
  return salidas
}

function examplesOf(parametros: readonly Parametro[]): Record<string, unknown> {
  return Object.fromEntries(
    parametros.flatMap(({ nombre, ejemplo, defecto }) => {
      const value = ejemplo ?? defecto
      return value === undefined ? [] : [[nombre, value]]
    }),
  )
}

/** What a region is given for the first element of its list. */
function firstItem(salidas: ReadonlyMap<string, unknown>, lista: Referencia | undefined) {
  const list = lista && readSample(salidas, lista)
  return Array.isArray(list) ? { elemento: list[0] ?? null, indice: 0, total: list.length } : null
}

/** What stands at a reference; undefined where nothing is known. */
export function readSample(
  salidas: ReadonlyMap<string, unknown>,
  { nodo, ruta, defecto }: Referencia,
): unknown {
  const read = compileRuta(ruta)
  if (read === null || !salidas.has(nodo)) return undefined
  return read(salidas.get(nodo)) ?? defecto ?? null
}

/** The item that the fields of a node are made of, as formulas name it. */
export function itemSource(elemento: unknown, declared: readonly Parametro[] = []): Source {
  return {
    nodo: 'elemento',
    nombre: 'Cada elemento',
    tipoNodo: 'splitter-split',
    ...(elemento !== undefined && { muestra: elemento }),
    campos: tipoOfValue(elemento) === 'objeto' || declared.length > 0 ? fieldsOf(declared, elemento) : [],
    isItem: true,
  }
}

/** Whether a value is made of what a node put out before it was changed. */
export function readsStale(
  { valorAsignado, expresion }: Pick<Parametro, 'valorAsignado' | 'expresion'>,
  sources: readonly Source[],
): boolean {
  const named = new Set(formulaNames(expresion ?? '').map(({ nombre }) => nombre))
  return sources.some(({ nodo, isStale }) => isStale && (nodo === valorAsignado?.nodo || named.has(nodo)))
}
