import type { z } from 'zod'
import { campoOf } from './campo.ts'
import type { ErrorDeCampo } from './errors.ts'

/** What a schema refused, each at its field. `root` is where its value stands in what was sent. */
export function erroresOf({ issues }: z.core.$ZodError, root = ''): ErrorDeCampo[] {
  return issues.flatMap(unwrapUnion).flatMap((issue) => {
    const mensaje = issue.message
    if (issue.code !== 'unrecognized_keys') return { campo: campoOf(issue.path, root), mensaje }
    return issue.keys.map((key) => ({ campo: campoOf([...issue.path, key], root), mensaje }))
  })
}

/** What no form of a union took is told of the form that it comes closest to; of no form at all, in one sentence. */
function unwrapUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const forms = issue.errors.map((issues) => issues.flatMap(unwrapUnion))
  const [closest] = forms
    .filter((form) => !form.some(isAlien))
    .toSorted((left, right) => left.length - right.length)
  if (!closest?.length) return [issue]
  return closest.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
}

function isAlien({ code, path }: z.core.$ZodIssue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
}
