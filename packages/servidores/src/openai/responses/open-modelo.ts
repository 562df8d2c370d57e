import { lookUp } from '@div/contract'
import { z } from 'zod'
import type { ModeloV4, Parte, Peticion } from './modelo-v4.ts'
import { LectorDeEventos } from './read-eventos.ts'
import { type Problema, readRespuesta, respuestaSchema } from './read-respuesta.ts'
import { writePeticion } from './write-peticion.ts'

interface Service {
  /** Of `…/responses`. */
  url: string
  fetch: typeof fetch
  ai: typeof import('ai')
}

/** What a failure is called that is nobody's fault who asked. */
const ESTADOS: Readonly<Record<string, number>> = {
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  server_error: 500,
}

const eventoSchema = z.looseObject({ type: z.string() })

/**
 * A model behind the Responses API of OpenAI, for a library whose own words for it lose what a model refuses with, have the service keep
 * what was said, and speak of tools that nobody here may use.
 */
export function openModelo(modelId: string, { url, fetch, ai }: Service): ModeloV4 {
  async function post(peticion: Peticion, extra: object): Promise<{ response: Response; sent: object }> {
    const sent = { ...writePeticion(modelId, peticion), ...extra }
    const response = await fetch(url, {
      method: 'POST',
      headers: [['content-type', 'application/json'], ...withoutAbsent(peticion.headers)],
      body: JSON.stringify(sent),
      signal: peticion.abortSignal ?? null,
    })
    if (!response.ok) throw problemOf({ response, sent, body: await response.text() })
    return { response, sent }
  }

  function problemOf({ response, sent, body }: { response: Response; sent: object; body: string }) {
    return new ai.APICallError({
      message: `the service answered ${response.status}`,
      url,
      requestBodyValues: sent,
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: body,
    })
  }

  /** What an answer says that went wrong, as if it had been refused with that. */
  const failureOf = (problema: Problema) =>
    new ai.APICallError({
      message: problema.message,
      url,
      requestBodyValues: null,
      statusCode: lookUp(ESTADOS, problema.code ?? 'server_error') ?? 400,
      responseBody: JSON.stringify({ error: problema }),
    })

  return {
    specificationVersion: 'v4',
    provider: 'openai.responses',
    modelId,
    supportedUrls: {},
    async doGenerate(peticion) {
      const { response, sent } = await post(peticion, {})
      const body = await response.text()
      const answered = respuestaSchema.safeParse(parseJson(body))
      if (!answered.success) throw problemOf({ response, sent, body })
      const { error, status } = answered.data
      if (error || status === 'failed') throw failureOf(error ?? { message: '' })
      return { ...readRespuesta(answered.data), warnings: [] }
    },
    async doStream(peticion) {
      const { response, sent } = await post(peticion, { stream: true })
      if (!response.body) throw problemOf({ response, sent, body: '' })
      const lector = new LectorDeEventos(failureOf)
      const eventos = ai.parseJsonEventStream({ stream: response.body, schema: eventoSchema })
      return {
        stream: eventos.pipeThrough(
          new TransformStream<Evento, Parte>({
            start: (controller) => controller.enqueue({ type: 'stream-start', warnings: [] }),
            transform(evento, controller) {
              for (const parte of readEvento(lector, evento)) controller.enqueue(parte)
            },
            flush(controller) {
              for (const parte of lector.end()) controller.enqueue(parte)
            },
          }),
        ),
      }
    },
  }

  function readEvento(lector: LectorDeEventos, evento: Evento): Parte[] {
    if (!evento.success) return [{ type: 'error', error: evento.error }]
    try {
      return lector.read(evento.value)
    } catch (cause) {
      // An event that is not as it should be: who sends such is no service of models.
      const message = 'an event of the stream is not understood'
      const responseBody = JSON.stringify(evento.value)
      const told = { message, url, requestBodyValues: null, statusCode: 200, responseBody, cause }
      return [{ type: 'error', error: new ai.APICallError(told) }]
    }
  }
}

type Evento = { success: true; value: z.output<typeof eventoSchema> } | { success: false; error: Error }

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON is no answer of a model, which whoever asked is told.
    return null
  }
}

function withoutAbsent(headers: Peticion['headers'] = {}): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
}
