import { AppError, isPlainObject, LimiteSuperado, type Limits, resolveLocation } from '@div/contract'
import { type DocumentLimits, parseDocument } from './parse-document.ts'
import type { Documents } from './part.ts'

/** Throws an AppError for what cannot be had. */
export type LoadDocument = (location: string) => Promise<string>

export type LoadLimits = DocumentLimits & Pick<Limits, 'archivosContrato'>

/**
 * A document with all that its references lead to. What cannot be had is told of and done without, except the first. Throws
 * DocumentoInvalido, LimiteSuperado, or what loading the first one threw.
 */
export async function loadDocuments(
  location: string,
  { load, limits, avisos }: { load: LoadDocument; limits: LoadLimits; avisos: Set<string> },
): Promise<Documents> {
  const documents = new Map<string, unknown>()
  let bytes = 0
  const read = async (wanted: string) => {
    if (documents.size >= limits.archivosContrato)
      throw new LimiteSuperado({ limite: 'archivosContrato', maximo: limits.archivosContrato })
    const text = await load(wanted)
    bytes += text.length
    if (bytes > limits.contratoBytes)
      throw new LimiteSuperado({ limite: 'contratoBytes', maximo: limits.contratoBytes })
    return parseDocument(text, wanted, limits)
  }
  documents.set(location, await read(location))
  // Documents that are found on the way are visited as well.
  for (const [from, value] of documents) {
    for (const wanted of listReferred(value, from)) {
      if (documents.has(wanted)) continue
      try {
        documents.set(wanted, await read(wanted))
      } catch (error) {
        // What is missing or broken is told of; a limit, and what is not for a person, ends the reading.
        if (!(error instanceof AppError) || error instanceof LimiteSuperado) throw error
        avisos.add(`No se pudo leer ${wanted}, al que se refiere ${from}: ${error.message}`)
        documents.set(wanted, undefined)
      }
    }
  }
  return documents
}

function listReferred(root: unknown, from: string): Set<string> {
  const found = new Set<string>()
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const location = referredBy(value, from)
    if (location !== null) found.add(location)
    for (const inner of Object.values(value)) open.push(inner)
  }
  found.delete(from)
  return found
}

/** Where another document is that this part refers to; null: nowhere. */
function referredBy(value: object, from: string): string | null {
  const $ref = isPlainObject(value) ? value.$ref : undefined
  return typeof $ref === 'string' && !$ref.startsWith('#') ? resolveLocation(from, $ref) : null
}
