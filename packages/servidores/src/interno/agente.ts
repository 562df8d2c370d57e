import { ProfundidadSuperada } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { openPlantillas } from '../plantilla.ts'
import type { InternoConnection } from './interno-connection.ts'

export const agente = defineTipoObjeto({
  label: 'Agente',
  summary:
    'Un agente publicado contesta a un mensaje, con las capacidades que tiene. Las que piden confirmación no las usa: aquí no hay a quién pedirla.',
  objeto: z.object({
    agente: z.string('Elija un agente.').min(1, 'Elija un agente.').meta({ title: 'Agente' }),
    mensaje: z
      .string()
      .min(1)
      .max(50_000)
      .default('{mensaje}')
      .meta({
        title: 'Mensaje',
        description: '{parametro} vale el valor de ese parámetro.',
        examples: ['{mensaje}'],
      }),
  }),
  salida: [
    { nombre: 'respuesta', tipo: 'texto' },
    { nombre: 'datos', tipo: 'cualquiera', descripcion: 'Los que declara el agente; nulo: ninguno.' },
    { nombre: 'pasos', tipo: 'entero' },
    {
      nombre: 'tokens',
      tipo: 'objeto',
      campos: [
        { nombre: 'entrada', tipo: 'entero' },
        { nombre: 'salida', tipo: 'entero' },
      ],
    },
  ],
  prepare(objeto, parametros) {
    const plantillas = openPlantillas(parametros)
    const mensaje = plantillas.compile('objeto.mensaje', objeto.mensaje)
    plantillas.close()
    return {
      // Nobody knows which of its capabilities it will use.
      efecto: 'escritura',
      admiteTransaccion: false,
      async run({ ports, limits }: InternoConnection, valores, context) {
        // An agente may run procesos that run agentes.
        const { profundidadProcesos: maximo } = limits
        if (context.profundidad >= maximo) throw new ProfundidadSuperada({ maximo })
        return ports.runAgente(objeto.agente, mensaje.write(valores), context)
      },
    }
  },
})
