import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { decode, decodeTaken, encode, formatoSchema } from '../encode.ts'
import { openPlantillas } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { claveSchema } from './clave.ts'
import type { RedisConnection } from './redis-connection.ts'

const ELEMENTOS = 'elementos'

const listaSchema = z.object({
  operacion: z
    .enum(['leer', 'agregar', 'sacar'])
    .default('leer')
    .meta({
      title: 'Operación',
      etiquetas: { leer: 'Leer sin sacar', agregar: 'Agregar elementos', sacar: 'Sacar elementos' },
    }),
  clave: claveSchema,
  extremo: z
    .enum(['inicio', 'final'])
    .default('inicio')
    .meta({ title: 'Extremo', etiquetas: { inicio: 'Por el inicio', final: 'Por el final' } }),
  maximo: z
    .int()
    .min(1)
    .max(100_000)
    .default(100)
    .meta({ title: 'Máximo de elementos', description: 'Al leer o sacar.' }),
  formato: formatoSchema,
})

const PUSH = { inicio: 'LPUSH', final: 'RPUSH' } as const

export const lista = defineTipoObjeto({
  label: 'Lista',
  summary:
    'Lee, agrega o saca elementos de una clave que es una lista. Lo que se agrega llega en el parámetro «elementos».',
  objeto: listaSchema,
  prepare(objeto, parametros): Operation<RedisConnection> {
    const { operacion, extremo, maximo, formato } = objeto
    const plantillas = openPlantillas(parametros, { propios: operacion === 'agregar' ? [ELEMENTOS] : [] })
    const clave = plantillas.compile('objeto.clave', objeto.clave)
    plantillas.close()
    if (operacion === 'agregar') {
      if (!parametros.includes(ELEMENTOS))
        throw refuse('parametros', 'Añada un parámetro «elementos» con lo que se agrega.')
      return {
        efecto: 'escritura',
        admiteTransaccion: false,
        run: async (connection, valores, { signal }) => {
          const given = valores[ELEMENTOS]
          const elementos = (Array.isArray(given) ? given : [given]).map((each) => encode(each, formato))
          if (elementos.length === 0) throw refuse(ELEMENTOS, 'La lista está vacía: no hay nada que agregar.')
          const comando = PUSH[extremo]
          return { largo: await connection.send(comando, [clave.write(valores), ...elementos], signal) }
        },
      }
    }
    const read = operacion === 'sacar' ? decodeTaken : decode
    const readAll = (answer: unknown, connection: RedisConnection) => {
      const elementos = Array.isArray(answer) ? answer.map((bytes) => read(bytes, formato, connection)) : []
      return { elementos, total: elementos.length }
    }
    if (operacion === 'sacar') {
      return {
        efecto: 'escritura',
        admiteTransaccion: false,
        run: async (connection, valores, { signal }) => {
          const taken = await connection.take({ clave: clave.write(valores), extremo, maximo }, signal)
          return readAll(taken, connection)
        },
      }
    }
    const range = extremo === 'inicio' ? ['0', String(maximo - 1)] : [String(-maximo), '-1']
    return {
      efecto: 'lectura',
      admiteTransaccion: false,
      run: async (connection, valores, { signal }) =>
        readAll(await connection.send('LRANGE', [clave.write(valores), ...range], signal), connection),
    }
  },
})
