import { defineServidor } from '../define-servidor.ts'
import { mensajeNuevo } from './mensaje-nuevo.ts'
import { mqttConfigSchema } from './mqtt-config.ts'
import { MqttConnection } from './mqtt-connection.ts'
import { publicacion } from './publicacion.ts'
import { retenido } from './retenido.ts'

export const mqtt = defineServidor<typeof mqttConfigSchema, MqttConnection>({
  tipoServidor: 'mqtt',
  label: 'MQTT',
  grupo: 'servicio',
  summary: 'Temas de un servidor de MQTT: publica mensajes y lee los que están retenidos.',
  config: mqttConfigSchema,
  objetos: { publicacion, retenido },
  eventos: { mensajeNuevo },
  destino: ({ host, puerto, ssl }) => ({ host, puerto, tls: ssl }),
  connect: (config, deps) => MqttConnection.open(config, deps),
})
