import { z } from 'zod'
import { defineServidor } from '../define-servidor.ts'
import { addressFields, CREDENTIAL_FIELDS, TLS_FIELDS } from '../network-fields.ts'
import { agregacion } from './agregacion.ts'
import { coleccion } from './coleccion.ts'
import { MongodbConnection } from './mongodb-connection.ts'

const nombreDeBase = z
  .string()
  .trim()
  .min(1)
  .max(63)
  .regex(/^[^\s/\\."$*<>:|?]+$/, 'No use espacios, puntos ni los signos / \\ " $ * < > : | ?')

const configSchema = z.strictObject({
  ...addressFields({ puerto: 27_017, ejemplo: 'mongo.ejemplo.com' }),
  baseDatos: nombreDeBase.meta({ title: 'Base de datos', examples: ['ventas'] }),
  ...CREDENTIAL_FIELDS,
  baseAutenticacion: nombreDeBase.default('admin').meta({
    title: 'Base de autenticación',
    description: 'Donde está definido el usuario.',
    avanzado: true,
  }),
  ...TLS_FIELDS,
})
export type MongodbConfig = z.output<typeof configSchema>

export const mongodb = defineServidor<typeof configSchema, MongodbConnection>({
  tipoServidor: 'mongodb',
  label: 'MongoDB',
  grupo: 'base-de-datos',
  summary: 'Documentos de una base MongoDB: se buscan, insertan, actualizan, eliminan y agregan.',
  config: configSchema,
  objetos: { coleccion, agregacion },
  destino: ({ host, puerto, ssl }) => ({ host, puerto, tls: ssl }),
  connect: (config, deps) => MongodbConnection.open(config, deps),
  listObjetos: (connection, filtro, signal) => connection.listColecciones(filtro, signal),
  describeObjeto: (connection, filtro, signal) => connection.describe(filtro, signal),
})
