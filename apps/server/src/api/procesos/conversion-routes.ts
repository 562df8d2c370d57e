import { conversionSchema, FORMATOS_AJENOS } from '@div/contract'
import { convert } from '@div/conversion'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiDeps } from '../api-deps.ts'
import { parseInput } from '../resource/parse-input.ts'

const convertirSchema = z.strictObject({
  documento: z.unknown().meta({
    description: 'Lo que exporta n8n (un flujo) o Node-RED (flows.json), como JSON.',
  }),
  formato: z.enum(FORMATOS_AJENOS).optional().meta({ description: 'Sin él se reconoce por el documento.' }),
})

/** Flows of other tools as bundles. It writes nothing: `importar` does, once somebody has read what became of each node. */
export function registerConversion(app: FastifyInstance, { config: { limits } }: ApiDeps): void {
  const converting = {
    access: 'procesos.crear',
    body: convertirSchema,
    answers: { 200: conversionSchema },
  } as const
  app.post('/api/procesos/convertir', { config: converting }, (request) => {
    const { documento, formato } = parseInput(convertirSchema, request.body)
    return convert(documento, { formato, limits })
  })
}
