import type { Parametro } from '@div/contract'
import type { Part } from '../documents/part.ts'
import type { Lugar } from '../model.ts'
import { shorten } from '../shorten.ts'

/** Of a path and of its operation, which has the last word on each. */
export function listParameters(owners: readonly Part[]): Part[] {
  const parameters = new Map<string, Part>()
  for (const owner of owners) {
    for (const each of owner.get('parameters').items())
      parameters.set(`${each.text('in')} ${each.text('name')}`, each)
  }
  return [...parameters.values()]
}

export interface Place {
  nombre: string
  lugar: Lugar
}

/** Null: it is nowhere, which is told of. */
export function placeOf(
  part: Part,
  lugares: Readonly<Record<string, Lugar>>,
  where: string,
  avisos: Set<string>,
): Place | null {
  const nombre = part.text('name')
  const told = part.text('in') ?? ''
  const lugar = Object.hasOwn(lugares, told) ? lugares[told] : undefined
  if (nombre !== undefined && nombre !== '' && lugar !== undefined) return { nombre, lugar }
  if (part.isObject()) avisos.add(`${where}: no se tomó un parámetro sin nombre o sin lugar.`)
  return null
}

/** What is said of a parameter besides its type. */
export function describeUse(part: Part): Pick<Parametro, 'requerido' | 'descripcion'> {
  const descripcion = shorten(part.text('description'))
  return {
    ...(part.isTrue('required') && { requerido: true }),
    ...(descripcion !== undefined && { descripcion }),
  }
}
