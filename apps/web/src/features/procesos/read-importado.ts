import { readJson } from '@div/ui'
import { type ReadPaquete, readPaquete } from './read-paquete.ts'

/** What was chosen or pasted: a proceso of ours, or a flow of another tool, which the server converts. */
export type ReadImportado = ReadPaquete | { isPaquete: false; reasons: readonly []; documento: unknown }

export function readImportado(text: string): ReadImportado {
  const source = readJson(text)
  if (source.isValid && isOfAnotherTool(source.value))
    return { isPaquete: false, reasons: [], documento: source.value }
  if (source.isValid && !hasSome(source.value, ['formato'])) return { isPaquete: false, reasons: [NEITHER] }
  return readPaquete(text)
}

const NEITHER =
  'No es un proceso exportado de DIV ni un flujo de n8n o de Node-RED. Elija el archivo que exportó una de esas herramientas.'

/** n8n keeps `nodes`, Node-RED a list or `flows`; a proceso of ours says what it is. */
function isOfAnotherTool(value: unknown): boolean {
  return Array.isArray(value) || hasSome(value, ['nodes', 'flows'])
}

function hasSome(value: unknown, keys: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && keys.some((key) => Object.hasOwn(value, key))
}
