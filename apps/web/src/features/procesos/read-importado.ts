import { readJson } from '@div/ui'
import { type ReadPaquete, readPaquete } from './read-paquete.ts'

/** What was chosen or pasted: a proceso of ours, or a flow of another tool, which the server converts. */
export type ReadImportado = ReadPaquete | { isPaquete: false; reasons: readonly []; documento: unknown }

export function readImportado(text: string): ReadImportado {
  const source = readJson(text)
  if (source.isValid && isOfAnotherTool(source.value))
    return { isPaquete: false, reasons: [], documento: source.value }
  return readPaquete(text)
}

/** n8n keeps `nodes`, Node-RED a list or `flows`; a proceso of ours says what it is. */
function isOfAnotherTool(value: unknown): boolean {
  if (Array.isArray(value)) return true
  return (
    typeof value === 'object' &&
    value !== null &&
    (Object.hasOwn(value, 'nodes') || Object.hasOwn(value, 'flows'))
  )
}
