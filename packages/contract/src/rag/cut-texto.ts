import type { CorteDeRag } from './coleccion.ts'
import type { Pasaje } from './documento.ts'

/**
 * Cuts a text into passages: at its headings, then between paragraphs, sentences, lines and words, in this order, and within a word only where it is
 * longer than a passage. Two passages under one heading overlap by at most `solape` characters. All that is not blank stands in a passage,
 * but for headings with nothing of their own, which are in the `titulo` of what stands below them.
 */
export function cutTexto(
  texto: string,
  { tamano, solape }: CorteDeRag,
  { conTitulos }: { conTitulos: boolean },
): Pasaje[] {
  const secciones = conTitulos
    ? listSecciones(texto)
    : [{ desde: 0, cuerpo: 0, hasta: texto.length, titulo: [] }]
  const cuts = secciones.flatMap((seccion, index) => {
    const { desde, cuerpo, hasta, titulo } = seccion
    const isHeadingOfNext = (secciones[index + 1]?.titulo.length ?? 0) > titulo.length
    if (isHeadingOfNext && isBlank(texto, cuerpo, hasta)) return []
    return cutRange(texto, trim(texto, desde, hasta), { tamano, solape }).map((range) => ({
      ...range,
      titulo,
    }))
  })
  return cuts.map(({ desde, hasta, titulo }, orden) => ({
    orden,
    texto: texto.slice(desde, hasta),
    desde,
    hasta,
    titulo: [...titulo],
  }))
}

interface Range {
  desde: number
  hasta: number
}

interface Seccion extends Range {
  /** Behind the line of its heading. */
  cuerpo: number
  titulo: readonly string[]
}

/** A heading of Markdown with its closing marks, or a fence of code, in which there are none. */
const HEADING_OR_FENCE = /^(?:(#{1,6})[ \t]+(\S[^\n]*)|(```|~~~)[^\n]*)$/gm

function listSecciones(texto: string): Seccion[] {
  const secciones: Seccion[] = []
  let fence: string | null = null
  let open: { level: number; titulo: string }[] = []
  let current = { desde: 0, cuerpo: 0, titulo: [] as readonly string[] }
  for (const match of texto.matchAll(HEADING_OR_FENCE)) {
    const [line, marks, titulo = '', mark] = match
    if (mark !== undefined) {
      if (fence === null) fence = mark
      else if (fence === mark) fence = null
    }
    if (marks === undefined || fence !== null) continue
    secciones.push({ ...current, hasta: match.index })
    const level = marks.length
    open = [...open.filter((each) => each.level < level), { level, titulo: nameOf(titulo) }]
    current = {
      desde: match.index,
      cuerpo: match.index + line.length,
      titulo: open.map((each) => each.titulo),
    }
  }
  secciones.push({ ...current, hasta: texto.length })
  return secciones
}

/** Characters of a heading that are told: each passage below it has them, and a line may be as long as its document. */
const MAX_TITULO = 200

function nameOf(heading: string): string {
  const end = heading.trimEnd()
  const last = end.lastIndexOf(' #')
  const name = (last > 0 && /^#+$/.test(end.slice(last + 1)) ? end.slice(0, last) : end).trimEnd()
  return name.slice(0, isInsidePair(name, MAX_TITULO) ? MAX_TITULO - 1 : MAX_TITULO)
}

/** Where a passage may end, the best place first; the text before it belongs to the passage. */
const ENDS = [/\n[ \t]*\n\s*/g, /[.!?…:;]["»”')\]]*\s+/g, /\n\s*/g, /\s+/g] as const

function cutRange(texto: string, { desde, hasta }: Range, { tamano, solape }: CorteDeRag): Range[] {
  const ranges: Range[] = []
  let start = desde
  while (start < hasta) {
    const end = hasta - start <= tamano ? hasta : findEnd(texto, start, start + tamano)
    const range = trim(texto, start, end)
    // Where what follows is blank, there would be only what the passage before says already.
    const isNew = range.hasta > (ranges.at(-1)?.hasta ?? desde)
    if (isNew) ranges.push(range)
    start = isNew ? findStart(texto, { after: start, end: range.hasta, solape, next: end }) : end
    if (end === hasta) return ranges
  }
  return ranges
}

/** Behind the last end of the best kind in the second half of the window. */
function findEnd(texto: string, start: number, limit: number): number {
  const middle = start + Math.ceil((limit - start) / 2)
  const window = texto.slice(middle, limit)
  for (const kind of ENDS) {
    const last = [...window.matchAll(kind)].at(-1)
    if (last) return middle + last.index + last[0].length
  }
  return isInsidePair(texto, limit) ? limit - 1 : limit
}

/** Where the next passage begins: at a word at most `solape` before the end of this one. */
function findStart(
  texto: string,
  { after, end, solape, next }: { after: number; end: number; solape: number; next: number },
): number {
  const from = Math.max(end - solape, after + 1)
  if (solape === 0 || from >= end) return next
  const word = /\s\S/.exec(texto.slice(from - 1, end))
  if (word) return from + word.index
  return isInsidePair(texto, from) ? from + 1 : from
}

function isInsidePair(texto: string, at: number): boolean {
  return /[\uD800-\uDBFF]/.test(texto.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(texto.charAt(at))
}

function isBlank(texto: string, desde: number, hasta: number): boolean {
  return texto.slice(desde, hasta).trim() === ''
}

function trim(texto: string, desde: number, hasta: number): Range {
  const piece = texto.slice(desde, hasta)
  const start = desde + (piece.length - piece.trimStart().length)
  return { desde: start, hasta: Math.max(start, desde + piece.trimEnd().length) }
}
