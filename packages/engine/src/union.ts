import { AppError, type ErrorDeNodo, LimiteSuperado, UnionIncompleta } from '@div/contract'
import type { PlanRegion } from './plan.ts'

/** What a join yields. `elementos` and `errores` are in the input's order. */
export interface UnionOutput {
  elementos: unknown[]
  errores: (ErrorDeNodo & { indice: number })[]
  /** Items that the region was given. */
  total: number
  /** Why there is less than the join wants: its failure, not its split's. No reference reaches it. */
  [FALLO]?: AppError
}

const FALLO = Symbol('fallo')

/** What the join of an output throws; undefined when there is nothing wrong with it. */
export function failureOfUnion(output: unknown): AppError | undefined {
  if (typeof output !== 'object' || output === null || !(FALLO in output)) return undefined
  return output[FALLO] instanceof AppError ? output[FALLO] : undefined
}

/** The output of a region whose join is to throw this. */
export function failUnion(output: unknown, fallo: AppError): unknown {
  return { ...(output as UnionOutput), [FALLO]: fallo }
}

/** What has come to a join so far, and whether it wants more. */
export class Union {
  readonly #region: PlanRegion
  /** By index of the item; items that arrive nowhere leave a hole. */
  readonly #elementos: unknown[] = []
  readonly #errores: UnionOutput['errores'] = []
  #arrived = 0
  #failure: AppError | null = null

  constructor(region: PlanRegion) {
    this.#region = region
  }

  /** Answers whether that is enough. */
  add(indice: number, elemento: unknown): boolean {
    this.#arrived++
    const { guardaElementos, maxElementos, union } = this.#region
    if (guardaElementos) {
      if (this.#arrived > maxElementos) return this.fail(tooMany('elementos', maxElementos))
      this.#elementos[indice] = elemento
    }
    return union.tipo !== 'todos' && this.#arrived >= union.n
  }

  /** Answers whether that is enough. */
  addError(error: UnionOutput['errores'][number]): boolean {
    const { maxElementos } = this.#region
    if (this.#errores.length >= maxElementos) return this.fail(tooMany('errores', maxElementos))
    this.#errores.push(error)
    return false
  }

  /** Nothing more is wanted: it will not be what the join wants. */
  fail(cause: AppError): true {
    this.#failure = cause
    return true
  }

  /** `total` items were given to the region. */
  output(total: number): UnionOutput {
    const output: UnionOutput = {
      elementos: this.#listElementos(),
      errores:
        this.#errores.length === 0 ? [] : this.#errores.toSorted((left, right) => left.indice - right.indice),
      total,
    }
    const failure = this.#failure ?? this.#findMissing()
    if (failure) output[FALLO] = failure
    return output
  }

  #listElementos(): unknown[] {
    // As many as places: there is no hole. What arrived is not counted where it is not kept.
    return this.#elementos.length === this.#arrived ? this.#elementos : this.#elementos.filter(() => true)
  }

  #findMissing(): AppError | null {
    const { union, join } = this.#region
    if (union.tipo === 'todos' || this.#arrived >= union.n) return null
    return new UnionIncompleta({ nodo: join.nombre, esperados: union.n, llegados: this.#arrived })
  }
}

function tooMany(limite: 'elementos' | 'errores', maximo: number): AppError {
  return new LimiteSuperado({ limite, maximo })
}
