import { lookUp } from '@div/contract'
import { z } from 'zod'
import type { Parte } from './modelo-v4.ts'
import {
  finishReasonOf,
  finSchema,
  llamadaSchema,
  type Problema,
  problemaSchema,
  toLlamada,
  usageOf,
} from './read-respuesta.ts'

const deltaSchema = z.object({ output_index: z.number().default(0), delta: z.string() })
const terminalSchema = z.object({ response: finSchema })
/** Some put what is wrong beside the type, some below `error`. */
const errorSchema = z.union([z.object({ error: problemaSchema }), problemaSchema])
const itemSchema = z.object({
  output_index: z.number().default(0),
  item: z.union([llamadaSchema, z.object({ type: z.string() })]),
})

/** The events of one stream, read one after the other. Those that say nothing of the answer are none. */
export class LectorDeEventos {
  readonly #failed: (problema: Problema) => Error
  /** The piece of text that is being said, or of thought. */
  #open: { id: string; clase: 'text' | 'reasoning' } | null = null
  /** Of each call that began, by its place in the answer. */
  readonly #llamadas = new Map<number, string>()
  #conLlamadas = false
  #conNegativa = false
  #hasEnded = false

  /** `failed`: what is thrown of what the service says that went wrong. */
  constructor(failed: (problema: Problema) => Error) {
    this.#failed = failed
  }

  /** Throws a ZodError for an event that is not as it should be. */
  read(evento: { type: string }): Parte[] {
    const read = lookUp(this.#eventos, evento.type)
    return read ? read(evento) : []
  }

  /** A stream that never said how it ended was cut. */
  end(): Parte[] {
    if (this.#hasEnded) return []
    return [
      ...this.#close(),
      { type: 'finish', usage: usageOf({}), finishReason: { unified: 'interrupted', raw: undefined } },
    ]
  }

  readonly #eventos: Readonly<Record<string, (evento: unknown) => Parte[]>> = {
    'response.output_text.delta': (evento) => this.#say('text', evento),
    'response.refusal.delta': (evento) => {
      this.#conNegativa = true
      return this.#say('text', evento)
    },
    'response.reasoning_text.delta': (evento) => this.#say('reasoning', evento),
    'response.reasoning_summary_text.delta': (evento) => this.#say('reasoning', evento),
    'response.output_item.added': (evento) => {
      const { output_index: at, item } = itemSchema.parse(evento)
      if (!('call_id' in item)) return []
      this.#llamadas.set(at, item.call_id)
      return [...this.#close(), { type: 'tool-input-start', id: item.call_id, toolName: item.name }]
    },
    'response.function_call_arguments.delta': (evento) => {
      const { output_index: at, delta } = deltaSchema.parse(evento)
      const id = this.#llamadas.get(at)
      return id === undefined ? [] : [{ type: 'tool-input-delta', id, delta }]
    },
    'response.output_item.done': (evento) => {
      const { output_index: at, item } = itemSchema.parse(evento)
      if (!('call_id' in item)) return this.#close()
      this.#conLlamadas = true
      const began = this.#llamadas.delete(at)
      return [...(began ? [{ type: 'tool-input-end' as const, id: item.call_id }] : []), toLlamada(item)]
    },
    'response.completed': (evento) => this.#finish(evento),
    'response.incomplete': (evento) => this.#finish(evento),
    'response.failed': (evento) => {
      const { error } = terminalSchema.parse(evento).response
      return this.#fail(error ?? { message: '' })
    },
    error: (evento) => {
      const told = errorSchema.parse(evento)
      return this.#fail('error' in told ? told.error : told)
    },
  }

  #say(clase: 'text' | 'reasoning', evento: unknown): Parte[] {
    const { output_index, delta } = deltaSchema.parse(evento)
    const id = `${clase}-${output_index}`
    if (this.#open?.id === id) return [{ type: `${clase}-delta`, id, delta }]
    const closed = this.#close()
    this.#open = { id, clase }
    return [...closed, { type: `${clase}-start`, id }, { type: `${clase}-delta`, id, delta }]
  }

  #close(): Parte[] {
    if (!this.#open) return []
    const { id, clase } = this.#open
    this.#open = null
    return [{ type: `${clase}-end`, id }]
  }

  #finish(evento: unknown): Parte[] {
    const { response } = terminalSchema.parse(evento)
    this.#hasEnded = true
    const finishReason = finishReasonOf(response, {
      conLlamadas: this.#conLlamadas,
      conNegativa: this.#conNegativa,
    })
    return [...this.#close(), { type: 'finish', usage: usageOf(response), finishReason }]
  }

  #fail(problema: Problema): Parte[] {
    this.#hasEnded = true
    return [...this.#close(), { type: 'error', error: this.#failed(problema) }]
  }
}
