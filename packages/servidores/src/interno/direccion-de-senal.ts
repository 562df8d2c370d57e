import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import type { InternoConnection } from './interno-connection.ts'

export const direccionDeSenal = defineTipoObjeto({
  label: 'Dirección de una señal',
  summary:
    'Da en «direccion» la dirección, firmada y de un solo uso, que despierta a un nodo «Espera de una señal» de esta ejecución. Es nula mientras la dirección pública no está en la configuración: entonces ponga delante de «ruta» la del motor. Quien la recibe hace POST con lo que quiera contestar.',
  objeto: z.object({
    nodo: z
      .string('Escriba el id del nodo que espera.')
      .min(1, 'Escriba el id del nodo que espera.')
      .meta({ title: 'Nodo que espera', description: 'Su id, que se ve en su panel: por ejemplo n4.' }),
  }),
  prepare: ({ nodo }) => ({
    efecto: 'lectura',
    admiteTransaccion: true,
    soloDurable: true,
    direccionDe: nodo,
    async run({ ports }: InternoConnection, _parametros, context) {
      return ports.direccionDeSenal(nodo, context)
    },
  }),
})
