import { type DependenciaDePaquete, erroresOf, type Paquete, paqueteSchema } from '@div/contract'
import { lineOf, readJson } from '@div/ui'

export type ReadPaquete =
  | { isPaquete: true; paquete: Paquete }
  | { isPaquete: false; reasons: readonly string[] }

/** Of a file with many mistakes the first ones say enough. */
const MAX_REASONS = 5

/** What a file holds, or why it is no proceso that was exported. */
export function readPaquete(text: string): ReadPaquete {
  const source = readJson(text)
  if (!source.isValid)
    return { isPaquete: false, reasons: [`Línea ${lineOf(text, source.offset)}: ${source.message}`] }
  const checked = paqueteSchema.safeParse(source.value)
  if (checked.success) return { isPaquete: true, paquete: checked.data }
  const errores = erroresOf(checked.error)
  const reasons = errores
    .slice(0, MAX_REASONS)
    .map(({ campo, mensaje }) => `${campo || 'El documento'}: ${mensaje}`)
  const rest = errores.length - reasons.length
  return { isPaquete: false, reasons: rest > 0 ? [...reasons, `Y ${rest} más.`] : reasons }
}

/** How the API calls it: `servidores/<id>`. */
export function keyOf({ recurso, referencia }: DependenciaDePaquete): string {
  return `${recurso}/${referencia}`
}

/** What formulas call by its name must be there under that name; of a server or a proceso another can take the place. */
export function isAssignable({ recurso }: DependenciaDePaquete): boolean {
  return recurso === 'servidores' || recurso === 'procesos'
}
