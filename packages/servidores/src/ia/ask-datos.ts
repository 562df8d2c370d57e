import { type ErrorDeCampo, type Limits, type LlamadaContext, ServidorRechaza } from '@div/contract'
import type { FinishReason, ModelMessage } from 'ai'
import { z } from 'zod'
import { askModelo } from './ask-modelo.ts'
import { callOptions } from './call-options.ts'
import { refusedContent } from './generar.ts'
import { recuerdoOf } from './guardadas.ts'
import type { IaConnection } from './ia-connection.ts'
import { measurePeticion, usoOf } from './measure-peticion.ts'
import { REPARAR } from './palabras.ts'
import { readDatos } from './read-datos.ts'
import { addTokens, SIN_TOKENS, type Tokens, tokensOf } from './tokens.ts'

/** Data of a shape, asked of a model. */
export interface PeticionDeDatos {
  /** The one that the node chose; empty: that of the servidor. */
  modelo: string
  instrucciones: string
  mensaje: string
  maxTokens: number
  temperatura?: number | undefined
  /** How long the answer is kept for whoever asks the same; 0: it is not. */
  guardarHoras: number
  /** JSON Schema. What services promise of it is not relied on. */
  schema: object
  /** What is made of an answer; what is wrong with it is added to `errores`. */
  check(value: unknown, errores: ErrorDeCampo[]): unknown
}

export interface Datos {
  datos: unknown
  modelo: string
  tokens: Tokens
}

const EXCERPT_CHARS = 1_000
/** As it was said: what is made of it is made anew. */
const guardadoSchema = z.object({ texto: z.string(), modelo: z.string() })

/** Asks for the data, and once more with what was wrong with the answer. Throws ServidorRechaza with what was answered. */
export async function askDatos(
  connection: IaConnection,
  peticion: PeticionDeDatos,
  context: LlamadaContext,
): Promise<Datos> {
  const { servidor, limits } = connection
  connection.checkSize(peticion.instrucciones, peticion.mensaje)
  const asked: ModelMessage = { role: 'user', content: peticion.mensaje }
  const modelos = connection.modelosFor(peticion.modelo)
  const { guardarHoras: horas, instrucciones, mensaje, maxTokens, temperatura, schema } = peticion
  const pregunta = ['datos', modelos, instrucciones, mensaje, maxTokens, temperatura, schema]
  const recuerdo = recuerdoOf(connection, { horas, pregunta }, context)
  const guardado = guardadoSchema.safeParse(await recuerdo.find())
  if (guardado.success) {
    const { texto, modelo } = guardado.data
    const known = readDatos(texto, peticion.check, limits)
    if ('datos' in known) return { datos: known.datos, modelo, tokens: SIN_TOKENS }
  }

  const first = await ask(connection, { ...peticion, modelos, messages: [asked] }, context)
  const read = judge(servidor, first, peticion, limits)
  if ('datos' in read) {
    await recuerdo.keep({ texto: first.texto, modelo: first.modelo })
    return { datos: read.datos, modelo: first.modelo, tokens: first.tokens }
  }

  const again: ModelMessage[] = [
    asked,
    { role: 'assistant', content: first.texto || '(nada)' },
    { role: 'user', content: `${REPARAR}\n${read.problema}` },
  ]
  const second = await ask(connection, { ...peticion, modelos: [first.modelo], messages: again }, context)
  const mended = judge(servidor, second, peticion, limits)
  if ('datos' in mended) {
    await recuerdo.keep({ texto: second.texto, modelo: second.modelo })
    return { datos: mended.datos, modelo: second.modelo, tokens: addTokens(first.tokens, second.tokens) }
  }
  throw new ServidorRechaza(
    {
      servidor,
      motivo: `el modelo «${second.modelo}» no contestó lo que se le pide, ni al repetírselo: ${mended.problema}`,
    },
    {
      extra: { respuesta: second.texto.slice(0, EXCERPT_CHARS), errores: mended.errores, reintentable: true },
    },
  )
}

interface Contestado {
  texto: string
  finishReason: FinishReason | undefined
  modelo: string
  tokens: Tokens
}

async function ask(
  connection: IaConnection,
  peticion: Pick<PeticionDeDatos, 'instrucciones' | 'maxTokens' | 'temperatura' | 'schema'> & {
    modelos: readonly [string, ...string[]]
    messages: ModelMessage[]
  },
  context: LlamadaContext,
): Promise<Contestado> {
  const { ai } = connection
  const output = ai.Output.object({ schema: ai.jsonSchema(peticion.schema), name: 'datos' })
  const said = peticion.messages.map(({ content }) => String(content))
  const maximo = measurePeticion([peticion.instrucciones, ...said], peticion)

  async function askOne(nombre: string) {
    try {
      const { text, finishReason, usage } = await ai.generateText({
        ...callOptions(connection, nombre, peticion, context),
        instructions: peticion.instrucciones,
        messages: peticion.messages,
        output,
      })
      return { texto: text, finishReason, usage }
    } catch (cause) {
      // No JSON: an answer all the same, which is judged like any other.
      if (!ai.NoObjectGeneratedError.isInstance(cause)) throw cause
      const { text = '', finishReason, usage = NO_USAGE } = cause
      return { texto: text, finishReason, usage }
    }
  }

  const { modelo, answer } = await askModelo(
    connection,
    {
      modelos: peticion.modelos,
      clase: 'texto',
      maximo,
      ask: askOne,
      usoOf: ({ usage }) => usoOf(usage, maximo),
    },
    context,
  )
  const { usage, ...contestado } = answer
  return { ...contestado, modelo, tokens: tokensOf(usage) }
}

const NO_USAGE = { inputTokens: undefined, outputTokens: undefined }

/** What is in an answer. Throws ServidorRechaza for one that repeating would not mend. */
function judge(
  servidor: string,
  { texto, finishReason, modelo }: Contestado,
  { maxTokens, check }: PeticionDeDatos,
  limits: Limits,
): ReturnType<typeof readDatos> {
  if (finishReason === 'content-filter') throw refusedContent(servidor, texto)
  if (finishReason === 'length') {
    throw new ServidorRechaza(
      {
        servidor,
        motivo: `lo que contesta el modelo «${modelo}» no cabe en ${maxTokens} tokens: suba el máximo del nodo`,
      },
      { extra: { respuesta: texto.slice(0, EXCERPT_CHARS), reintentable: false } },
    )
  }
  return readDatos(texto, check, limits)
}
