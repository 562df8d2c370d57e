import type { Tarea } from '@div/contract'
import { type Hora, type Horario, nextHoras } from './horas.ts'
import { lastHoras } from './last-horas.ts'

/** What becomes of one firing that is due. */
export interface Disparo {
  previsto: Date
  /** Why it is not fired, or is fired late; null: it is in time. */
  motivo: string | null
  resultado: 'disparado' | 'omitido' | 'perdido'
}

export interface PlanDeDisparos {
  disparos: Disparo[]
  /** When it is due again. */
  proximo: Date
}

/** A firing that is no later than this was looked at as soon as it was due: a look a second, and what a busy one takes. */
const PROMPT_MS = 5_000

/** A schedule that has come to its end is due at a time that never comes. */
export const NUNCA = new Date('9999-12-31T00:00:00Z')

export const MOTIVOS = {
  perdido: 'DIV no estaba en marcha a esa hora.',
  recuperado: 'Se disparó tarde: DIV no estaba en marcha a esa hora.',
  solapado: 'La ejecución anterior no había terminado.',
  festivo: (nombre: string) => `Ese día no se trabaja: ${nombre}.`,
  movido: (nombre: string) => `Se movió de un día en que no se trabaja: ${nombre}.`,
} as const

/** When something is due for the first time after an instant; also what a calendario leaves out, which the ledger tells of. */
export function firstHora(tarea: Horario, from: Date): Date {
  return nextHoras(tarea, { count: 1, from })[0]?.momento ?? NUNCA
}

/**
 * Everything that came due from `proximo` up to `now`, oldest first, and when the next one is. What is later than `graciaMs` was missed: none of it,
 * the last or all of it is fired, as the tarea says. Of several that were due while nobody looked only the last is still in time. No more than
 * `maximo` are told of one by one: of a long absence, the last.
 */
export function planDisparos(
  tarea: Horario & Pick<Tarea, 'alPerder'>,
  { proximo, now, graciaMs, maximo }: { proximo: Date; now: Date; graciaMs: number; maximo: number },
): PlanDeDisparos {
  const { horas: due, next } = lastHoras(tarea, {
    from: proximo.getTime() - 1,
    until: now.getTime(),
    most: maximo,
  })
  const latenessOf = ({ momento }: Hora) => now.getTime() - momento.getTime()
  const wanted = due.filter(({ seOmite }) => !seOmite)
  const last = wanted.at(-1)
  const isLate = (hora: Hora) => latenessOf(hora) > (hora === last ? graciaMs : Math.min(PROMPT_MS, graciaMs))
  const missed = wanted.filter(isLate)
  const lastMissed = missed.at(-1)
  const inTime = wanted.length - missed.length
  const disparos = due.map((hora): Disparo => {
    const { momento: previsto, festivo } = hora
    if (hora.seOmite) return { previsto, motivo: MOTIVOS.festivo(festivo ?? ''), resultado: 'omitido' }
    if (!isLate(hora)) {
      const delayed = latenessOf(hora) > PROMPT_MS ? MOTIVOS.recuperado : null
      return {
        previsto,
        motivo: festivo === null ? delayed : MOTIVOS.movido(festivo),
        resultado: 'disparado',
      }
    }
    const isRecovered =
      tarea.alPerder === 'todas' || (tarea.alPerder === 'ultima' && hora === lastMissed && inTime === 0)
    return isRecovered
      ? { previsto, motivo: MOTIVOS.recuperado, resultado: 'disparado' }
      : { previsto, motivo: MOTIVOS.perdido, resultado: 'perdido' }
  })
  return { disparos, proximo: next?.momento ?? NUNCA }
}
