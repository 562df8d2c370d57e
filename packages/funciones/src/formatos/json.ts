import { keepExact, type Limits } from '@div/contract'
import { failFormula, safeName } from '@div/formula'

/** RFC 8259. Keys that could reach behind plain data are refused, and nesting beyond the limit. */
export function readJson(text: string, limits: Pick<Limits, 'profundidad'>): unknown {
  checkDepth(text, limits.profundidad)
  try {
    const value: unknown = JSON.parse(text, (key, each: unknown, context?: { source?: string }) =>
      keepExact(safeName(key), each, context),
    )
    return value
  } catch (error) {
    if (error instanceof SyntaxError) return failFormula('el texto no es JSON')
    throw error
  }
}

/** Looked for in the text: a deep value would exhaust the stack before it could be refused. */
function checkDepth(text: string, most: number): void {
  let depth = 0
  // Texts are skipped whole; one that does not end holds no bracket that counts.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|$)|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    if (depth > most) failFormula('los datos tienen demasiados niveles')
  }
}
