import { z } from 'zod'
import { defineServidor } from '../define-servidor.ts'
import { addressFields, TLS_FIELDS } from '../network-fields.ts'
import { cola } from './cola.ts'
import { lectura } from './lectura.ts'
import { llegada } from './llegada.ts'
import { publicacion } from './publicacion.ts'
import { RabbitmqConnection } from './rabbitmq-connection.ts'

const configSchema = z.strictObject({
  ...addressFields({ puerto: 5_672, ejemplo: 'rabbitmq.ejemplo.com' }),
  usuario: z.string().min(1).max(320).default('guest').meta({ title: 'Usuario' }),
  contrasena: z.string().max(1_000).default('').meta({ title: 'Contraseña', secret: true }),
  hostVirtual: z.string().min(1).max(255).default('/').meta({ title: 'Host virtual' }),
  ...TLS_FIELDS,
})
export type RabbitmqConfig = z.output<typeof configSchema>

export const rabbitmq = defineServidor<typeof configSchema, RabbitmqConnection>({
  tipoServidor: 'rabbitmq',
  label: 'RabbitMQ',
  grupo: 'servicio',
  summary: 'Exchanges y colas de un RabbitMQ o de otro servidor de AMQP 0-9-1.',
  config: configSchema,
  objetos: { publicacion, lectura, cola },
  eventos: { llegada },
  destino: ({ host, puerto, ssl }) => ({ host, puerto, tls: ssl }),
  connect: (config, deps) => RabbitmqConnection.open(config, deps),
  listObjetos: (connection, filtro, signal) => connection.listColas(filtro, signal),
})
