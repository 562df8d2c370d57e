import type { z } from 'zod'
// Bundles leave out what nobody names: whoever tells of errors needs their sentences.
import './explain-issue.ts'
import { campoOf } from './campo.ts'
import type { ErrorDeCampo } from './errors/app-error.ts'

/** What a schema refused, each at its field. `root` is where its value stands in what was sent. */
export function erroresOf({ issues }: z.core.$ZodError, root = ''): ErrorDeCampo[] {
  return refusalsOf(issues).map(({ path, mensaje }) => ({ campo: campoOf(path, root), mensaje }))
}

interface Refusal {
  path: readonly PropertyKey[]
  mensaje: string
}

/** One sentence at each place: a name that is not known is a place of its own. */
export function refusalsOf(issues: readonly z.core.$ZodIssue[]): Refusal[] {
  return issues.flatMap(unwrapUnion).flatMap((issue) => {
    const { path, message: mensaje } = issue
    if (issue.code !== 'unrecognized_keys') return { path, mensaje }
    return issue.keys.map((key) => ({ path: [...path, key], mensaje }))
  })
}

/** What no form of a union took is told of the form that it comes closest to. */
function unwrapUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const forms = issue.errors.map((issues) => issues.flatMap(unwrapUnion))
  const [closest] = forms.toSorted((left, right) => misfit(left) - misfit(right))
  // Of no form at all: it is told only where all forms say the same of it.
  const sentences = new Set(forms.flat().map(({ message }) => message))
  if (!closest?.length || (closest.some(isAlien) && sentences.size > 1)) return [issue]
  return closest.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
}

function isAlien({ code, path }: z.core.$ZodIssue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
}

/** How far a value is from a form: what is wrong with its own fields. What these hold says nothing of the form. */
function misfit(issues: readonly z.core.$ZodIssue[]): number {
  const own = issues.filter(({ path }) => path.length <= 1)
  return own.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}
