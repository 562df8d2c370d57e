import { toErrorDeNodo } from './failure.ts'
import type { FlujoDePrueba } from './random-flujo-testing.ts'
import { failureOf, type Guion } from './servidores-testing.ts'

/*
 * flow.md read aloud: one node after another, in an order in which everything that leads to a node comes before it. It shares nothing with
 * the engine but the shape of an error, knows only what random flows are made of, and goes on after a failure, so that it can tell every
 * node that might be the one that ends the run.
 */

type Nodo = FlujoDePrueba['nodos'][number] & Record<string, unknown>
type Estado = 'ok' | 'error' | 'omitido'

const COMPENSAR = 'compensar'

export interface Outcome {
  estado: 'ok' | 'error'
  cuerpo: unknown
  /** Nodes whose failure may have ended the run. */
  culpables: ReadonlySet<string>
  /** `nodo[i,j]` → how it ended; of nodes in regions one entry an element. */
  estados: ReadonlyMap<string, Estado>
  /** `nodo[i,j]` of what undoes a node that ended well → what it is given. */
  deshacer: ReadonlyMap<string, unknown>
}

export function interpret(flujo: FlujoDePrueba, entrada: unknown): Outcome {
  const interpreter = new Interpreter(flujo)
  const scope = new Scope(null, [])
  const failed = interpreter.run(interpreter.topLevel(), scope, entrada)
  return {
    estado: failed.size > 0 ? 'error' : 'ok',
    cuerpo: interpreter.cuerpo,
    culpables: failed,
    estados: interpreter.estados,
    deshacer: interpreter.deshacer,
  }
}

/** The outputs in sight: those of this element, then those around it. */
class Scope {
  readonly outputs = new Map<string, unknown>()
  /** The handles by which nodes left; a node that did not run or that failed left by none. */
  readonly left = new Map<string, string>()
  readonly parent: Scope | null
  readonly iteracion: readonly number[]

  constructor(parent: Scope | null, iteracion: readonly number[]) {
    this.parent = parent
    this.iteracion = iteracion
  }

  read(id: string): unknown {
    return this.outputs.has(id) ? this.outputs.get(id) : this.parent?.read(id)
  }
}

class Interpreter {
  readonly #flujo: FlujoDePrueba
  readonly estados = new Map<string, Estado>()
  readonly deshacer = new Map<string, unknown>()
  cuerpo: unknown
  /** What undoes each node. */
  readonly #undoing: ReadonlyMap<string, Nodo>

