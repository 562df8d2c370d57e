import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import type { InternoConnection } from './interno-connection.ts'

const MAX_MS = 3_600_000

export const espera = defineTipoObjeto({
  label: 'Espera',
  summary: 'Espera un tiempo antes de seguir. Cancelar la ejecución la interrumpe.',
  objeto: z.object({ ms: z.int().min(0).max(MAX_MS).meta({ title: 'Tiempo (ms)' }) }),
  prepare: ({ ms }) => ({
    efecto: 'lectura',
    admiteTransaccion: false,
    async run(_connection: InternoConnection, _parametros, { signal }) {
      try {
        await sleep(ms, undefined, { signal })
      } catch {
        // Only the signal interrupts it; its reason says who did.
        throw signal.reason
      }
      return { ms }
    },
  }),
})
