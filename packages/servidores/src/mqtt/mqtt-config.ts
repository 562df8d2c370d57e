import { z } from 'zod'
import { addressFields, CREDENTIAL_FIELDS, TLS_FIELDS } from '../network-fields.ts'

export const mqttConfigSchema = z.strictObject({
  ...addressFields({ puerto: 1_883, ejemplo: 'mqtt.ejemplo.com' }),
  ...CREDENTIAL_FIELDS,
  protocolo: z.enum(['5', '3.1.1']).default('5').meta({
    title: 'Versión de MQTT',
    description: 'Con la 3.1.1 un servidor no puede decir que rechaza un mensaje.',
  }),
  ...TLS_FIELDS,
})
export type MqttConfig = z.output<typeof mqttConfigSchema>
