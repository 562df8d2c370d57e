import { fitTipo, type TipoDato } from '@div/contract'

/** A row that wants a value. */
export interface MatchTarget {
  nombre: string
  tipo?: TipoDato | undefined
}

/** A field that has one. `distance`: how many nodes lie between, the nearest 0. */
export interface MatchSource {
  nodo: string
  ruta: string
  nombre: string
  tipo: TipoDato
  distance: number
}

export interface Match<Source extends MatchSource = MatchSource> {
  nombre: string
  source: Source
  /** From 0 to 1. */
  score: number
  /** Why these two, for who decides. */
  reason: string
  /** It has to be converted first. */
  isConverted: boolean
}

/** What is less alike than this is no proposal. */
const LEAST = 0.55
const CONVERTED = 0.08
const PER_LEVEL = 0.015
const PER_NODE = 0.02

/** For each row the field that is called most like it; a field is offered once, but for rows that are called exactly as it is. */
export function matchFields<Source extends MatchSource>(
  targets: readonly MatchTarget[],
  sources: readonly Source[],
): readonly Match<Source>[] {
  const prefixes = {
    targets: commonPrefix(targets.map(({ nombre }) => wordsOf(nombre))),
    sources: commonPrefix(sources.map(({ nombre }) => wordsOf(nombre))),
  }
  const candidates = targets
    .flatMap((target) => sources.flatMap((source) => propose(target, source, prefixes) ?? []))
    .toSorted((left, right) => right.score - left.score)
  const taken = new Set<string>()
  const found = new Map<string, Match<Source>>()
  for (const match of candidates) {
    const place = `${match.source.nodo}.${match.source.ruta}`
    const isExact = match.source.nombre === match.nombre
    if (found.has(match.nombre) || (taken.has(place) && !isExact)) continue
    found.set(match.nombre, match)
    taken.add(place)
  }
  return targets.flatMap(({ nombre }) => found.get(nombre) ?? [])
}

interface Prefixes {
  targets: readonly string[]
  sources: readonly string[]
}

function propose<Source extends MatchSource>(
  { nombre, tipo }: MatchTarget,
  source: Source,
  prefixes: Prefixes,
): Match<Source> | null {
  const fit = fitTipo(tipo, source.tipo)
  const likeness = fit === 'imposible' ? null : likenessOf(nombre, source, prefixes)
  if (likeness === null) return null
  const isConverted = fit === 'convertible'
  const depth = source.ruta.split(/[.[]/).length - 1
  const score =
    likeness.score - (isConverted ? CONVERTED : 0) - depth * PER_LEVEL - source.distance * PER_NODE
  return score < LEAST ? null : { nombre, source, score, reason: likeness.reason, isConverted }
}

function likenessOf(
  nombre: string,
  source: MatchSource,
  prefixes: Prefixes,
): { score: number; reason: string } | null {
  if (nombre === source.nombre) return { score: 1, reason: 'Se llama igual' }
  const [wanted, given] = [wordsOf(nombre), wordsOf(source.nombre)]
  if (wanted.length === 0 || given.length === 0) return null
  const [wantedText, givenText] = [wanted.join(''), given.join('')]
  if (wantedText === givenText) return { score: 0.95, reason: 'El mismo nombre, escrito de otra forma' }
  const bare = [withoutPrefix(wanted, prefixes.targets), withoutPrefix(given, prefixes.sources)]
  if (bare[0]?.join('') === bare[1]?.join('')) return { score: 0.9, reason: 'El mismo nombre sin su prefijo' }
  if (isSameSet(wanted, given)) return { score: 0.88, reason: 'Las mismas palabras en otro orden' }
  // `cliente.nombre` for `nombreCliente`: the path says what the name leaves out.
  if (isSameSet(wanted, wordsOf(source.ruta))) return { score: 0.86, reason: 'El nombre dice la ruta entera' }
  const shared = wanted.filter((word) => given.includes(word)).length
  const share = shared / Math.max(wanted.length, given.length)
  if (share >= 0.5) return { score: 0.55 + share * 0.25, reason: 'Comparten palabras' }
  if (wantedText.length >= 5 && isOneLetterApart(wantedText, givenText))
    return { score: 0.7, reason: 'Se escriben casi igual' }
  return null
}

/** `clienteId`, `CLIENTE_ID` and `Cliente Id` are two words: cliente, id. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/\[\d+\]/g, ' ')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** The words with which all names begin, as long as each has more than those. */
function commonPrefix(names: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = names
  if (others.length === 0) return []
  let length = 0
  while (
    length < first.length - 1 &&
    others.every((name) => name[length] === first[length] && name.length > length + 1)
  )
    length++
  return first.slice(0, length)
}

function withoutPrefix(words: readonly string[], prefix: readonly string[]): readonly string[] {
  return prefix.length > 0 && prefix.every((word, at) => words[at] === word)
    ? words.slice(prefix.length)
    : words
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((word) => right.includes(word))
}

/** One letter added, left out or another. */
function isOneLetterApart(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  return short.length === long.length
    ? short.slice(at + 1) === long.slice(at + 1)
    : short.slice(at) === long.slice(at + 1)
}
