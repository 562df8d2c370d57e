import { z } from 'zod'
import { defineServidor } from '../define-servidor.ts'
import { addressFields, CREDENTIAL_FIELDS, TLS_FIELDS } from '../network-fields.ts'
import { lectura } from './lectura.ts'
import { llegada } from './llegada.ts'
import { NatsServerConnection } from './nats-connection.ts'
import { peticion } from './peticion.ts'
import { publicacion } from './publicacion.ts'
import { startNatsTls } from './start-tls.ts'

const configSchema = z.strictObject({
  ...addressFields({ puerto: 4_222, ejemplo: 'nats.ejemplo.com' }),
  ...CREDENTIAL_FIELDS,
  token: z
    .string()
    .max(1_000)
    .default('')
    .meta({ title: 'Token', description: 'En lugar de usuario y contraseña.', secret: true, avanzado: true }),
  ...TLS_FIELDS,
})
export type NatsConfig = z.output<typeof configSchema>

export const nats = defineServidor<typeof configSchema, NatsServerConnection>({
  tipoServidor: 'nats',
  label: 'NATS',
  grupo: 'servicio',
  summary: 'Mensajes, peticiones y flujos de JetStream de un servidor de NATS.',
  config: configSchema,
  objetos: { publicacion, peticion, lectura },
  eventos: { llegada },
  destino: ({ host, puerto, ssl }) => ({
    host,
    puerto,
    tls: ssl,
    ...(ssl && { startTls: startNatsTls }),
  }),
  connect: (config, deps) => NatsServerConnection.open(config, deps),
  listObjetos: (connection, filtro, signal) => connection.listFlujos(filtro, signal),
})
