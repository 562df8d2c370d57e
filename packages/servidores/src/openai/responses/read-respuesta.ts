import { z } from 'zod'
import type { Respuesta } from './modelo-v4.ts'

const usageSchema = z.object({
  input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
  input_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
  output_tokens_details: z.object({ reasoning_tokens: z.number().nullish() }).nullish(),
})

/** Why it ended without an answer, in the words of the service. */
export const problemaSchema = z.object({ code: z.string().nullish(), message: z.string() })
export type Problema = z.output<typeof problemaSchema>

/** How an answer ended, whole or in a stream. */
export const finSchema = z.object({
  status: z.string().nullish(),
  incomplete_details: z.object({ reason: z.string() }).nullish(),
  error: problemaSchema.nullish(),
  usage: usageSchema.nullish(),
})
export type Fin = z.output<typeof finSchema>

export const llamadaSchema = z.object({
  type: z.literal('function_call'),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
})

const itemSchema = z.union([
  z.object({
    type: z.literal('message'),
    content: z.array(
      z.union([
        z.object({ type: z.literal('output_text'), text: z.string() }),
        z.object({ type: z.literal('refusal'), refusal: z.string() }),
        z.object({ type: z.string() }),
      ]),
    ),
  }),
  llamadaSchema,
  // What it thought, and what it did with tools of its own.
  z.object({ type: z.string() }),
])

export const respuestaSchema = finSchema.extend({ output: z.array(itemSchema) })

type Content = Respuesta['content'][number]

/** What a whole answer says. */
export function readRespuesta(
  respuesta: z.output<typeof respuestaSchema>,
): Pick<Respuesta, 'content' | 'finishReason' | 'usage'> {
  const content = respuesta.output.flatMap(readItem)
  const seen = {
    conLlamadas: content.some(({ type }) => type === 'tool-call'),
    conNegativa: respuesta.output.some(
      (item) => 'content' in item && item.content.some((parte) => 'refusal' in parte),
    ),
  }
  return { content, finishReason: finishReasonOf(respuesta, seen), usage: usageOf(respuesta) }
}

function readItem(item: z.output<typeof itemSchema>): Content[] {
  if ('call_id' in item) return [toLlamada(item)]
  if (!('content' in item)) return []
  return item.content.flatMap((parte): Content[] => {
    if ('text' in parte) return [{ type: 'text', text: parte.text }]
    return 'refusal' in parte ? [{ type: 'text', text: parte.refusal }] : []
  })
}

export function toLlamada({
  call_id: toolCallId,
  name: toolName,
  arguments: input,
}: z.output<typeof llamadaSchema>) {
  return { type: 'tool-call' as const, toolCallId, toolName, input }
}

/** What was seen of an answer before its end. */
export interface Visto {
  conLlamadas: boolean
  conNegativa: boolean
}

export function finishReasonOf(
  { incomplete_details: incomplete, status }: Fin,
  { conLlamadas, conNegativa }: Visto,
): Respuesta['finishReason'] {
  const raw = incomplete?.reason ?? status ?? 'completed'
  if (conNegativa || raw === 'content_filter') return { unified: 'content-filter', raw }
  if (raw === 'max_output_tokens') return { unified: 'length', raw }
  if (incomplete) return { unified: 'other', raw }
  return { unified: conLlamadas ? 'tool-calls' : 'stop', raw }
}

export function usageOf({ usage }: Fin): Respuesta['usage'] {
  const input = usage?.input_tokens ?? undefined
  const output = usage?.output_tokens ?? undefined
  const cached = usage?.input_tokens_details?.cached_tokens ?? undefined
  const reasoning = usage?.output_tokens_details?.reasoning_tokens ?? undefined
  return {
    inputTokens: {
      total: input,
      noCache: input === undefined ? undefined : input - (cached ?? 0),
      cacheRead: cached,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: output,
      text: output === undefined ? undefined : output - (reasoning ?? 0),
      reasoning,
    },
  }
}
