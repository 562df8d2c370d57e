import { defineServidor } from '../define-servidor.ts'
import { operacion } from './operacion.ts'
import { restConfigSchema } from './rest-config.ts'
import { RestConnection } from './rest-connection.ts'

export const rest = defineServidor({
  tipoServidor: 'rest',
  label: 'Servicio REST',
  grupo: 'servicio',
  summary: 'Un servicio HTTP: métodos, rutas, cabeceras y cuerpos a elección.',
  config: restConfigSchema,
  objetos: { operacion },
  compartida: true,
  destino({ urlBase }) {
    const { protocol, hostname, port } = new URL(urlBase)
    const tls = protocol === 'https:'
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      puerto: port === '' ? (tls ? 443 : 80) : Number(port),
      tls,
    }
  },
  connect: async (config, deps) => new RestConnection(config, deps),
})
