import { z } from 'zod'

const MAX_MINUTOS = 525_600
const MINUTO_MS = 60_000

/** How long somebody has to answer. */
export const venceSchema = z.int().min(1).max(MAX_MINUTOS).optional().meta({
  title: 'Tiempo máximo (minutos)',
  description: 'Vacío: espera sin límite. Pasado el tiempo, el nodo falla según su política.',
})

export function venceAfter(minutos: number | undefined): Date | null {
  return minutos === undefined ? null : new Date(Date.now() + minutos * MINUTO_MS)
}
