import type { MessageStructureObject } from 'imapflow'

/** A part of a message that holds something itself. */
export interface Parte {
  /** As IMAP numbers it (RFC 3501, 6.4.5). */
  numero: string
  tipo: string
  /** Of a file. */
  nombre: string | null
  bytes: number
}

export interface Partes {
  texto: Parte | null
  html: Parte | null
  adjuntos: Parte[]
}

/** Which part of a message is its text, which the same as HTML; everything else is a file. */
export function readPartes(structure: MessageStructureObject): Partes {
  const partes: Partes = { texto: null, html: null, adjuntos: [] }
  for (const leaf of leavesOf(structure)) {
    const nombre = leaf.dispositionParameters?.filename ?? leaf.parameters?.name ?? null
    const parte: Parte = { numero: leaf.part ?? '1', tipo: leaf.type, nombre, bytes: leaf.size ?? 0 }
    const isFile = leaf.disposition === 'attachment' || nombre !== null
    if (!isFile && leaf.type === 'text/plain' && partes.texto === null) partes.texto = parte
    else if (!isFile && leaf.type === 'text/html' && partes.html === null) partes.html = parte
    else partes.adjuntos.push(parte)
  }
  return partes
}

function leavesOf(structure: MessageStructureObject): MessageStructureObject[] {
  // A forwarded message is a file, not the parts that it has.
  if (structure.type === 'message/rfc822' || !structure.childNodes?.length) return [structure]
  return structure.childNodes.flatMap(leavesOf)
}
