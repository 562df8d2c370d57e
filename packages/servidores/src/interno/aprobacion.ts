import { EsperaSinDurable, roleSchema } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import type { InternoConnection } from './interno-connection.ts'
import { venceAfter, venceSchema } from './vence.ts'

export const aprobacion = defineTipoObjeto({
  label: 'Aprobación',
  summary:
    'Espera a que una persona apruebe o rechace en Ejecuciones › Aprobaciones. Los parámetros son lo que se le muestra; devuelve si aprobó, quién y su comentario.',
  objeto: z.object({
    titulo: z
      .string('Escriba qué se aprueba.')
      .min(1, 'Escriba qué se aprueba.')
      .max(200)
      .meta({ title: 'Qué se aprueba' }),
    descripcion: z.string().max(2_000).default('').meta({ title: 'Explicación' }),
    rol: roleSchema
      .default('operador')
      .meta({ title: 'Rol que decide', description: 'Un administrador siempre puede.' }),
    tiempoMaximo: venceSchema,
  }),
  prepare: ({ titulo, descripcion, rol, tiempoMaximo }) => ({
    efecto: 'lectura',
    admiteTransaccion: false,
    soloDurable: true,
    waitFor: (datos) => ({
      clase: 'aprobacion',
      vence: venceAfter(tiempoMaximo),
      titulo,
      descripcion,
      rol,
      datos,
    }),
    run(_connection: InternoConnection): Promise<unknown> {
      throw new EsperaSinDurable({ nodo: titulo })
    },
  }),
})
