import { LimiteSuperado } from '@div/contract'

/**
 * When a node runs, as a decision diagram over the outcomes of branching nodes (after R. Bryant, "Graph-Based Algorithms for
 * Boolean Function Manipulation", 1986, with as many children a variable as it has outcomes). Equal conditions are the same object.
 */
export interface Condition {
  readonly id: number
  /** Position of the branching node in the order; leaves come last. */
  readonly variable: number
  readonly children: readonly Condition[]
}

const LEAF = Number.POSITIVE_INFINITY
const MAX_CONDITIONS = 100_000

export class BranchConditions {
  readonly never: Condition = { id: 0, variable: LEAF, children: [] }
  readonly always: Condition = { id: 1, variable: LEAF, children: [] }
  readonly #outcomes: (readonly string[])[] = []
  readonly #unique = new Map<string, Condition>()
  readonly #memo = new Map<string, Condition>()

  /** Declares a branching node; answers, for each outcome, the condition that it was taken. */
  declare(outcomes: readonly string[]): (outcome: string) => Condition {
    const variable = this.#outcomes.push(outcomes) - 1
    return (outcome) =>
      this.#make(
        variable,
        outcomes.map((each) => (each === outcome ? this.always : this.never)),
      )
  }

  and(left: Condition, right: Condition): Condition {
    if (left === this.never || right === this.never) return this.never
    if (left === this.always || left === right) return right
    if (right === this.always) return left
    return this.#apply('and', left, right)
  }

  or(left: Condition, right: Condition): Condition {
    if (left === this.always || right === this.always) return this.always
    if (left === this.never || left === right) return right
    if (right === this.never) return left
    return this.#apply('or', left, right)
  }

  /** Does the second hold in every case in which the first does? */
  implies(left: Condition, right: Condition): boolean {
    return this.and(left, right) === left
  }

  excludes(left: Condition, right: Condition): boolean {
    return this.and(left, right) === this.never
  }

  #apply(operation: 'and' | 'or', left: Condition, right: Condition): Condition {
    const [low, high] = left.id < right.id ? [left, right] : [right, left]
    const key = `${operation}${low.id},${high.id}`
    const known = this.#memo.get(key)
    if (known) return known
    const variable = Math.min(left.variable, right.variable)
    const children = (this.#outcomes[variable] ?? []).map((_, index) =>
      this[operation](childAt(left, variable, index), childAt(right, variable, index)),
    )
    const result = this.#make(variable, children)
    this.#memo.set(key, result)
    return result
  }

  #make(variable: number, children: readonly Condition[]): Condition {
    const [first] = children
    if (first && children.every((child) => child === first)) return first
    const key = `${variable}:${children.map(({ id }) => id).join()}`
    const known = this.#unique.get(key)
    if (known) return known
    if (this.#unique.size >= MAX_CONDITIONS) {
      throw new LimiteSuperado({ limite: 'combinaciones de ramas', maximo: MAX_CONDITIONS })
    }
    const made = { id: this.#unique.size + 2, variable, children }
    this.#unique.set(key, made)
    return made
  }
}

function childAt(condition: Condition, variable: number, index: number): Condition {
  return condition.variable === variable ? (condition.children[index] ?? condition) : condition
}
