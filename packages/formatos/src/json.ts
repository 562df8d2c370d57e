import { isDeeper, keepExact, type Limits } from '@div/contract'
import type { Reglas } from './define-formato.ts'
import { isReserved } from './nombres.ts'

/** RFC 8259. Keys that could reach behind plain data are refused, and nesting beyond the limit. */
export function readJson(
  text: string,
  { limits, refuse }: { limits: Pick<Limits, 'profundidad'>; refuse: Reglas['refuse'] },
): unknown {
  if (isDeeper(text, limits.profundidad)) refuse('los datos tienen demasiados niveles')
  try {
    const value: unknown = JSON.parse(text, (key, each: unknown, context?: { source?: string }) =>
      isReserved(key) ? refuse(`«${key}» no puede ser el nombre de un dato`) : keepExact(key, each, context),
    )
    return value
  } catch (cause) {
    if (cause instanceof SyntaxError) return refuse('el texto no es JSON', cause)
    throw cause
  }
}
