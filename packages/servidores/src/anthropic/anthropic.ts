import { z } from 'zod'
import { defineServidor } from '../define-servidor.ts'
import { destinoOfUrl } from '../destino-of-url.ts'
import { HttpService } from '../http/http-service.ts'
import { checkModelo } from '../ia/check-modelo.ts'
import { clasificar } from '../ia/clasificar.ts'
import { converse } from '../ia/converse.ts'
import { extraer } from '../ia/extraer.ts'
import { generar } from '../ia/generar.ts'
import { createFetch } from '../ia/guarded-fetch.ts'
import { claveField, IA_FIELDS, modeloField, urlBaseField } from '../ia/ia-config.ts'
import { IaConnection } from '../ia/ia-connection.ts'
import { describeModelo, listModelos } from '../ia/list-modelos.ts'
import { readList } from '../ia/read-list.ts'

/** Of the API, which its messages carry too. */
const VERSION = '2023-06-01'
/** As many as one page has. */
const PAGE = 1_000

const anthropicConfigSchema = z.object({
  urlBase: urlBaseField({
    defecto: 'https://api.anthropic.com/v1',
    description: 'La de Anthropic, o la de quien hable como él.',
  }),
  clave: claveField('La de la API de Anthropic.'),
  modelo: modeloField('claude-sonnet-4-5'),
  ...IA_FIELDS,
})

const modelosSchema = z.object({
  data: z.array(z.object({ id: z.string(), display_name: z.string().optional() })),
})

export const anthropic = defineServidor<typeof anthropicConfigSchema, IaConnection>({
  tipoServidor: 'anthropic',
  label: 'Anthropic',
  grupo: 'inteligencia-artificial',
  summary: 'Modelos de Anthropic: generan, extraen y clasifican.',
  config: anthropicConfigSchema,
  objetos: { generar, extraer, clasificar },
  compartida: true,
  destino: ({ urlBase }) => destinoOfUrl(urlBase),
  async connect(config, deps) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const { urlBase, clave, cabeceras } = config
    const http = new HttpService(
      {
        ...config,
        url: urlBase,
        cabeceras: { 'anthropic-version': VERSION, ...cabeceras },
        autenticacion:
          clave === ''
            ? { tipo: 'ninguna' }
            : { tipo: 'apiKey', lugar: 'cabecera', nombre: 'x-api-key', clave },
      },
      deps,
    )
    const provider = createAnthropic({
      baseURL: `${http.origin}${http.basePath}`,
      // Told none, it would send what the environment of the process holds. Its own header is left out of what goes out.
      apiKey: 'unused',
      fetch: createFetch(http),
    })
    return IaConnection.open(config, deps, {
      http,
      proveedor: {
        languageModel: (nombre) => provider.languageModel(nombre),
        embeddingModel: null,
        options: null,
        async listModelos(signal) {
          const { limits } = deps
          const consulta = `limit=${PAGE}`
          const { data } = await readList(http, {
            ruta: '/models',
            consulta,
            schema: modelosSchema,
            limits,
            signal,
          })
          return data.map(({ id, display_name }) => ({
            nombre: id,
            clase: 'texto',
            ...(display_name && { descripcion: display_name }),
          }))
        },
      },
    })
  },
  checkObjeto: checkModelo,
  listObjetos: listModelos,
  describeObjeto: describeModelo,
  converse,
})
