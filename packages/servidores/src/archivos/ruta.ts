import { posix } from 'node:path'
import { z } from 'zod'
import type { Plantillas, Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'

/** Of the settings of a server. */
export const carpetaSchema = z
  .string()
  .trim()
  .max(4_096)
  .refine((carpeta) => problemOf(carpeta) === null, 'Escriba la ruta de una carpeta, sin «..».')
  .default('')
  .meta({
    title: 'Carpeta',
    description: 'De ella parten las rutas, y ninguna sale de ella. Vacía: la del usuario, sin ese límite.',
    examples: ['/intercambio'],
    unaLinea: true,
  })

/** A path with parameters in it. Whoever gives a value chooses among what is in that folder, not among all that the user sees. */
export function compileRuta(
  plantillas: Plantillas,
  campo: string,
  text: string,
): (valores: Valores) => string {
  const plantilla = plantillas.compile(campo, text)
  return (valores) => {
    const ruta = plantilla.write(valores, (value) => {
      const problem = value.startsWith('/')
        ? 'empieza por «/»: escriba la carpeta en la ruta del nodo.'
        : problemOf(value)
      if (problem !== null) throw refuse(campo, `Un parámetro de la ruta ${problem}`)
      return value
    })
    if (ruta === '') throw refuse(campo, 'La ruta está vacía.')
    const problem =
      ruta.startsWith('/') && !text.startsWith('/')
        ? 'empieza por «/» porque falta un parámetro.'
        : problemOf(ruta)
    if (problem !== null) throw refuse(campo, `La ruta ${problem}`)
    return ruta
  }
}

function problemOf(ruta: string): string | null {
  // A line end would begin another command of FTP.
  if (/\p{Cc}/u.test(ruta)) return 'tiene caracteres de control.'
  // Servers of Windows take it for the sign between folders.
  if (ruta.includes('\\')) return String.raw`tiene «\»: las carpetas se separan con «/».`
  return ruta.split('/').includes('..') ? 'no puede subir con «..»: escríbala entera.' : null
}

/** The path as the server is told it. Null: it is not of that folder. */
export function locate(carpeta: string, ruta: string): string | null {
  if (carpeta === '') return ruta
  const base = posix.normalize(`${carpeta}/`)
  const whole = ruta.startsWith('/') ? posix.normalize(ruta) : posix.join(base, ruta)
  return whole.startsWith(base) || `${whole}/` === base ? whole : null
}
