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
import { claseOfNombre, type Modelo } from '../ia/proveedor.ts'
import { readList } from '../ia/read-list.ts'
import { watchLineas } from './watch-lineas.ts'

const ollamaConfigSchema = z.object({
  urlBase: urlBaseField({
    defecto: 'http://localhost:11434',
    description:
      'Sin /api. Si corre en la propia red, un administrador debe permitir la red privada en este servidor.',
  }),
  clave: claveField(
    'Vacía: Ollama no pide ninguna. Hace falta en ollama.com, o ante un intermediario que la pida.',
  ),
  modelo: modeloField('llama3.2'),
  modeloEmbeddings: modeloEmbeddingsField('nomic-embed-text'),
  ...IA_FIELDS,
  contexto: z.int().min(256).max(10_000_000).optional().meta({
    title: 'Contexto (tokens)',
    description:
      'Cuánto lee de una vez (num_ctx). Ollama corta en silencio lo que no cabe en el suyo, que suele ser de 4096. No vale para los vectores.',
    avanzado: true,
  }),
})

const modelosSchema = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      details: z
        .object({
          family: z.string().nullish(),
          parameter_size: z.string().nullish(),
          quantization_level: z.string().nullish(),
        })
        .optional(),
    }),
  ),
})

export const ollama = defineServidor<typeof ollamaConfigSchema, IaConnection>({
  tipoServidor: 'ollama',
  label: 'Ollama',
  grupo: 'inteligencia-artificial',
  summary: 'Modelos que corren en equipos propios: generan, extraen, clasifican y dan vectores.',
  config: ollamaConfigSchema,
  objetos: { generar, extraer, clasificar, incrustar },
  compartida: true,
  destino: ({ urlBase }) => destinoOfUrl(urlBase),
  async connect(config, deps) {
    const { createOllama } = await import('ollama-ai-provider-v2')
    const { urlBase, clave, contexto } = config
    const http = new HttpService(
      {
        ...config,
        url: urlBase,
        autenticacion: clave === '' ? { tipo: 'ninguna' } : { tipo: 'bearer', token: clave },
      },
      deps,
    )
    const ai = await import('ai')
    const provider = createOllama({
      baseURL: `${http.origin}${http.basePath}/api`,
      fetch: watchStreams(createFetch(http), ai),
    })
    return IaConnection.open(config, deps, {
      http,
      proveedor: {
        languageModel: (nombre) => provider.languageModel(nombre),
        embeddingModel: (nombre) => provider.embeddingModel(nombre),
        // The library writes both where Ollama does not look for them.
        options: ({ maxTokens, temperatura }) => ({
          ollama: {
            options: {
              num_predict: maxTokens,
              ...(temperatura !== undefined && { temperature: temperatura }),
              ...(contexto !== undefined && { num_ctx: contexto }),
            },
          },
        }),
        async listModelos(signal) {
          const { limits } = deps
          const { models } = await readList(http, {
            ruta: '/api/tags',
            schema: modelosSchema,
            limits,
            signal,
          })
          return models.map(describeTag)
        },
      },
    })
  },
  checkObjeto: checkModelo,
  listObjetos: listModelos,
  describeObjeto: describeModelo,
  converse,
})

/** Ollama tells what went wrong in a line of the stream, which the library passes over. */
function watchStreams(fetch: typeof globalThis.fetch, ai: typeof import('ai')): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init)
    const { ok, status, headers, body } = answer
    if (!ok || body === null || !headers.get('content-type')?.startsWith('application/x-ndjson'))
      return answer
    const url = String(input instanceof Request ? input.url : input)
    const watched = watchLineas({
      failed: (responseBody) =>
        new ai.APICallError({
          message: 'the stream says that it failed',
          url,
          requestBodyValues: null,
          statusCode: 500,
          responseBody,
        }),
      cut: () => new ai.InvalidResponseDataError({ data: null, message: 'the stream did not end' }),
    })
    return new Response(body.pipeThrough(watched), { status, headers })
  }
}

function describeTag({ name, details }: z.output<typeof modelosSchema>['models'][number]): Modelo {
  const { family, parameter_size, quantization_level } = details ?? {}
  const descripcion = [family, parameter_size, quantization_level].filter(Boolean).join(' · ')
  return {
    nombre: name,
    // Families of encoders give nothing but vectors.
    clase: /bert/i.test(family ?? '') ? 'vectores' : claseOfNombre(name),
    ...(descripcion !== '' && { descripcion }),
  }
}
