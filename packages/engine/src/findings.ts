import { campoOf, type Hallazgo } from '@div/contract'
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
    for (const issue of issues.flatMap(unwrapUnion)) {
      const { nodo, path } = locate(issue.path)
      if (issue.code !== 'unrecognized_keys') this.add(nodo, campoOf(path), issue.message)
      else for (const key of issue.keys) this.add(nodo, campoOf([...path, key]), UNKNOWN_FIELD)
    }
  }

  get hasErrors(): boolean {
    return this.list.some(({ gravedad }) => gravedad === 'error')
  }
}

const UNKNOWN_FIELD = 'Este campo no existe: quítelo o revise cómo se escribe.'

interface Place {
  nodo: string | null
  path: readonly PropertyKey[]
}

/** What no form of a union took is told of the form that it comes closest to. */
function unwrapUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const forms = issue.errors.map((issues) => issues.flatMap(unwrapUnion))
  const [closest] = forms.toSorted((left, right) => misfit(left) - misfit(right))
  // Of no form at all: it is told only where all forms say the same of it.
  const isAlien = closest?.some(({ code, path }) => path.length === 0 && code === 'invalid_type')
  const sentences = new Set(forms.flat().map(({ message }) => message))
  if (!closest?.length || (isAlien && sentences.size > 1)) return [issue]
  return closest.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
}

/** How far a value is from a form: what is wrong with its own fields. What these hold says nothing of the form. */
function misfit(issues: readonly z.core.$ZodIssue[]): number {
  const own = issues.filter(({ path }) => path.length <= 1)
  return own.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}
