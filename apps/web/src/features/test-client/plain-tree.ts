import { isRecord } from '@div/ui'

/** What says how a document is written, and nothing of what it says. */
const NOTATION = /^@(xmlns$|xmlns:|xsi:)/
const TEXT = '#'

/** A document as it is talked about: the text tells its namespaces and types. */
export function plainTree(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainTree)
  if (!isRecord(value)) return value
  const said = Object.entries(value).filter(([name]) => !NOTATION.test(name))
  const [only, ...others] = said
  if (only?.[0] === TEXT && others.length === 0) return only[1]
  if (said.length === 0 && Object.keys(value).length > 0) return ''
  return Object.fromEntries(said.map(([name, held]) => [name, plainTree(held)]))
}
