import type { z } from 'zod'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What it answers when all goes well. A route of the administration API without it does not start. */
    answers?: DeclaredAnswers
    /** Headers of those answers. */
    answerHeaders?: readonly AnswerHeader[]
  }
}

/** Headers that say more than the body, as the description words them. */
export const ANSWER_HEADERS = {
  'X-Total-Count': {
    description: 'Cuántos hay en total, también fuera de esta página.',
    required: true,
    schema: { type: 'integer' },
  },
  'X-Siguiente': {
    description: 'El `despuesDe` de la página siguiente; falta en la última.',
    required: false,
    schema: { type: 'string' },
  },
  'X-Revision': {
    description: 'Cambia con cada cambio; un `PUT` con `?revision=` solo reemplaza lo que se leyó.',
    required: true,
    schema: { type: 'string' },
  },
  Location: { description: 'La dirección de lo creado.', required: true, schema: { type: 'string' } },
  'Content-Disposition': {
    description: 'El nombre del archivo.',
    required: true,
    schema: { type: 'string' },
  },
} as const
export type AnswerHeader = keyof typeof ANSWER_HEADERS

/** The headers of the answers with one status: only what was created has an address to point to. */
export function headersOf(status: number | string, declared: readonly AnswerHeader[]): AnswerHeader[] {
  return declared.filter((header) => header !== 'Location' || Number(status) === 201)
}

/** What has no JSON: its media types, without their parameters. */
interface FileAnswer {
  mediaTypes: readonly string[]
  /** Of that one which is JSON. */
  schema?: z.ZodType
}

/** What a route answers when all goes well, by status: JSON, a file, or null for no body. */
export type DeclaredAnswers = Readonly<Record<number, z.ZodType | FileAnswer | null>>
