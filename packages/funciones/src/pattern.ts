import { PatronInvalido } from '@div/contract'
import { RE2JS } from 're2js'

/** Patterns are few and repeat from call to call; the bound keeps patterns made of data from piling up. */
const KNOWN_PATTERNS = 500
const known = new Map<string, RE2JS>()

/** RE2 reads a text in time that grows with the text and with the pattern, which is why that has a bound too. */
const MAX_PATTERN_LENGTH = 1_000

/** RE2 reads a text in linear time whatever the pattern (security rule 3). Throws PatronInvalido. */
export function compilePattern(patron: string): RE2JS {
  if (patron.length > MAX_PATTERN_LENGTH) throw new PatronInvalido({ patron: `${patron.slice(0, 40)}…` })
  const compiled = known.get(patron)
  if (compiled) return compiled
  if (known.size >= KNOWN_PATTERNS) known.clear()
  try {
    const fresh = RE2JS.compile(patron)
    known.set(patron, fresh)
    return fresh
  } catch (cause) {
    throw new PatronInvalido({ patron }, { cause })
  }
}
