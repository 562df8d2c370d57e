import { z } from 'zod'

/** As n8n exports a workflow; of what a node has beyond it nothing is read. */
const nodoSchema = z.looseObject({
  name: z.string().min(1),
  type: z.string().min(1),
  typeVersion: z.number().default(1),
  parameters: z.record(z.string(), z.unknown()).default({}),
  credentials: z.record(z.string(), z.looseObject({ name: z.string().optional() }).nullable()).default({}),
  disabled: z.boolean().default(false),
  notes: z.string().default(''),
  onError: z.string().optional(),
  continueOnFail: z.boolean().default(false),
  retryOnFail: z.boolean().default(false),
  maxTries: z.number().default(3),
  waitBetweenTries: z.number().default(1000),
})
const enlaceSchema = z.looseObject({ node: z.string(), index: z.int().min(0).max(100).default(0) })
/** By kind of connection (`main` is what data goes by), then by output. */
const salidasSchema = z.record(z.string(), z.array(z.array(enlaceSchema).nullable()).nullable())

export const flujoDeN8nSchema = z.looseObject({
  name: z.string().default('Flujo de n8n'),
  nodes: z.array(nodoSchema),
  connections: z.record(z.string(), salidasSchema).default({}),
})
export type FlujoDeN8n = z.infer<typeof flujoDeN8nSchema>
export type NodoDeN8n = z.infer<typeof nodoSchema>
