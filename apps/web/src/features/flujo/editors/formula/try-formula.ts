import { AppError, LIMITS } from '@div/contract'
import { compileExpresion, type ErrorDeExpresion, type Expresion } from '@div/formula'
import { FUNCIONES } from '@div/funciones'
import type { FormulaScope } from './formula-scope.ts'
import { type FormulaWorld, hostOf } from './formula-world.ts'
import { unknownNombres } from './nodo-labels.ts'
import { NotKnown } from './not-known.ts'

/** What a formula comes to on what was seen in the last run. */
export type Trial =
  | { kind: 'vacia' }
  /** It is not well written. */
  | { kind: 'errores'; errores: readonly ErrorDeExpresion[] }
  | { kind: 'valor'; valor: unknown }
  /** It is well written and cannot be computed; `posicion` from 0, null where nobody knows. */
  | { kind: 'fallo'; mensaje: string; posicion: number | null }
  /** What something puts out, what a run takes, or a row of a tabla would have to be known. */
  | NotKnown['trial']

/** Names are read from what was seen, whatever a formula is computed in. */
type Nowhere = Readonly<Record<string, never>>
const NOWHERE: Nowhere = {}

/** Compiles and computes with what runs it on the server too, within the same limits. */
export function tryFormula(formula: string, scope: FormulaScope, world: FormulaWorld): Trial {
  if (formula.trim() === '') return { kind: 'vacia' }
  const unknown = unknownNombres(formula, scope.labels)
  if (unknown.length > 0) return refuse(unknown.map(({ nombre, ...place }) => noNodo(nombre, place)))
  const { host, startComputing } = hostOf(world)
  const language = { funciones: FUNCIONES, limits: { ...LIMITS, ...world.limites } }
  const compiled = compileExpresion<Nowhere>(formula, { host, resolve: readerOf(scope, world) }, language)
  if (!compiled.ok) return refuse(compiled.errores.filter((error) => !isUnasked(error, world)).map(explain))
  const { expresion } = compiled
  const errores = notBefore(expresion, scope)
  if (errores.length > 0) return refuse(errores)
  if (expresion.hasEffects) return { kind: 'alEjecutar', motivo: 'Toma un consecutivo.' }
  startComputing()
  return compute(() => expresion.evaluate(NOWHERE))
}

/** What a part of a formula comes to, when that is known; for what is offered behind it. */
export function evaluatePart(formula: string, scope: FormulaScope, world: FormulaWorld): unknown {
  const trial = tryFormula(formula, scope, world)
  return trial.kind === 'valor' ? trial.valor : undefined
}

function refuse(errores: readonly ErrorDeExpresion[]): Trial {
  return errores.length > 0
    ? { kind: 'errores', errores }
    : { kind: 'alEjecutar', motivo: 'Se consultan las tablas…' }
}

/** Of tablas that were not asked for yet nothing is said. */
function isUnasked({ mensaje }: ErrorDeExpresion, { tablas }: FormulaWorld): boolean {
  return tablas === null && mensaje.startsWith('No existe la tabla')
}

function compute(evaluate: () => unknown): Trial {
  try {
    return { kind: 'valor', valor: evaluate() }
  } catch (error) {
    // The editor says what a formula cannot compute, and what would have to be known for it; all else is a bug.
    if (error instanceof NotKnown) return error.trial
    if (!(error instanceof AppError)) throw error
    const { posicion } = error.extra
    return {
      kind: 'fallo',
      mensaje: error.message,
      posicion: typeof posicion === 'number' ? posicion - 1 : null,
    }
  }
}

function readerOf(scope: FormulaScope, world: FormulaWorld) {
  const { labels, muestras, elemento } = scope
  return (nombre: string) => {
    if (elemento !== null && nombre === 'elemento') return () => firstElemento(scope, world)
    if (elemento !== null && nombre === 'indice') return () => 0
    const label = labels.get(nombre)
    if (label === undefined) return undefined
    const muestra = muestras.get(nombre)
    return () => {
      if (muestra === undefined) throw new NotKnown({ kind: 'sinDatos', nombre: label })
      return muestra
    }
  }
}

/** The item that a region or a step would take first. */
function firstElemento({ labels, muestras, elemento }: FormulaScope, world: FormulaWorld): unknown {
  if (elemento?.isUnseen) throw new NotKnown({ kind: 'sinDatos', nombre: 'Cada elemento' })
  if (!elemento?.lista) return elemento?.valor ?? null
  const { nodo, ruta } = elemento.lista
  const lista = evaluatePart(joinRuta(nodo, ruta), { labels, muestras, elemento: null }, world)
  if (!Array.isArray(lista) || lista.length === 0)
    throw new NotKnown({ kind: 'sinDatos', nombre: labels.get(nodo) ?? nodo })
  return elemento.lote > 1 ? lista.slice(0, elemento.lote) : lista[0]
}

/** A place in what something puts out, as a formula names it. */
export function joinRuta(nombre: string, ruta: string): string {
  return ruta === '' || ruta.startsWith('[') ? nombre + ruta : `${nombre}.${ruta}`
}

/** Nodes that exist and do not come before. */
function notBefore({ referencias }: Expresion<Nowhere>, { labels, muestras, elemento }: FormulaScope) {
  const isLocal = (nombre: string) => elemento !== null && (nombre === 'elemento' || nombre === 'indice')
  return referencias
    .filter(({ nombre }) => !muestras.has(nombre) && !isLocal(nombre))
    .map(({ nombre, desde }) => ({
      desde,
      hasta: desde + nombre.length,
      mensaje: `«${labels.get(nombre) ?? nombre}» no está antes de este nodo.`,
    }))
}

function noNodo(nombre: string, place: { desde: number; hasta: number }): ErrorDeExpresion {
  return { ...place, mensaje: `Ningún nodo se llama «${nombre}».` }
}

const NO_ELEMENTO = /^No existe «(elemento|indice)»\.$/

function explain(error: ErrorDeExpresion): ErrorDeExpresion {
  const nombre = NO_ELEMENTO.exec(error.mensaje)?.[1]
  if (nombre === undefined) return error
  return {
    ...error,
    mensaje: `Aquí no hay «${nombre}»: se conoce entre un «Splitter (dividir)» y su «Splitter (unir)».`,
  }
}
