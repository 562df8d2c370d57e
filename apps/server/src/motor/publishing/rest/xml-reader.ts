import { CuerpoInvalido, type Limits } from '@div/contract'
import { readElement } from '@div/funciones'

const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads a body of XML as DE_XML reads a document (`@` attributes, `#` text beside others, lists where a name repeats), but what it means
 * counts and not how it is written: the root is the body itself, names have no prefix, `xsi:nil` is null. Throws CuerpoInvalido.
 */
export function parseXml(
  text: string,
  limits: Pick<Limits, 'profundidad' | 'elementos' | 'atributosXml'>,
): unknown {
  return readElement(text, { limits, namespaces: true, nameOf: dataName, refuse }).value
}

/** Names that a plain object could not hold as data are refused, as in JSON. */
function dataName(name: string): string {
  return RESERVED.has(name) ? refuse(`«${name}» es un nombre de campo reservado`) : name
}

function refuse(motivo: string, cause?: unknown): never {
  throw new CuerpoInvalido({ motivo }, { cause })
}
