import { setTimeout as sleep } from 'node:timers/promises'
import { DatosInvalidos } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import type { InternoConnection } from './interno-connection.ts'

/** A year. */
const MAX_MS = 31_536_000_000
/** Shorter ones are not worth storing. */
const SLEEPS_FROM_MS = 1_000
/** The longest of a timer. */
const MAX_TIMER_MS = 2_147_483_647
/** The parameter that says until when, in place of how long. */
const HASTA = 'hasta'
const SIN_TIEMPO = {
  campo: 'objeto.ms',
  mensaje: 'No espera nada: diga cuánto, o hasta cuándo con un parámetro «hasta».',
}

export const espera = defineTipoObjeto({
  label: 'Espera',
  summary:
    'Espera un tiempo antes de seguir, o hasta la fecha del parámetro «hasta». En un proceso durable puede durar un año y no ocupa nada; cancelar la ejecución la interrumpe.',
  objeto: z.object({ ms: z.int().min(0).max(MAX_MS).default(0).meta({ title: 'Tiempo (ms)' }) }),
  prepare({ ms }, parametros) {
    const leftMs = parametros.includes(HASTA) ? leftUntil : () => ms
    return {
      efecto: 'lectura',
      admiteTransaccion: false,
      // No error: what was published so goes on answering.
      ...(ms === 0 && !parametros.includes(HASTA) && { aviso: SIN_TIEMPO }),
      waitFor(values) {
        const left = leftMs(values)
        return left < SLEEPS_FROM_MS ? null : { clase: 'tiempo', vence: new Date(Date.now() + left) }
      },
      async run(_connection: InternoConnection, values, { signal }) {
        const left = leftMs(values)
        try {
          await sleep(Math.min(left, MAX_TIMER_MS), undefined, { signal })
        } catch {
          // Only the signal interrupts it; its reason says who did.
          throw signal.reason
        }
        return { ms: left }
      },
    }
  },
})

function leftUntil({ [HASTA]: hasta }: Readonly<Record<string, unknown>>): number {
  const moment = hasta instanceof Date ? hasta.getTime() : Date.parse(String(hasta))
  if (Number.isNaN(moment)) {
    const mensaje = 'Dé a «hasta» una fecha y hora: con otra cosa no se sabe hasta cuándo esperar.'
    throw new DatosInvalidos(undefined, { errores: [{ campo: HASTA, mensaje }] })
  }
  return Math.min(Math.max(0, moment - Date.now()), MAX_MS)
}
