import { EsperaSinDurable } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import type { InternoConnection } from './interno-connection.ts'
import { venceAfter, venceSchema } from './vence.ts'

export const senal = defineTipoObjeto({
  label: 'Espera de una señal',
  summary:
    'Espera a que alguien llame a la dirección que da «Dirección de una señal» y devuelve lo que envíe. No ocupa nada mientras espera.',
  objeto: z.object({ tiempoMaximo: venceSchema }),
  prepare: ({ tiempoMaximo }) => ({
    efecto: 'lectura',
    admiteTransaccion: false,
    soloDurable: true,
    esSenal: true,
    waitFor: () => ({ clase: 'senal', vence: venceAfter(tiempoMaximo) }),
    run(_connection: InternoConnection): Promise<unknown> {
      throw new EsperaSinDurable({ nodo: 'Espera de una señal' })
    },
  }),
})
