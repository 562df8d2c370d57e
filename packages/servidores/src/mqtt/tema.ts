import { z } from 'zod'
import { writeNiveles } from '../niveles.ts'
import type { Plantilla, Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'

export const temaSchema = z
  .string()
  .min(1)
  .max(1_000)
  .meta({
    title: 'Tema',
    description: 'Cada {parametro} es un solo nivel, o parte de uno.',
    examples: ['planta/{linea}/temperatura'],
  })

/** The name of one topic: no pattern (MQTT 5.0, 4.7). */
export function writeTema(plantilla: Plantilla, valores: Valores): string {
  const tema = writeNiveles(plantilla, valores, { separador: '/', patron: /[+#\0]/, nombre: 'un tema' })
  if (/[+#\0]/.test(tema) || Buffer.byteLength(tema) > 65_535)
    throw refuse(plantilla.campo, `«${tema}» no es el nombre de un tema: no admite + ni #.`)
  return tema
}
