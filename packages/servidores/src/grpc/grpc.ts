import { defineServidor } from '../define-servidor.ts'
import { refuse } from '../refuse.ts'
import { describeEntry, describeMetodo } from './describe-metodo.ts'
import { grpcConfigSchema } from './grpc-config.ts'
import { GrpcConnection } from './grpc-connection.ts'
import { metodo } from './metodo.ts'
import { completeConfig, reviewProtos } from './stored-protos.ts'

export const grpc = defineServidor<typeof grpcConfigSchema, GrpcConnection>({
  tipoServidor: 'grpc',
  label: 'Servicio gRPC',
  grupo: 'servicio',
  summary: 'Los métodos de un servicio gRPC por sus .proto: de una respuesta o de un flujo de ellas.',
  config: grpcConfigSchema,
  objetos: { metodo },
  compartida: true,
  destino: ({ host, puerto, ssl }) => ({ host, puerto, tls: ssl }),
  checkConfig({ archivos, documentos }) {
    if (archivos.length === 0 && documentos === '')
      throw refuse('config.archivos', 'Suba los .proto del servicio.')
  },
  completeConfig,
  contrato: { label: 'Definiciones', extensiones: ['.proto'] },
  readContrato: reviewProtos,
  connect: (config, deps) => GrpcConnection.open(config, deps),
  async listObjetos({ protos }, { q = '', limite }) {
    const wanted = q.toLowerCase()
    return [...protos.metodos.values()]
      .filter(({ nombre }) => nombre.toLowerCase().includes(wanted))
      .slice(0, limite)
      .map(describeEntry)
  },
  async describeObjeto({ protos }, { nombre }) {
    const found = protos.metodos.get(nombre)
    return found && describeMetodo(found)
  },
})