  constructor(flujo: FlujoDePrueba) {
    const undoing = flujo.conexiones.flatMap(({ origen, salida, destino }) => {
      const nodo = flujo.nodos.find(({ id }) => id === destino)
      return salida === COMPENSAR && nodo ? [[origen, nodo as Nodo] as const] : []
    })
    const apart = new Set(undoing.map(([, { id }]) => id))
    this.#undoing = new Map(undoing)
    this.#flujo = {
      ...flujo,
      nodos: flujo.nodos.filter(({ id }) => !apart.has(id)),
      conexiones: flujo.conexiones.filter(({ salida }) => salida !== COMPENSAR),
    }
  }

  topLevel(): Nodo[] {
    const inside = new Set(
      this.#nodos().flatMap((nodo) => (nodo.tipo === 'splitter-split' ? this.#regionOf(nodo.id) : [])),
    )
    return this.#sort(this.#nodos().filter(({ id }) => !inside.has(id)))
  }

  /** Answers the nodes whose failure ended it; empty when all went well. */
  run(nodos: readonly Nodo[], scope: Scope, entrada: unknown): Set<string> {
    const failed = new Set<string>()
    for (const nodo of nodos) {
      const key = `${nodo.id}[${scope.iteracion.join(',')}]`
      if (!this.#isReached(nodo, scope)) {
        this.estados.set(key, 'omitido')
        continue
      }
      const { enError = 'detener' } = (nodo.politica ?? {}) as { enError?: string }
      try {
        const { output, salida } = this.#execute(nodo, scope, entrada)
        this.estados.set(key, 'ok')
        scope.outputs.set(nodo.id, output)
        scope.left.set(nodo.id, salida)
        const undoing = this.#undoing.get(nodo.id)
        if (undoing)
          this.deshacer.set(`${undoing.id}[${scope.iteracion.join(',')}]`, this.#values(undoing, scope))
      } catch (thrown) {
        if (enError === 'continuar') {
          this.estados.set(key, 'ok')
          scope.outputs.set(nodo.id, defaultsOf(nodo))
          scope.left.set(nodo.id, '')
        } else {
          this.estados.set(key, 'error')
          if (enError === 'rama') {
            scope.outputs.set(nodo.id, toErrorDeNodo(thrown, nodo.id))
            scope.left.set(nodo.id, 'error')
          } else
            for (const id of thrown instanceof RegionFailed ? thrown.culpables : [nodo.id]) failed.add(id)
        }
      }
    }
    return failed
  }

  #execute(nodo: Nodo, scope: Scope, entrada: unknown): { output: unknown; salida: string } {
    const values = () => this.#values(nodo, scope)
    switch (nodo.tipo) {
      case 'entrada':
        return { output: entrada, salida: '' }
      case 'transformacion':
        return { output: values(), salida: '' }
      case 'salida':
        this.cuerpo = values()
        return { output: this.cuerpo, salida: '' }
      case 'proceso': {
        const given = values()
        const guion = nodo.objeto as Guion
        if (failsAfterAll(guion, nodo)) throw failureOf(guion)
        return { output: guion.lotes ? null : given, salida: '' }
      }
      case 'condicion': {
        const { n } = scopeRoot(scope).outputs.get('e') as { n: number }
        const casos = nodo.casos as { nombre: string; regla: { y: [{ derecha: { valor: number } }] } }[]
        const salida = casos.find(({ regla }) => regla.y[0].derecha.valor === n)?.nombre ?? 'otro'
        return { output: { caso: salida }, salida }
      }
      case 'splitter-split':
        return { output: this.#region(nodo, scope), salida: '' }
      default:
        return { output: scope.outputs.get(String(nodo.split)), salida: '' }
    }
  }

  #region(split: Nodo, scope: Scope): unknown {
    const join = this.#nodos().find((nodo) => nodo.split === split.id)
    const starts = this.#flujo.conexiones
      .filter(({ origen, salida }) => origen === split.id && salida !== 'error')
      .map(({ destino }) => destino)
    const lista = split.lista as { nodo: string } | undefined
    const runs = lista
      ? this.#items(lista.nodo, scope).map((elemento) => ({
          elemento,
          ids: this.#reach(starts, join?.id),
        }))
      : starts.map((start) => ({ elemento: null, ids: this.#reach([start], join?.id) }))

    const elementos: unknown[] = []
    const errores: unknown[] = []
    const culpables = new Set<string>()
    for (const [indice, { elemento, ids }] of runs.entries()) {
      const own = new Scope(scope, [...scope.iteracion, indice])
      own.outputs.set(split.id, { elemento, indice, total: runs.length })
      own.left.set(split.id, '*')
      const failed = this.run(this.#innermost(ids), own, null)
      const [first] = failed
      if (first !== undefined) {
        if (split.enError === 'continuar') errores.push({ indice, nodo: first })
        else for (const id of failed) culpables.add(id)
        continue
      }
      const arrived = this.#flujo.conexiones.filter(
        ({ origen, destino, salida = '' }) => destino === join?.id && own.left.get(origen) === salida,
      )
      if (arrived.length === 0 || !join) continue
      const outputs = arrived.map(({ origen }) => own.outputs.get(origen))
      const parametros = join.parametros as unknown[] | undefined
      elementos.push(
        parametros?.length ? this.#values(join, own) : outputs.length === 1 ? outputs[0] : outputs,
      )
    }
    if (culpables.size > 0) throw new RegionFailed(culpables)
    return { elementos, errores, total: runs.length }
  }

  #items(id: string, scope: Scope): unknown[] {
    const { lotes } = (this.#nodos().find((nodo) => nodo.id === id)?.objeto ?? {}) as Guion
    return lotes ? lotes.flat() : (scope.read(id) as { x: unknown[] }).x
  }

  #values(nodo: Nodo, scope: Scope): Record<string, unknown> {
    const parametros = nodo.parametros as {
      nombre: string
      valor?: unknown
      valorAsignado?: { nodo: string; ruta: string }
    }[]
    return Object.fromEntries(
      parametros.map(({ nombre, valor, valorAsignado }) => {
        if (!valorAsignado) return [nombre, valor]
        const output = scope.read(valorAsignado.nodo)
        return [nombre, valorAsignado.ruta === '' ? output : Reflect.get(Object(output), valorAsignado.ruta)]
      }),
    )
  }

  #isReached({ id, tipo, split }: Nodo, scope: Scope): boolean {
    if (tipo === 'entrada') return true
    if (tipo === 'splitter-join') return scope.left.get(String(split)) === ''
    return this.#flujo.conexiones.some(({ origen, destino, salida = '' }) => {
      const left = scope.left.get(origen)
      return destino === id && (left === salida || left === '*')
    })
  }

  #nodos(): Nodo[] {
    return this.#flujo.nodos as Nodo[]
  }

  #regionOf(split: string): string[] {
    const join = this.#nodos().find((nodo) => nodo.split === split)
    const starts = this.#flujo.conexiones
      .filter(({ origen, salida }) => origen === split && salida !== 'error')
      .map(({ destino }) => destino)
    return [...this.#reach(starts, join?.id)]
  }

  /** Without what lies in the regions inside. */
  #innermost(ids: ReadonlySet<string>): Nodo[] {
    const nodos = this.#nodos().filter(({ id }) => ids.has(id))
    const deeper = new Set(
      nodos.flatMap(({ id, tipo }) => (tipo === 'splitter-split' ? this.#regionOf(id) : [])),
    )
    return this.#sort(nodos.filter(({ id }) => !deeper.has(id)))
  }

  #reach(starts: readonly string[], end: string | undefined): Set<string> {
    const found = new Set(starts.filter((id) => id !== end))
    for (const id of found) {
      for (const { origen, destino } of this.#flujo.conexiones)
        if (origen === id && destino !== end) found.add(destino)
    }
    return found
  }

  /** By the longest way from the entrada. */
  #sort(nodos: readonly Nodo[]): Nodo[] {
    const depth = new Map<string, number>()
    const depthOf = (id: string): number => {
      const known = depth.get(id)
      if (known !== undefined) return known
      const before = this.#flujo.conexiones
        .filter(({ destino }) => destino === id)
        .map(({ origen }) => depthOf(origen))
      const own = Math.max(-1, ...before) + 1
      depth.set(id, own)
      return own
    }
    return nodos.toSorted((left, right) => depthOf(left.id) - depthOf(right.id))
  }
}

