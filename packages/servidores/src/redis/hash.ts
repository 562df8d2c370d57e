import { isPlainObject } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { decode, encode, formatoSchema } from '../encode.ts'
import { openPlantillas } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { claveSchema } from './clave.ts'
import type { RedisConnection } from './redis-connection.ts'

const CAMPOS = 'campos'

const hashSchema = z.object({
  operacion: z
    .enum(['leer', 'guardar', 'borrar'])
    .default('leer')
    .meta({
      title: 'Operación',
      etiquetas: { leer: 'Leer sus campos', guardar: 'Guardar campos', borrar: 'Borrar campos' },
    }),
  clave: claveSchema,
  formato: formatoSchema,
})

export const hash = defineTipoObjeto({
  label: 'Hash',
  summary:
    'Lee, guarda o borra campos de una clave que es un hash. El parámetro «campos» es un objeto al guardar y una lista de nombres al borrar.',
  objeto: hashSchema,
  prepare(objeto, parametros): Operation<RedisConnection> {
    const { operacion, formato } = objeto
    const plantillas = openPlantillas(parametros, { propios: operacion === 'leer' ? [] : [CAMPOS] })
    const clave = plantillas.compile('objeto.clave', objeto.clave)
    plantillas.close()
    if (operacion === 'leer') {
      return {
        efecto: 'lectura',
        admiteTransaccion: false,
        run: async (connection, valores, { signal }) => {
          const pairs = await connection.send('HGETALL', [clave.write(valores)], signal)
          const campos = fieldsOf(pairs, (bytes) => decode(bytes, formato, connection))
          return { campos, existe: Object.keys(campos).length > 0 }
        },
      }
    }
    if (!parametros.includes(CAMPOS))
      throw refuse('parametros', 'Añada un parámetro «campos» con los campos del hash.')
    return {
      efecto: 'escritura',
      repetible: true,
      admiteTransaccion: false,
      run: async (connection, valores, { signal }) => {
        const argumentos =
          operacion === 'guardar' ? pairsOf(valores[CAMPOS], formato) : namesOf(valores[CAMPOS])
        const comando = operacion === 'guardar' ? 'HSET' : 'HDEL'
        return { afectadas: await connection.send(comando, [clave.write(valores), ...argumentos], signal) }
      },
    }
  },
})

/** A list of names and values, as RESP2 has a map, as an object; any name is only a name. */
function fieldsOf(pairs: unknown, read: (bytes: unknown) => unknown): Record<string, unknown> {
  const list = Array.isArray(pairs) ? pairs : []
  const entries: [string, unknown][] = []
  for (let index = 0; index + 1 < list.length; index += 2)
    entries.push([String(list[index]), read(list[index + 1])])
  return Object.fromEntries(entries)
}

function pairsOf(campos: unknown, formato: z.output<typeof formatoSchema>): (string | Buffer)[] {
  if (!isPlainObject(campos) || Object.keys(campos).length === 0)
    throw refuse(CAMPOS, 'Use un objeto con al menos un campo.')
  return Object.entries(campos).flatMap(([nombre, valor]) => [nombre, encode(valor, formato)])
}

function namesOf(campos: unknown): string[] {
  const nombres = Array.isArray(campos) ? campos : [campos]
  if (nombres.length === 0 || !nombres.every((nombre) => typeof nombre === 'string' && nombre !== ''))
    throw refuse(CAMPOS, 'Use el nombre de un campo o una lista de nombres.')
  return nombres
}
