import { isCredentialHeader } from '@div/contract'
import { z } from 'zod'

/** Set by HTTP itself, or they would change where the request goes. */
const RESERVED = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'expect',
  'keep-alive',
])
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that HTTP refuses in a value (RFC 9110, 5.5)
const BAD_VALUE = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/

/** What is wrong with a header's name; null: nothing. */
export function nameProblem(nombre: string): string | null {
  if (!NAME.test(nombre)) return `«${nombre}» no es un nombre de cabecera.`
  return RESERVED.has(nombre.toLowerCase()) ? `La cabecera ${nombre} la pone HTTP mismo.` : null
}

export function valueProblem(value: string): string | null {
  return BAD_VALUE.test(value)
    ? 'Una cabecera no admite saltos de línea ni caracteres fuera de Latin-1.'
    : null
}

/** Of a header that is the same in every call; it is stored and shown as it is. */
function fixedProblem(nombre: string, value: string): string | null {
  if (isCredentialHeader(nombre)) {
    return `Las cabeceras fijas se guardan y se muestran en claro. Ponga ${nombre} en «Autenticación» del servidor, que la guarda cifrada.`
  }
  return nameProblem(nombre) ?? valueProblem(value)
}

/** Headers that are the same in every call, by name. */
export const cabecerasSchema = z
  .record(z.string(), z.string())
  .superRefine((cabeceras, context) => {
    for (const [nombre, value] of Object.entries(cabeceras)) {
      const message = fixedProblem(nombre, value)
      if (message !== null) context.addIssue({ code: 'custom', path: [nombre], message })
    }
  })
  .default({})
  .meta({
    title: 'Cabeceras fijas',
    description:
      'Van en cada llamada. Se guardan en claro: las credenciales van en la autenticación del servidor.',
    avanzado: true,
  })
