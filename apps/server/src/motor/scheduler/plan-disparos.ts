import type { Tarea } from '@div/contract'
import { nextFirings } from './cron.ts'

/** What becomes of one firing that is due. */
export interface Disparo {
  previsto: Date
  /** Why it is not fired, or is fired late; null: it is in time. */
  motivo: string | null
  seDispara: boolean
}

export interface PlanDeDisparos {
  disparos: Disparo[]
  /** When it is due again. */
  proximo: Date
}

/** A schedule that has come to its end is due at a time that never comes. */
export const NUNCA = new Date('9999-12-31T00:00:00Z')

export const MOTIVOS = {
  perdido: 'DIV no estaba en marcha a esa hora.',
  recuperado: 'Se disparó tarde: DIV no estaba en marcha a esa hora.',
  solapado: 'La ejecución anterior no había terminado.',
} as const

/** The first firing after an instant. */
export function firstFiring(tarea: Pick<Tarea, 'cron' | 'zonaHoraria'>, from: Date): Date {
  return nextFirings(tarea, { count: 1, from })[0] ?? NUNCA
}

/**
 * Everything that came due from `proximo` up to `now`, oldest first, and when the next one is. What is later than `graciaMs` was missed: none of it,
 * the last or all of it is fired, as the tarea says. No more than `maximo` are told of one by one: of a long absence, the last.
 */
export function planDisparos(
  tarea: Pick<Tarea, 'cron' | 'zonaHoraria' | 'alPerder'>,
  { proximo, now, graciaMs, maximo }: { proximo: Date; now: Date; graciaMs: number; maximo: number },
): PlanDeDisparos {
  const due: Date[] = []
  let next = proximo
  while (next.getTime() <= now.getTime()) {
    due.push(next)
    if (due.length > maximo) due.shift()
    next = firstFiring(tarea, next)
  }
  const missed = due.filter((each) => now.getTime() - each.getTime() > graciaMs)
  const lastMissed = missed.at(-1)
  const inTime = due.length - missed.length
  const disparos = due.map((previsto): Disparo => {
    if (now.getTime() - previsto.getTime() <= graciaMs) return { previsto, motivo: null, seDispara: true }
    const isRecovered =
      tarea.alPerder === 'todas' || (tarea.alPerder === 'ultima' && previsto === lastMissed && inTime === 0)
    return {
      previsto,
      motivo: isRecovered ? MOTIVOS.recuperado : MOTIVOS.perdido,
      seDispara: isRecovered,
    }
  })
  return { disparos, proximo: next }
}
