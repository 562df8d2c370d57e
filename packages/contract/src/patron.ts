import { RE2JS } from 're2js'
import { PatronInvalido } from './errors/runs.ts'

/** A regular expression of RE2, which reads a text in linear time whatever it is (security rule 3). Throws PatronInvalido. */
export function compilePatron(patron: string): RE2JS {
  try {
    return RE2JS.compile(patron)
  } catch (cause) {
    throw new PatronInvalido({ patron }, { cause })
  }
}
