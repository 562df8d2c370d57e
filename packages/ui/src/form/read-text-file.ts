import type { TextFile } from '@div/contract/order-files'

/** The text of a file that somebody chose. Rejects where the browser may not read it. */
export async function readTextFile(file: Blob): Promise<string> {
  return decodeFile(new Uint8Array(await file.arrayBuffer()))
}

/** Files that somebody chose, as texts; where the browser may not read them, a sentence that says what to do. */
export async function readTextFiles(files: readonly File[]): Promise<TextFile[] | string> {
  try {
    return await Promise.all(
      files.map(async (file) => ({ nombre: file.name, contenido: await readTextFile(file) })),
    )
  } catch {
    // The browser says no more: they were moved, or may not be read.
    return 'No se pudieron leer los archivos: compruebe que siguen en su carpeta y que usted puede abrirlos, y elíjalos otra vez.'
  }
}

/** As its byte order mark or its declaration of XML says; otherwise UTF-8, and where it is none what editors of Windows write. */
function decodeFile(bytes: Uint8Array): string {
  for (const encoding of [encodingOf(bytes), 'utf-8']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // It is not in what it says, or nobody knows what that is.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

/** Of the beginning that may declare it. */
const HEAD_BYTES = 256

/** A byte order mark is stronger than a declaration: what rewrites a file often leaves the old declaration in it. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, HEAD_BYTES))
  const declared = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]
  // UTF-16 is declared by documents that were saved as bytes since: the declaration itself could be read.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared
}
