import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { plain } from '../encode.ts'
import { openPlantillas } from '../plantilla.ts'
import type { RedisConnection } from './redis-connection.ts'

/** Commands that only read data; an answer to them may be asked for again. */
const READING = [
  'EXISTS',
  'GETRANGE',
  'HEXISTS',
  'HGET',
  'HKEYS',
  'HLEN',
  'HMGET',
  'LINDEX',
  'LLEN',
  'MGET',
  'PFCOUNT',
  'PTTL',
  'SCARD',
  'SISMEMBER',
  'SMEMBERS',
  'SRANDMEMBER',
  'STRLEN',
  'TTL',
  'TYPE',
  'XLEN',
  'XRANGE',
  'XREVRANGE',
  'ZCARD',
  'ZCOUNT',
  'ZRANGE',
  'ZRANK',
  'ZREVRANK',
  'ZSCORE',
] as const

/** Commands on data of one key or a few: none that waits, administers, runs programs or looks at everything (security rule 4). */
const WRITING = [
  'APPEND',
  'COPY',
  'DECRBY',
  'EXPIRE',
  'EXPIREAT',
  'GETDEL',
  'GETEX',
  'GETSET',
  'HDEL',
  'HINCRBY',
  'HINCRBYFLOAT',
  'HSETNX',
  'INCRBY',
  'LINSERT',
  'LMOVE',
  'LREM',
  'LSET',
  'LTRIM',
  'MSET',
  'MSETNX',
  'PERSIST',
  'PEXPIRE',
  'PFADD',
  'RENAME',
  'RENAMENX',
  'SADD',
  'SETRANGE',
  'SMOVE',
  'SPOP',
  'SREM',
  'UNLINK',
  'XADD',
  'XDEL',
  'XTRIM',
  'ZADD',
  'ZINCRBY',
  'ZPOPMAX',
  'ZPOPMIN',
  'ZREM',
] as const

const IS_READING: ReadonlySet<string> = new Set(READING)

const comandoSchema = z.object({
  comando: z
    .enum([...READING, ...WRITING])
    .meta({ title: 'Comando', description: 'Como lo nombra la documentación de Redis.' }),
  argumentos: z.array(z.string().max(100_000)).max(1_000).default([]).meta({
    title: 'Argumentos',
    description:
      'Uno por línea, con {parametro} donde deba ir; en el último, una lista son todos sus elementos.',
  }),
})

export const comando = defineTipoObjeto({
  label: 'Comando',
  summary: 'Envía un comando sobre los datos: conjuntos, conjuntos ordenados, secuencias, caducidad …',
  objeto: comandoSchema,
  prepare(objeto, parametros) {
    const plantillas = openPlantillas(parametros)
    const argumentos = objeto.argumentos.map((texto, index) =>
      plantillas.compile(`objeto.argumentos[${index}]`, texto),
    )
    plantillas.close()
    const last = argumentos.length - 1
    return {
      efecto: IS_READING.has(objeto.comando) ? 'lectura' : 'escritura',
      admiteTransaccion: false,
      run: async (connection: RedisConnection, valores, { signal }) => {
        const given = argumentos.flatMap((each, index) =>
          index === last ? each.spread(valores) : [each.write(valores)],
        )
        return { respuesta: plain(await connection.send(objeto.comando, given, signal)) }
      },
    }
  },
})
