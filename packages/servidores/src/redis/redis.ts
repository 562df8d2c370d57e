import { z } from 'zod'
import { defineServidor } from '../define-servidor.ts'
import { addressFields, CREDENTIAL_FIELDS, TLS_FIELDS } from '../network-fields.ts'
import { comando } from './comando.ts'
import { hash } from './hash.ts'
import { lista } from './lista.ts'
import { mensaje } from './mensaje.ts'
import { RedisConnection } from './redis-connection.ts'
import { valor } from './valor.ts'

const configSchema = z.strictObject({
  ...addressFields({ puerto: 6_379, ejemplo: 'redis.ejemplo.com' }),
  ...CREDENTIAL_FIELDS,
  baseDatos: z.int().min(0).max(1_023).default(0).meta({ title: 'Base de datos', description: 'Su número.' }),
  ...TLS_FIELDS,
})
export type RedisConfig = z.output<typeof configSchema>

export const redis = defineServidor<typeof configSchema, RedisConnection>({
  tipoServidor: 'redis',
  label: 'Redis',
  grupo: 'base-de-datos',
  summary: 'Claves, hashes, listas y mensajes de un Redis o Valkey.',
  config: configSchema,
  objetos: { valor, hash, lista, mensaje, comando },
  destino: ({ host, puerto, ssl }) => ({ host, puerto, tls: ssl }),
  connect: (config, deps) => RedisConnection.open(config, deps),
  listObjetos: (connection, filtro, signal) => connection.listClaves(filtro, signal),
})
