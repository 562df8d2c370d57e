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
import { claveField, IA_FIELDS, modeloEmbeddingsField, modeloField, urlBaseField } from '../ia/ia-config.ts'
import { IaConnection } from '../ia/ia-connection.ts'
import { incrustar } from '../ia/incrustar.ts'
import { describeModelo, listModelos } from '../ia/list-modelos.ts'
import { claseOfNombre } from '../ia/proveedor.ts'
import { readList } from '../ia/read-list.ts'
import { openModelo } from './responses/open-modelo.ts'

const OWN_HOST = 'api.openai.com'

const openaiConfigSchema = z.object({
  urlBase: urlBaseField({
    defecto: `https://${OWN_HOST}/v1`,
    description:
      'La de OpenAI, o la de cualquier servicio que hable como él: vLLM, LM Studio, OpenRouter, Azure (…/openai/v1).',
  }),
  clave: claveField('Vacía: el servicio no pide ninguna, como los que corren en la propia red.'),
  modelo: modeloField('gpt-4o-mini'),
  modeloEmbeddings: modeloEmbeddingsField('text-embedding-3-small'),
  ...IA_FIELDS,
  formato: z
    .enum(['chat', 'responses'])
    .default('chat')
    .meta({
      title: 'Cómo se le habla',
      description:
        'Chat Completions lo entienden todos los servicios compatibles; Responses, OpenAI, Azure y los que lo han tomado de ellos. Con Responses no se le deja guardar lo que se conversa.',
      etiquetas: { chat: 'Chat Completions', responses: 'Responses' },
      avanzado: true,
    }),
  limiteTokens: z
    .enum(['auto', 'max_tokens', 'max_completion_tokens'])
    .default('auto')
    .meta({
      title: 'Cómo se le dice el máximo de tokens',
      description:
        'Los modelos que razonan piden max_completion_tokens; muchos servicios compatibles solo conocen max_tokens. Responses tiene el suyo.',
      etiquetas: {
        auto: 'Como lo espera el servicio',
        max_tokens: 'max_tokens',
        max_completion_tokens: 'max_completion_tokens',
      },
      avanzado: true,
    }),
})

const modelosSchema = z.object({
  data: z.array(z.object({ id: z.string(), owned_by: z.string().optional() })),
})

export const openai = defineServidor<typeof openaiConfigSchema, IaConnection>({
  tipoServidor: 'openai',
  label: 'OpenAI y compatibles',
  grupo: 'inteligencia-artificial',
  summary:
    'Modelos de OpenAI, o de cualquier servicio que hable como él: generan, extraen, clasifican y dan vectores.',
  config: openaiConfigSchema,
  objetos: { generar, extraer, clasificar, incrustar },
  compartida: true,
  destino: ({ urlBase }) => destinoOfUrl(urlBase),
  async connect(config, deps) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const { urlBase, clave, formato, limiteTokens } = config
    const http = new HttpService(
      {
        ...config,
        url: urlBase,
        autenticacion: clave === '' ? { tipo: 'ninguna' } : { tipo: 'bearer', token: clave },
      },
      deps,
    )
    const isRenamed =
      limiteTokens === 'max_completion_tokens' ||
      (limiteTokens === 'auto' && new URL(urlBase).hostname === OWN_HOST)
    const baseURL = `${http.origin}${http.basePath}`
    const fetch = createFetch(http)
    const provider = createOpenAICompatible({
      name: 'openai',
      baseURL,
      fetch,
      supportsStructuredOutputs: true,
      // A stream says nothing of its tokens unless it is asked.
      includeUsage: true,
      ...(isRenamed && {
        transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
      }),
    })
    const ai = await import('ai')
    const languageModel =
      formato === 'chat'
        ? (nombre: string) => provider.languageModel(nombre)
        : (nombre: string) => openModelo(nombre, { url: `${baseURL}/responses`, fetch, ai })
    return IaConnection.open(config, deps, {
      http,
      proveedor: {
        languageModel,
        embeddingModel: (nombre) => provider.embeddingModel(nombre),
        options: null,
        async listModelos(signal) {
          const { limits } = deps
          const { data } = await readList(http, { ruta: '/models', schema: modelosSchema, limits, signal })
          return data.map(({ id, owned_by }) => ({
            nombre: id,
            clase: claseOfNombre(id),
            ...(owned_by && { descripcion: owned_by }),
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
