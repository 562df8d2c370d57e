import type { PublishedVersion } from './published-version.ts'

/** Why a proceso cannot be run as it is published, for whoever published it; null: it can. */
export function findDefecto(published: PublishedVersion | undefined): string | null {
  if (!published) return 'El proceso no tiene ninguna versión publicada.'
  return published.outcome.plan
    ? null
    : `La versión publicada del proceso tiene errores: ${published.defecto}`
}
