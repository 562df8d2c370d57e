import { z } from 'zod'

/** As Node-RED keeps flows: one list of nodes, tabs and configurations. What else an entry has is read by its kind. */
const entradaSchema = z.looseObject({
  id: z.string().min(1),
  type: z.string().min(1),
  name: z.string().default(''),
  z: z.string().default(''),
  d: z.boolean().default(false),
  wires: z.array(z.array(z.string())).optional(),
})
export type NodoDeNodeRed = z.infer<typeof entradaSchema>

export const flujosDeNodeRedSchema = z.union([
  z.array(entradaSchema),
  z.looseObject({ flows: z.array(entradaSchema) }).transform(({ flows }) => flows),
])
