import type { Flujo, ProcesoGuardado } from '@div/contract'
import { expect } from 'vitest'
import type { Product } from './product.ts'

export async function storedOf(product: Product, id: string): Promise<ProcesoGuardado> {
  return (await product.api('GET', `/procesos/${id}`)).json as ProcesoGuardado
}

/** What is stored of a drawing in the end. */
export function expectStored(product: Product, id: string, part: (flujo: Flujo) => unknown) {
  return expect.poll(async () => part((await storedOf(product, id)).flujo))
}
