import { type AppError, lookUp, ServidorRechaza } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { openPlantillas } from '../plantilla.ts'
import { askModelo } from './ask-modelo.ts'
import { callOptions } from './call-options.ts'
import { GUARDAR_FIELD, recuerdoOf } from './guardadas.ts'
import type { IaConnection } from './ia-connection.ts'
import { measurePeticion, usoOf } from './measure-peticion.ts'
import { AJUSTES_FIELDS, mensajeField, PETICION_FIELDS } from './peticion-fields.ts'
import { MODELO_Y_TOKENS, SIN_TOKENS, type Tokens, tokensOf } from './tokens.ts'

const generarSchema = z.object({
  ...PETICION_FIELDS,
  mensaje: mensajeField('Lo que se le dice.'),
  ...AJUSTES_FIELDS,
  guardarHoras: GUARDAR_FIELD,
})

const guardadoSchema = z.object({ texto: z.string(), modelo: z.string() })

interface TextoGenerado {
  texto: string
  /** `longitud`: it had more to say than it was given room for. */
  motivo: 'completo' | 'longitud' | 'otro'
  modelo: string
  tokens: Tokens
}

export const generar = defineTipoObjeto({
  label: 'Generar texto',
  summary: 'Un modelo contesta a un mensaje, según unas instrucciones.',
  objeto: generarSchema,
  salida: [
    { nombre: 'texto', tipo: 'texto' },
    { nombre: 'motivo', tipo: 'texto', descripcion: 'completo, longitud (se cortó) u otro.' },
    ...MODELO_Y_TOKENS,
  ],
  prepare(objeto, parametros): Operation<IaConnection> {
    const plantillas = openPlantillas(parametros)
    const instrucciones = plantillas.compile('objeto.instrucciones', objeto.instrucciones)
    const mensaje = plantillas.compile('objeto.mensaje', objeto.mensaje)
    plantillas.close()
    return {
      // It changes nothing there: asking again costs, and no more.
      efecto: 'lectura',
      admiteTransaccion: false,
      async run(connection, valores, context): Promise<TextoGenerado> {
        const { ai, servidor } = connection
        const said = { instructions: instrucciones.write(valores), prompt: mensaje.write(valores) }
        connection.checkSize(said.instructions, said.prompt)
        const modelos = connection.modelosFor(objeto.modelo)
        const { maxTokens, temperatura, guardarHoras: horas } = objeto
        const pregunta = ['generar', modelos, said, maxTokens, temperatura]
        const recuerdo = recuerdoOf(connection, { horas, pregunta }, context)
        const guardado = guardadoSchema.safeParse(await recuerdo.find())
        if (guardado.success) return { ...guardado.data, motivo: 'completo', tokens: SIN_TOKENS }
        const maximo = measurePeticion([said.instructions, said.prompt], objeto)
        const { modelo, answer } = await askModelo(
          connection,
          {
            modelos,
            clase: 'texto',
            maximo,
            ask: (nombre) =>
              ai.generateText({ ...callOptions(connection, nombre, objeto, context), ...said }),
            usoOf: ({ usage }) => usoOf(usage, maximo),
          },
          context,
        )
        if (answer.finishReason === 'content-filter') throw refusedContent(servidor, answer.text)
        const motivo = lookUp(MOTIVOS, answer.finishReason) ?? 'otro'
        if (motivo === 'completo') await recuerdo.keep({ texto: answer.text, modelo })
        return {
          texto: answer.text,
          motivo,
          modelo,
          tokens: tokensOf(answer.usage),
        }
      },
    }
  },
})

export const MOTIVOS: Readonly<Record<string, TextoGenerado['motivo']>> = {
  stop: 'completo',
  length: 'longitud',
}

const EXCERPT_CHARS = 1_000

/** It read what it was sent and will not answer that. */
export function refusedContent(servidor: string, text: string): AppError {
  return new ServidorRechaza(
    {
      servidor,
      motivo: 'el modelo no quiere contestar a lo que se le envía, o su servicio no deja que lo haga',
    },
    { extra: { respuesta: text.slice(0, EXCERPT_CHARS), reintentable: false } },
  )
}
