import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { decode, encode, formatoSchema } from '../encode.ts'
import { openPlantillas } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { caducidadSchema, claveSchema } from './clave.ts'
import type { RedisConnection } from './redis-connection.ts'

/** Of the parameter that brings what is kept. */
const VALOR = 'valor'

const valorSchema = z.object({
  operacion: z
    .enum(['leer', 'guardar', 'borrar', 'incrementar'])
    .default('leer')
    .meta({
      title: 'Operación',
      etiquetas: { leer: 'Leer', guardar: 'Guardar', borrar: 'Borrar', incrementar: 'Incrementar' },
    }),
  clave: claveSchema,
  formato: formatoSchema,
  caducidadMs: caducidadSchema,
  condicion: z
    .enum(['siempre', 'siNoExiste', 'siExiste'])
    .default('siempre')
    .meta({
      title: 'Al guardar',
      etiquetas: {
        siempre: 'Siempre',
        siNoExiste: 'Solo si la clave no existe',
        siExiste: 'Solo si la clave existe',
      },
    }),
})

const CONDITIONS = { siempre: [], siNoExiste: ['NX'], siExiste: ['XX'] } as const

export const valor = defineTipoObjeto({
  label: 'Valor',
  summary:
    'Lee, guarda, borra o incrementa el valor de una clave. Lo que se guarda llega en el parámetro «valor».',
  objeto: valorSchema,
  prepare(objeto, parametros): Operation<RedisConnection> {
    const { operacion, formato, caducidadMs, condicion } = objeto
    const takesValor = operacion === 'guardar' || operacion === 'incrementar'
    const plantillas = openPlantillas(parametros, { propios: takesValor ? [VALOR] : [] })
    const clave = plantillas.compile('objeto.clave', objeto.clave)
    plantillas.close()
    switch (operacion) {
      case 'leer':
        return {
          efecto: 'lectura',
          admiteTransaccion: false,
          run: async (connection, valores, { signal }) => {
            const bytes = await connection.send('GET', [clave.write(valores)], signal)
            return { valor: decode(bytes, formato, connection), existe: bytes !== null }
          },
        }
      case 'borrar':
        return {
          efecto: 'escritura',
          repetible: true,
          admiteTransaccion: false,
          run: async (connection, valores, { signal }) => ({
            afectadas: await connection.send('DEL', [clave.write(valores)], signal),
          }),
        }
      case 'guardar': {
        if (!parametros.includes(VALOR))
          throw refuse('parametros', 'Añada un parámetro «valor» con lo que se guarda.')
        const options = [
          ...(caducidadMs === undefined ? [] : ['PX', String(caducidadMs)]),
          ...CONDITIONS[condicion],
        ]
        return {
          efecto: 'escritura',
          repetible: condicion !== 'siNoExiste',
          admiteTransaccion: false,
          run: async (connection, valores, { signal }) => {
            const answer = await connection.send(
              'SET',
              [clave.write(valores), encode(valores[VALOR], formato), ...options],
              signal,
            )
            return { guardado: answer !== null }
          },
        }
      }
      case 'incrementar': {
        const hasValor = parametros.includes(VALOR)
        return {
          efecto: 'escritura',
          admiteTransaccion: false,
          run: async (connection, valores, { signal }) => {
            const answer = await connection.send(
              'INCRBYFLOAT',
              [clave.write(valores), hasValor ? encode(valores[VALOR], 'texto') : '1'],
              signal,
            )
            return { valor: Number(answer) }
          },
        }
      }
    }
  },
})
