import { defineServidor } from '../define-servidor.ts'
import { destinoOfUrl } from '../destino-of-url.ts'
import { refuse } from '../refuse.ts'
import { describeEntry, describeOperation } from './describe-operation.ts'
import { operacion } from './operacion.ts'
import { completeConfig, readStored } from './read-contrato.ts'
import { restConfigSchema } from './rest-config.ts'
import { RestConnection } from './rest-connection.ts'
import { reviewContrato } from './review-contrato.ts'

export const rest = defineServidor<typeof restConfigSchema, RestConnection>({
  tipoServidor: 'rest',
  label: 'Servicio REST',
  grupo: 'servicio',
  summary: 'Un servicio HTTP: sus operaciones por su contrato, o métodos, rutas y cuerpos a elección.',
  config: restConfigSchema,
  objetos: { operacion },
  compartida: true,
  destino: ({ urlBase }) => destinoOfUrl(urlBase),
  checkConfig({ urlBase, contrato, archivos, documentos }) {
    if (contrato !== '' && archivos.length > 0)
      throw refuse('config.archivos', 'Dé la dirección o los documentos, no las dos cosas.')
    if (urlBase === '' && contrato === '' && archivos.length === 0 && documentos === '')
      throw refuse('config.urlBase', 'Escriba la dirección base, o la de un contrato que la diga.')
  },
  completeConfig,
  contrato: { label: 'Contrato', campo: 'contrato', extensiones: ['.json', '.yaml', '.yml'] },
  readContrato: reviewContrato,
  async connect(config, deps) {
    if (config.urlBase === '') throw refuse('config.urlBase', 'Falta la dirección base.')
    return new RestConnection(config, deps)
  },
  async listObjetos({ documentos, limits }, { q = '', limite }) {
    const api = await readStored(documentos, limits)
    const wanted = q.toLowerCase()
    return [...(api?.operaciones ?? [])]
      .map(([nombre, operation]) => describeEntry(nombre, operation))
      .filter(({ nombre, clase }) => `${nombre} ${clase}`.toLowerCase().includes(wanted))
      .slice(0, limite)
  },
  async describeObjeto({ documentos, limits }, { nombre }) {
    const operation = (await readStored(documentos, limits))?.operaciones.get(nombre)
    return operation && describeOperation(nombre, operation)
  },
})
