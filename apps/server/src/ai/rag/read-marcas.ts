/** Marks of a passage in which the database has put words between these two. No document has them: its reader takes such characters out. */
export const ABRE = '\u0002'
export const CIERRA = '\u0003'

export interface Marcas {
  marcas: { desde: number; hasta: number }[]
  /** What stands between the marks, each once, in their order. */
  palabras: string[]
}

export function readMarcas(marked: string): Marcas {
  const marcas: Marcas['marcas'] = []
  const palabras = new Set<string>()
  let at = 0
  for (const [index, piece] of marked.replaceAll(CIERRA, ABRE).split(ABRE).entries()) {
    // Odd pieces stand between marks.
    if (index % 2 === 1) {
      marcas.push({ desde: at, hasta: at + piece.length })
      palabras.add(piece.toLowerCase())
    }
    at += piece.length
  }
  return { marcas, palabras: [...palabras] }
}
