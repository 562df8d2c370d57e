import { LimiteSuperado, type Limits } from '@div/contract'
import type { RestOperation, RestParameter } from '../model.ts'
import { nameApart } from './build-parameters.ts'

const METODOS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** What a path of an operation can be: neither a query nor a way up. */
const RUTA = /^\/(?!\.{1,2}(?:\/|$))(?:[^\s?#\\/]|\/(?!\.{1,2}(?:\/|$)))*$/

export type OperationLimits = Pick<Limits, 'operacionesContrato'>

/** The operations of a document, each under a name of its own. */
export class OperationTable {
  readonly operaciones = new Map<string, RestOperation>()
  readonly #avisos: Set<string>
  readonly #maximo: number
  /** The last one that a name was given to tell it from others. */
  readonly #numbers = new Map<string, number>()

  constructor(avisos: Set<string>, { operacionesContrato }: OperationLimits) {
    this.#avisos = avisos
    this.#maximo = operacionesContrato
  }

  /** Told of instead, where it is none that can be called. Throws LimiteSuperado. */
  add(nombre: string | undefined, operation: RestOperation): void {
    const { metodo, ruta } = operation
    const spelled = `${metodo} ${ruta}`
    if (!METODOS.includes(metodo)) {
      this.#avisos.add(`${spelled}: ese método no se puede llamar.`)
    } else if (ruta !== '' && !RUTA.test(ruta)) {
      this.#avisos.add(`${spelled}: su ruta no es solo una ruta.`)
    } else {
      if (this.operaciones.size >= this.#maximo)
        throw new LimiteSuperado({ limite: 'operacionesContrato', maximo: this.#maximo })
      const parametros = nameApart(withPlaces(ruta, operation.parametros))
      this.operaciones.set(this.#freeName(nombre ?? spelled), { ...operation, parametros })
    }
  }

  #freeName(nombre: string): string {
    let free = nombre
    let number = this.#numbers.get(nombre) ?? 1
    while (this.operaciones.has(free)) free = `${nombre} ${++number}`
    this.#numbers.set(nombre, number)
    return free
  }
}

/** Every place of the path has its parameter, and every parameter of the path its place. */
function withPlaces(ruta: string, parametros: readonly RestParameter[]): RestParameter[] {
  const places = new Set([...ruta.matchAll(/\{([^{}]*)\}/g)].map(([, nombre = '']) => nombre))
  const declared = new Set(parametros.flatMap(({ lugar, nombre }) => (lugar === 'ruta' ? [nombre] : [])))
  const missing = [...places].filter((nombre) => !declared.has(nombre))
  return [
    ...missing.map((nombre): RestParameter => {
      return { parametro: { nombre, tipo: 'texto', requerido: true }, lugar: 'ruta', nombre }
    }),
    ...parametros.filter(({ lugar, nombre }) => lugar !== 'ruta' || places.has(nombre)),
  ]
}
