import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import type { InternoConnection } from './interno-connection.ts'
import { giving } from './interno-ports.ts'

const MAX_CANTIDAD = 10_000

export const consecutivo = defineTipoObjeto({
  label: 'Consecutivo',
  summary: 'Toma los siguientes valores de un consecutivo.',
  objeto: z.object({
    nombre: z.string('Elija un consecutivo.').min(1, 'Elija un consecutivo.').meta({ title: 'Consecutivo' }),
    cantidad: z.int().min(1).max(MAX_CANTIDAD).default(1).meta({ title: 'Cuántos valores' }),
  }),
  prepare: ({ nombre, cantidad }) => ({
    efecto: 'escritura',
    admiteTransaccion: false,
    /** `{ valor, valores }`: the first one, and all in order. */
    async run({ ports }: InternoConnection, _parametros, context) {
      return toSalida(await ports.takeConsecutivos(nombre, cantidad, giving(context, toSalida)))
    },
  }),
})

function toSalida(valores: readonly unknown[]) {
  return { valor: valores[0], valores }
}