class RegionFailed extends Error {
  readonly culpables: ReadonlySet<string>
  constructor(culpables: ReadonlySet<string>) {
    super('region failed')
    this.culpables = culpables
  }
}

/** An attempt more than it is tried again; only what the other system owns is. */
function failsAfterAll({ falla = 0, error = 'transitorio' }: Guion, { politica }: Nodo): boolean {
  const { reintentos } = (politica ?? {}) as { reintentos?: { max: number } }
  const attempts = error === 'transitorio' ? 1 + (reintentos?.max ?? 0) : 1
  return falla === true || falla >= attempts
}

function defaultsOf({ tipo, parametros }: Nodo): unknown {
  if (tipo === 'splitter-split') return { elementos: [], errores: [], total: 0 }
  const declared = parametros as { nombre: string; defecto: unknown }[]
  return Object.fromEntries(declared.map(({ nombre, defecto }) => [nombre, defecto]))
}

function scopeRoot(scope: Scope): Scope {
  return scope.parent ? scopeRoot(scope.parent) : scope
}

/** Of several failures of one element, which one is told depends on who failed first; that the element failed does not. */
export function withoutCauses(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCauses)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'errores' && Array.isArray(each) ? each.map(({ indice }) => indice) : withoutCauses(each),
    ]),
  )
}
