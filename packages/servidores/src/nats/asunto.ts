import { z } from 'zod'
import { writeNiveles } from '../niveles.ts'
import type { Plantilla, Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'

export const asuntoSchema = z
  .string()
  .min(1)
  .max(1_000)
  .meta({
    title: 'Asunto',
    description: 'Cada {parametro} es un solo nivel, o parte de uno.',
    examples: ['pedidos.{pais}.nuevo'],
  })

/** A server hangs up on whoever says a longer line (NATS server, max_control_line is 4096). */
const MAXIMO_BYTES = 2_048

/** The subject of one message: neither a pattern nor a name with a hole in it. */
export function writeAsunto(plantilla: Plantilla, valores: Valores): string {
  const asunto = writeNiveles(plantilla, valores, {
    separador: '.',
    patron: /[\s*>\0]/,
    nombre: 'un asunto',
  })
  if (/[\s*>\0]|^\.|\.\.|\.$/.test(asunto) || Buffer.byteLength(asunto) > MAXIMO_BYTES)
    throw refuse(
      plantilla.campo,
      `«${asunto}» no es un asunto: use nombres separados por puntos, sin espacios, * ni >, de ${MAXIMO_BYTES} bytes como mucho.`,
    )
  return asunto
}
