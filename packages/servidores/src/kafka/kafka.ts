import { z } from 'zod'
import { defineServidor } from '../define-servidor.ts'
import { TLS_FIELDS } from '../network-fields.ts'
import { brokersSchema, parseBrokers } from './brokers.ts'
import { KafkaConnection } from './kafka-connection.ts'
import { llegada } from './llegada.ts'
import { publicacion } from './publicacion.ts'

const credentials = {
  usuario: z.string().min(1).max(320).meta({ title: 'Usuario' }),
  contrasena: z.string().max(1_000).meta({ title: 'Contraseña', secret: true }),
}

const configSchema = z.strictObject({
  brokers: brokersSchema,
  autenticacion: z
    .discriminatedUnion('tipo', [
      z.object({ tipo: z.literal('ninguna') }).meta({ title: 'Ninguna' }),
      z
        .object({ tipo: z.literal('plain'), ...credentials })
        .meta({ title: 'SASL PLAIN', description: 'La contraseña viaja entera: úsela con TLS.' }),
      z.object({ tipo: z.literal('scram256'), ...credentials }).meta({ title: 'SASL SCRAM-SHA-256' }),
      z.object({ tipo: z.literal('scram512'), ...credentials }).meta({ title: 'SASL SCRAM-SHA-512' }),
    ])
    .default({ tipo: 'ninguna' })
    .meta({ title: 'Autenticación' }),
  ...TLS_FIELDS,
})
export type KafkaConfig = z.output<typeof configSchema>

export const kafka = defineServidor<typeof configSchema, KafkaConnection>({
  tipoServidor: 'kafka',
  label: 'Kafka',
  grupo: 'servicio',
  summary:
    'Los temas de un clúster de Apache Kafka o de quien habla como él: publica en ellos y empieza tareas con sus mensajes.',
  config: configSchema,
  objetos: { publicacion },
  eventos: { llegada },
  destino({ brokers, ssl }) {
    const [first] = parseBrokers(brokers) ?? []
    return first ? { host: first.host, puerto: first.port, tls: ssl } : null
  },
  connect: (config, deps) => KafkaConnection.open(config, deps),
  listObjetos: (connection, filtro, signal) => connection.listTemas(filtro, signal),
})
