import { resolveBaseAddress } from '../../shared/base-address.ts'
import { readConfigSistema } from '../../shared/config-sistema.ts'

const PATIENCE_MS = 5_000

/** Where the calls of this browser would go with a saved address; empty: with none. */
export function baseWith(urlBase: string): { base: string; isIgnored: boolean } {
  const { productionHost } = readConfigSistema()
  const { base, clearsSaved } = resolveBaseAddress(window.location, {
    urlBase: urlBase || null,
    productionHost,
  })
  return { base, isIgnored: clearsSaved }
}

/** Null when a product of ours answers there; otherwise why it cannot be used. */
export async function tryAddress(base: string): Promise<string | null> {
  try {
    const response = await fetch(`${base}/ping`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const answer: unknown = response.ok ? await response.json() : null
    const isOurs = typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true
    return isOurs ? null : `En ${base} no contesta DIV.`
  } catch {
    // Nobody answered, or this page may not ask there: the browser does not tell which.
    return `${base} no contesta, o esta página no puede llamarla: dígala en DIV_URL_BASE del servidor que sirve la página.`
  }
}
