import { NoAceptable } from '@div/contract'

/** The forms in which an answer without a media type of its own is offered, best first. */
const FORMATS = ['json', 'xml', 'csv'] as const
export type Format = (typeof FORMATS)[number]
/** `valor`: as JSON, whatever its salida says of how it is sent. */
export type FormatoGuardado = Format | 'valor'

const MEDIA_TYPES: Readonly<Record<Format, readonly string[]>> = {
  json: ['application/json'],
  xml: ['application/xml', 'text/xml'],
  csv: ['text/csv'],
}

/**
 * The format that the call prefers (RFC 9110, 12.5.1). `fixed` are media types that salidas of the process have decided: a call that
 * accepts one of them is not refused. Throws NoAceptable.
 */
export function negotiate(accept: string | undefined, fixed: readonly string[]): Format {
  // Empty, it asks for nothing.
  if (accept === undefined || accept === '*/*' || accept === 'application/json' || accept === '')
    return 'json'
  const ranges = parseAccept(accept)
  if (isBrowser(ranges)) return 'json'
  let best: Format | null = null
  let bestQuality = 0
  for (const format of FORMATS) {
    const quality = Math.max(...MEDIA_TYPES[format].map((mediaType) => qualityOf(mediaType, ranges)))
    if (quality > bestQuality) {
      best = format
      bestQuality = quality
    }
  }
  if (best) return best
  if (fixed.some((mediaType) => qualityOf(mediaType, ranges) > 0)) return 'json'
  throw new NoAceptable({ ofrecidos: [...FORMATS.flatMap((format) => MEDIA_TYPES[format]), ...fixed] })
}

/** A person who opens the address: pages are preferred, and XML is named only by an old habit of browsers. */
function isBrowser(ranges: readonly MediaRange[]): boolean {
  return ranges[0]?.range === 'text/html' && ranges.some(({ range }) => range === '*/*')
}

interface MediaRange {
  range: string
  quality: number
}

function parseAccept(accept: string): MediaRange[] {
  return accept.split(',').map((part) => {
    const [range = '', ...options] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const weight = options.find((option) => option.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2))
    return { range, quality: Number.isFinite(quality) ? quality : 0 }
  })
}

/** The most specific range that covers the media type decides. */
function qualityOf(mediaType: string, ranges: readonly MediaRange[]): number {
  const family = `${mediaType.slice(0, mediaType.indexOf('/'))}/*`
  for (const candidate of [mediaType, family, '*/*']) {
    const found = ranges.find(({ range }) => range === candidate)
    if (found) return found.quality
  }
  return 0
}
