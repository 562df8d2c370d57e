import { z } from 'zod'
import { FICHA } from './ficha.ts'
import { FLUJO_VERSION, type Flujo } from './flujo.ts'

export const procesoSchema = z.strictObject({
  ...FICHA,
  modo: z.enum(['memoria', 'durable']).default('memoria').meta({ title: 'Modo' }),
  /** Parsed by parseFlujo, which brings older versions forward. Absent on creation: an entrada joined to a salida. */
  flujo: z.record(z.string(), z.unknown()).optional(),
})
export type Proceso = z.infer<typeof procesoSchema>

/** Where a new proceso begins. */
export function newFlujo(): Flujo {
  return {
    version: FLUJO_VERSION,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion: { x: 0, y: 0 }, parametros: [] },
      {
        id: 'n2',
        tipo: 'salida',
        nombre: 'Salida',
        posicion: { x: 320, y: 0 },
        parametros: [],
        estadoHttp: 200,
      },
    ],
    conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
  }
}
