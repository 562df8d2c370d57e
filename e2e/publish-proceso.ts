import { expect } from 'vitest'
import type { Product } from './product.ts'

/** Stores a valid process and answers its id. */
export async function createProceso(
  product: Product,
  nombre: string,
  flujo: unknown,
  modo: 'memoria' | 'durable' = 'memoria',
): Promise<string> {
  const { status, json } = await product.api('POST', '/procesos', { nombre, modo, flujo })
  expect(status).toBe(201)
  const id = idOf(json)
  expect((await product.api('POST', `/procesos/${id}/validar`, {})).json).toMatchObject({ valido: true })
  return id
}

/** Publishes it on a canal of its own and answers the path of the canal. */
export async function publishProceso(
  product: Product,
  procesoId: string,
  at: { metodo: string; ruta: string },
  changes: object = {},
): Promise<string> {
  expect((await product.api('POST', `/procesos/${procesoId}/publicar`, {})).json).toMatchObject({
    version: 1,
  })
  const ruta = `canal-${procesoId.slice(-12)}`
  const canal = await product.api('POST', '/canales', { nombre: ruta, tipo: 'REST', ruta, ...changes })
  expect(canal.status).toBe(201)
  const assigned = await product.api('PUT', `/canales/${idOf(canal.json)}/procesos`, [
    { procesoId, version: 'publicada', ...at },
  ])
  expect(assigned.status).toBe(200)
  return ruta
}

export function idOf(json: unknown): string {
  return (json as { id: string }).id
}
