import { ejecucionAceptadaSchema, estadoDeEjecucionSchema } from '@div/contract'
import type { Plan } from '@div/engine'
import { z } from 'zod'
import { describeAnswers, problemAnswer } from './openapi-answers.ts'

/** Beside the operations of the canal, at the root of the motor. */
export const ESTADO_PATH = '/ejecuciones/{idEjecucion}'

const ACEPTADA = asSchema(ejecucionAceptadaSchema)
const ESTADO = asSchema(estadoDeEjecucionSchema)
const ACEPTADA_HEADERS = {
  Location: { description: 'Lo mismo que urlEstado.', schema: { type: 'string' } },
}

const NO_ROOM = {
  '507': problemAnswer('La base de datos no tiene sitio para guardar la ejecución: no se aceptó'),
}

/** What an asynchronous canal answers at once; what its process answers stands for whoever asks later. */
export function describeAccepted(salidas: Plan['salidas']): Record<string, unknown> {
  return {
    '202': {
      description: 'Aceptada: se ejecutará aunque DIV se reinicie. Pregunte en urlEstado cómo terminó.',
      headers: ACEPTADA_HEADERS,
      content: { 'application/json': { schema: ACEPTADA } },
      'x-respuestas-finales': describeAnswers(salidas),
    },
    ...NO_ROOM,
  }
}

/** What a synchronous canal answers when the run of a durable process has not ended in time. */
export function describeStillRunning(): Record<string, unknown> {
  return {
    '202': {
      description: 'No terminó en el tiempo del canal y sigue. Pregunte en urlEstado cómo terminó.',
      headers: ACEPTADA_HEADERS,
      content: { 'application/json': { schema: ACEPTADA } },
    },
    ...NO_ROOM,
  }
}

/** How whoever called asks for the end of it, with the same credential. */
export function describeEstado(): Record<string, unknown> {
  return {
    servers: [{ url: '/' }],
    get: {
      operationId: 'estado_de_ejecucion',
      summary: 'Estado de una ejecución aceptada',
      parameters: [
        { name: 'idEjecucion', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      ],
      responses: {
        '200': {
          description: 'Cómo está, y su respuesta si ha terminado.',
          content: { 'application/json': { schema: ESTADO } },
        },
        '404': problemAnswer('No existe, o su respuesta ya no se guarda'),
      },
    },
  }
}

function asSchema(schema: z.ZodType): unknown {
  const { $schema: _version, id: _id, ...described } = z.toJSONSchema(schema)
  return described
}
