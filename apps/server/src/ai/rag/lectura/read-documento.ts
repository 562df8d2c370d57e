import { ArchivoIlegible, LimiteSuperado, type TipoDeDocumento } from '@div/contract'
import type { PorLeer } from './lectura-protocol.ts'

export type TellAvance = (hecho: number, total: number | null) => void

type Reader = (porLeer: PorLeer, tell: TellAvance) => Promise<string> | string

/** Each reader is loaded when a document of its type comes. */
const READERS: Readonly<Record<TipoDeDocumento, Reader>> = {
  texto: ({ archivo }) => decodeTexto(archivo),
  markdown: ({ archivo }) => decodeTexto(archivo),
  html: async ({ archivo }) => (await import('./read-html.ts')).readHtml(decodeTexto(archivo)),
  csv: async (porLeer) => (await import('./read-hojas.ts')).readCsv(porLeer),
  xlsx: async (porLeer) => (await import('./read-hojas.ts')).readXlsx(porLeer),
  pdf: async ({ archivo }, tell) => (await import('./read-pdf.ts')).readPdf(archivo, tell),
  docx: async (porLeer) => (await import('./read-docx.ts')).readDocx(porLeer),
}

/** What a document says, as text; its headings are lines that begin with #. Throws ArchivoIlegible or LimiteSuperado. */
export async function readDocumento(porLeer: PorLeer, tell: TellAvance): Promise<string> {
  const texto = clean(await READERS[porLeer.tipo](porLeer, tell))
  if (texto === '') throw new ArchivoIlegible({ motivo: 'no tiene texto' })
  const maximo = porLeer.limits.ragCaracteres
  if (texto.length > maximo) throw new LimiteSuperado({ limite: 'ragCaracteres', maximo })
  return texto
}

function decodeTexto(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What is no UTF-8 was written by an older Windows, in Spanish as in all of western Europe.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Neither lone halves of characters nor control characters, which the database does not take or the search has a use for. */
function clean(texto: string): string {
  return texto
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
