import { defineServidor } from '../define-servidor.ts'
import { destinoOfUrl } from '../destino-of-url.ts'
import { consulta, mutacion } from './documento.ts'
import { graphqlConfigSchema } from './graphql-config.ts'
import { GraphqlConnection } from './graphql-connection.ts'
import { completeConfig, readStored } from './read-esquema.ts'
import { reviewEsquema } from './review-esquema.ts'

export const graphql = defineServidor<typeof graphqlConfigSchema, GraphqlConnection>({
  tipoServidor: 'graphql',
  label: 'Servicio GraphQL',
  grupo: 'servicio',
  summary: 'Un servicio GraphQL: consultas y mutaciones por su esquema, o escritas a mano.',
  config: graphqlConfigSchema,
  objetos: { consulta, mutacion },
  compartida: true,
  destino: ({ url }) => destinoOfUrl(url),
  completeConfig,
  contrato: { label: 'Esquema', campo: 'esquema', extensiones: ['.graphql', '.graphqls', '.gql', '.json'] },
  readContrato: reviewEsquema,
  async connect(config, deps) {
    return new GraphqlConnection(config, await readStored(config.documentos, deps.limits), deps)
  },
  async listObjetos({ esquema }, { q = '', tipoObjeto, limite }) {
    if (!esquema) return []
    const { describeEntry, listCampos } = await import('./describe-campo.ts')
    const wanted = q.toLowerCase()
    return listCampos(esquema.schema)
      .filter((campo) => tipoObjeto === undefined || campo.tipoObjeto === tipoObjeto)
      .filter(({ field }) => field.name.toLowerCase().includes(wanted))
      .slice(0, limite)
      .map(describeEntry)
  },
  async describeObjeto({ esquema }, { nombre, tipoObjeto }) {
    if (!esquema) return undefined
    const { describeCampo, listCampos } = await import('./describe-campo.ts')
    const found = listCampos(esquema.schema).find(
      (campo) => campo.field.name === nombre && (tipoObjeto === undefined || campo.tipoObjeto === tipoObjeto),
    )
    return found && describeCampo(found)
  },
})
