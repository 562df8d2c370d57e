type MediaType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'

/** What pictures begin with, by what they are. */
const FIRMAS: readonly (readonly [MediaType, number, string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
]

/** Of a picture that models look at; null: it is none. What its name says does not count. */
export function mediaTypeOfImagen(bytes: Uint8Array): MediaType | null {
  const text = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const found = FIRMAS.find(([, at, mark]) => text.startsWith(mark, at))
  return found?.[0] ?? null
}
