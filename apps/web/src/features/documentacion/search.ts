import type { Seccion } from './lector/pagina.ts'

/** What is looked in: a part of a page, and the same without accents or capitals, letter for letter. */
export interface Entrada extends Seccion {
  ruta: string
  pagina: string
  plegado: { titulo: string; texto: string; pagina: string }
}

export interface Hallazgo {
  /** The page and the part of it. */
  direccion: string
  pagina: string
  titulo: string
  /** What stands around the first match; the odd pieces are what was looked for. */
  extracto: readonly string[]
}

/** As many as a person looks through. */
const MAX_HALLAZGOS = 20
/** Letters before and after the first match. */
const BEFORE = 50
const AFTER = 110

const WEIGHTS = { tituloIgual: 100, tituloEmpieza: 40, titulo: 20, pagina: 10, palabra: 3, texto: 1 } as const

/** Keeps the length, so that what is found in it can be shown from the original. */
function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => letter.normalize('NFD').charAt(0))
}

/** The parts of a page. All of their letters are folded here, so that nothing is while somebody types. */
export function toEntradas(
  secciones: readonly Seccion[],
  { ruta, pagina }: { ruta: string; pagina: string },
): Entrada[] {
  const plegada = fold(pagina)
  return secciones.map((seccion) => {
    // What is found in the folded text is cut from this one: they must agree letter for letter.
    const texto = seccion.texto.normalize('NFC')
    const plegado = { titulo: fold(seccion.titulo), texto: fold(texto), pagina: plegada }
    return { ...seccion, texto, ruta, pagina, plegado }
  })
}

/** The parts in which every word stands, the likeliest first. */
export function search(entradas: readonly Entrada[], consulta: string): Hallazgo[] {
  const words = fold(consulta).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entradas
    .map((entrada) => ({ entrada, score: scoreOf(entrada, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, MAX_HALLAZGOS)
    .map(({ entrada }) => toHallazgo(entrada, words))
}

/** Zero: a word is missing. */
function scoreOf({ plegado }: Entrada, words: readonly string[]): number {
  let total: number = plegado.titulo === words.join(' ') ? WEIGHTS.tituloIgual : 0
  for (const word of words) {
    const score = scoreOfWord(plegado, word)
    if (score === 0) return 0
    total += score
  }
  return total
}

function scoreOfWord({ titulo, texto, pagina }: Entrada['plegado'], word: string): number {
  const inText = texto.indexOf(word)
  return (
    (titulo.startsWith(word) ? WEIGHTS.tituloEmpieza : 0) +
    (titulo.includes(word) ? WEIGHTS.titulo : 0) +
    (pagina.includes(word) ? WEIGHTS.pagina : 0) +
    (inText === -1 ? 0 : WEIGHTS.texto) +
    (inText !== -1 && isWordStart(texto, inText) ? WEIGHTS.palabra : 0)
  )
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[a-z0-9]/.test(text.charAt(at - 1))
}

function toHallazgo(
  { ruta, pagina, ancla, titulo, texto, plegado }: Entrada,
  words: readonly string[],
): Hallazgo {
  const places = words.map((word) => plegado.texto.indexOf(word)).filter((at) => at !== -1)
  const first = places.length === 0 ? 0 : Math.min(...places)
  // Whole words only, as far as there are blanks.
  const from = first <= BEFORE ? 0 : Math.min(first, texto.indexOf(' ', first - BEFORE) + 1)
  const last = texto.length <= first + AFTER ? -1 : texto.lastIndexOf(' ', first + AFTER)
  const to = last <= first ? first + AFTER : last
  return {
    direccion: ancla === '' ? ruta : `${ruta}#${ancla}`,
    pagina,
    titulo,
    extracto: markWords({ text: texto.slice(from, to), folded: plegado.texto.slice(from, to), words }),
  }
}

/** The text cut where words of the search stand: the odd pieces are they. */
function markWords({
  text,
  folded,
  words,
}: {
  text: string
  folded: string
  words: readonly string[]
}): string[] {
  const pieces: string[] = []
  let done = 0
  for (let at = 0; at < folded.length; ) {
    const word = words.find((each) => folded.startsWith(each, at))
    if (word === undefined) {
      at += 1
      continue
    }
    pieces.push(text.slice(done, at), text.slice(at, at + word.length))
    at += word.length
    done = at
  }
  return [...pieces, text.slice(done)]
}
