import type { Plantilla, Valores } from './plantilla.ts'
import { refuse } from './refuse.ts'

/** The characters that mean something in names of this protocol: between two levels, and in patterns. */
interface Niveles {
  separador: string
  patron: RegExp
  /** What it names, with its article. */
  nombre: string
}

/** A name of several levels; each parameter is one of them or a part of one, and leads to no other. */
export function writeNiveles(
  plantilla: Plantilla,
  valores: Valores,
  { separador, patron, nombre }: Niveles,
): string {
  return plantilla.write(valores, (value) => {
    if (value === '' || value.startsWith('$') || value.includes(separador) || patron.test(value))
      throw refuse(
        plantilla.campo,
        `«${value}» no puede ser parte de ${nombre}: cada parámetro es un solo nivel, sin «${separador}», sin comodines y sin «$» al principio.`,
      )
    return value
  })
}
