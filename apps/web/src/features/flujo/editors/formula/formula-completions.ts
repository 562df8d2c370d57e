import { fieldsOfValue, flattenFields } from '../../datos/source-fields.ts'
import { callAt, callsAt } from './call-at.ts'
import type { FormulaScope } from './formula-scope.ts'
import type { FormulaWorld } from './formula-world.ts'
import { argumentoAt, FUNCION_DOCS, type FuncionDoc, findFuncion } from './funcion-docs.ts'
import { evaluatePart, joinRuta, tryFormula } from './try-formula.ts'

/** Something that may stand where a person types. */
export interface Offered {
  kind: 'funcion' | 'nodo' | 'dato' | 'nombre'
  /** What is typed to find it, and shown. */
  label: string
  /** What is written for it. */
  texto: string
  /** What stands there now, or what it is; undefined: nobody knows. */
  muestra?: unknown
  funcion?: FuncionDoc
}

export interface Offer {
  /** Where that begins which the choice replaces. */
  desde: number
  ofertas: readonly Offered[]
}

/** Of nodes further away only themselves are offered: their fields by typing a dot. */
const NEAREST = 12
const WORD = /[A-Za-z_\u00c0-\u024f][A-Za-z0-9_\u00c0-\u024f]*$/
const PATH =
  /(?:^|[^A-Za-z0-9_\u00c0-\u024f.])([A-Za-z_\u00c0-\u024f][A-Za-z0-9_\u00c0-\u024f]*(?:\s*\.\s*[A-Za-z_\u00c0-\u024f][A-Za-z0-9_\u00c0-\u024f]*|\[\d+\]|\["[^"\\]*"\])*)\s*\.\s*$/
const OPEN_TEXT = /^\s*"([^"\\]*)$/

/** What may be typed at a place of a formula; null: nothing that could be told. */
export function offersAt(
  formula: string,
  place: number,
  scope: FormulaScope,
  world: FormulaWorld,
): Offer | null {
  const before = formula.slice(0, place)
  const text = openText(before)
  if (text) return offerNames(text, world)
  if (endsInText(before)) return null
  const word = WORD.exec(before)?.[0] ?? ''
  const desde = place - word.length
  const path = PATH.exec(before.slice(0, desde))?.[1]
  if (path !== undefined) return offerFields(path, desde, scopeWithin(formula, place, scope, world), world)
  if (/[.\d]$/.test(before.slice(0, desde))) return null
  return { desde, ofertas: [...offerData(scopeWithin(formula, place, scope, world), world), ...FUNCIONES] }
}

/** The text that is being typed as an argument, with the call that it is for. */
interface OpenText {
  call: string
  argumento: number
  /** The first argument, when it is a text: the tabla. */
  primero: string | undefined
  desde: number
}

function openText(before: string): OpenText | null {
  // Without the text itself: the calls are told from what comes before it.
  const quote = before.lastIndexOf('"')
  const call = quote < 0 ? null : callAt(before, quote)
  const inicio = call?.inicios.at(-1)
  if (!call || inicio === undefined || !OPEN_TEXT.test(before.slice(inicio))) return null
  const [first, next] = call.inicios
  const primero = /^\s*"([^"\\]*)"\s*$/.exec(before.slice(first, (next ?? 0) - 1))?.[1]
  return {
    call: findFuncion(call.nombre)?.nombre ?? '',
    argumento: call.argumento,
    primero,
    desde: quote + 1,
  }
}

function endsInText(before: string): boolean {
  return (before.replace(/\\[\s\S]/g, '').match(/"/g)?.length ?? 0) % 2 === 1
}

function offerNames({ call, argumento, primero, desde }: OpenText, world: FormulaWorld): Offer | null {
  const names = namesFor(call, argumento, primero, world)
  if (names === null) return null
  const ofertas = names.map(({ nombre, muestra }) => ({
    kind: 'nombre' as const,
    label: nombre,
    texto: nombre,
    muestra,
  }))
  return { desde, ofertas }
}

function namesFor(
  call: string,
  argumento: number,
  tabla: string | undefined,
  { parametros, tablas }: FormulaWorld,
): readonly { nombre: string; muestra?: unknown }[] | null {
  const isSearch = call === 'BUSCAR' || call === 'BUSCAR_FILA'
  if (call === 'PARAMETRO' && argumento === 0)
    return [...(parametros ?? [])].map(([nombre, { valor, isSecret }]) => ({
      nombre,
      ...(!isSecret && { muestra: valor }),
    }))
  if (isSearch && argumento === 0) return [...(tablas?.keys() ?? [])].map((nombre) => ({ nombre }))
  if (isSearch && argumento > 1 && tabla !== undefined)
    return (tablas?.get(tabla) ?? []).map((nombre) => ({ nombre }))
  return null
}

function offerFields(path: string, desde: number, scope: FormulaScope, world: FormulaWorld): Offer {
  const value = evaluatePart(path, scope, world)
  const fields =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  return {
    desde,
    ofertas: fields
      .filter(([nombre]) => new RegExp(`^${WORD.source}`).test(nombre))
      .map(([nombre, muestra]) => ({ kind: 'dato', label: nombre, texto: nombre, muestra })),
  }
}

function offerData(scope: FormulaScope, world: FormulaWorld): readonly Offered[] {
  const { labels, muestras, elemento } = scope
  const ofElemento =
    elemento === null ? [] : offerPlaces('elemento', 'elemento', evaluatePart('elemento', scope, world))
  const indice: Offered[] =
    elemento === null ? [] : [{ kind: 'dato', label: 'indice', texto: 'indice', muestra: 0 }]
  const ofNodos = [...muestras].flatMap(([id, muestra], index) =>
    offerPlaces(id, labels.get(id) ?? id, index < NEAREST ? muestra : undefined),
  )
  return [...ofElemento, ...indice, ...ofNodos]
}

/** A value and the places in it. */
function offerPlaces(nombre: string, label: string, muestra: unknown): readonly Offered[] {
  return [
    { kind: 'nodo', label, texto: nombre, muestra },
    ...flattenFields(fieldsOfValue(muestra)).map(({ ruta, muestra: ejemplo }) => ({
      kind: 'dato' as const,
      label: joinRuta(label, ruta),
      texto: joinRuta(nombre, ruta),
      muestra: ejemplo,
    })),
  ]
}

/** Inside an argument that is computed for each item of a list, `elemento` is an item of that list. */
function scopeWithin(formula: string, place: number, scope: FormulaScope, world: FormulaWorld): FormulaScope {
  const calls = callsAt(formula, place)
  const within = calls.findLast(({ nombre, argumento }) => {
    const funcion = findFuncion(nombre)
    const at = funcion && argumentoAt(funcion, argumento)
    return at !== undefined && funcion?.argumentos[at]?.isPorElemento === true
  })
  const [first, second] = within?.inicios ?? []
  if (first === undefined || second === undefined) return scope
  const trial = tryFormula(formula.slice(first, second - 1), scope, world)
  const [item] = trial.kind === 'valor' && Array.isArray(trial.valor) ? trial.valor : []
  return { ...scope, elemento: { lista: undefined, lote: 1, valor: item ?? null } }
}

const FUNCIONES: readonly Offered[] = [...FUNCION_DOCS.values()].map((funcion) => ({
  kind: 'funcion',
  label: funcion.nombre,
  texto: funcion.nombre,
  funcion,
}))
