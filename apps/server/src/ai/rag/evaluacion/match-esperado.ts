import type { EsperadoDeRag } from '@div/contract'

const WORDS = /[\p{L}\p{N}]+/gu

/** Its words without accents and capitals, between blanks. */
function wordsOf(text: string): string[] {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().match(WORDS) ?? []
}

/**
 * Whether a passage is what was expected. It counts once it holds half of the words of the fragment in their order: with another cut
 * the fragment may lie on the border of two passages, and a question must go on meaning the same.
 */
export function matchesEsperado(
  { documento, texto }: { documento: string; texto: string },
  esperado: EsperadoDeRag,
): boolean {
  if (documento.toLowerCase() !== esperado.documento.toLowerCase()) return false
  const words = wordsOf(esperado.fragmento)
  const half = Math.ceil(words.length / 2)
  const said = ` ${wordsOf(texto).join(' ')} `
  const starts = Array.from({ length: words.length - half + 1 }, (_, start) => start)
  return starts.some(
    (start) => half === 0 || said.includes(` ${words.slice(start, start + half).join(' ')} `),
  )
}
