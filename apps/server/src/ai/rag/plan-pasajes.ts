import { createHash } from 'node:crypto'
import type { ColeccionDeRag, Pasaje } from '@div/contract'

export interface Guardado {
  id: string
  huella: Buffer
  orden: number
  desde: number
  hasta: number
}

export interface PlanDePasajes {
  /** They say what they said, perhaps at another place. */
  mover: { id: string; orden: number; desde: number; hasta: number }[]
  agregar: (Pasaje & { huella: Buffer })[]
  quitar: string[]
}

/** What its words and its vector depend on: with the same huella there is nothing to compute again. */
export function huellaOf(
  { texto, titulo }: Pick<Pasaje, 'texto' | 'titulo'>,
  { idioma, servidorId, modelo }: Pick<ColeccionDeRag, 'idioma' | 'servidorId' | 'modelo'>,
): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([idioma, servidorId, modelo, titulo, texto]))
    .digest()
}

/** How the passages of a document become those that it is cut into now. Of equal ones each is kept once, in their order. */
export function planPasajes(
  guardados: readonly Guardado[],
  cortados: readonly Pasaje[],
  coleccion: Parameters<typeof huellaOf>[1],
): PlanDePasajes {
  const known = Map.groupBy(guardados, ({ huella }) => huella.toString('base64'))
  const plan: PlanDePasajes = { mover: [], agregar: [], quitar: [] }
  for (const pasaje of cortados) {
    const huella = huellaOf(pasaje, coleccion)
    const same = known.get(huella.toString('base64'))?.shift()
    const { orden, desde, hasta } = pasaje
    if (!same) plan.agregar.push({ ...pasaje, huella })
    else if (same.orden !== orden || same.desde !== desde || same.hasta !== hasta)
      plan.mover.push({ id: same.id, orden, desde, hasta })
  }
  plan.quitar = [...known.values()].flat().map(({ id }) => id)
  return plan
}
