import { campoOf, type Hallazgo, refusalsOf } from '@div/contract'
import type { z } from 'zod'

/** Gathers what is wrong with a flow. One sentence at one place is said once. */
export class Findings {
  readonly #seen = new Set<string>()
  readonly list: Hallazgo[] = []

  add(nodo: string | null, campo: string, mensaje: string, gravedad: Hallazgo['gravedad'] = 'error'): void {
    const key = JSON.stringify([nodo, campo, mensaje])
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.list.push({ nodo, campo, mensaje, gravedad })
  }

  /** The issues of a schema; `nodoAt` tells which node a path of the document is in. */
  addIssues(issues: readonly z.core.$ZodIssue[], locate: (path: readonly PropertyKey[]) => Place): void {
    for (const { path: stands, mensaje } of refusalsOf(issues)) {
      const { nodo, path } = locate(stands)
      this.add(nodo, campoOf(path), mensaje)
    }
  }

  get hasErrors(): boolean {
    return this.list.some(({ gravedad }) => gravedad === 'error')
  }
}

interface Place {
  nodo: string | null
  path: readonly PropertyKey[]
}
