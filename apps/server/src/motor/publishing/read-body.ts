import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { CuerpoDemasiadoGrande, CuerpoInvalido } from '@div/contract'

/** The text of UTF-8 bytes. Throws CuerpoInvalido when they are not, or hold a NUL. */
export function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new CuerpoInvalido({ motivo: 'no es UTF-8 válido' })
  if (bytes.includes(0)) throw new CuerpoInvalido({ motivo: 'contiene un carácter nulo' })
  // A byte order mark is not part of the text.
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    ? bytes.toString('utf8', 3)
    : bytes.toString()
}

interface MediaType {
  mediaType: string
  isUtf8: boolean
}

/** Callers say few of them, over and over. */
const MAX_KNOWN = 64
const known = new Map<string, MediaType>()

/** What a Content-Type says, without case; `isUtf8`: or it says no charset. */
export function parseMediaType(contentType: string): MediaType {
  const before = known.get(contentType)
  if (before) return before
  const [mediaType = '', ...options] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const charset = options.find((option) => option.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  const parsed = { mediaType, isUtf8 }
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(contentType, parsed)
  return parsed
}

const NO_BYTES = Buffer.alloc(0)

/**
 * Collects the body and calls back once: with the bytes, or with the error that ends the call. A body that says its length is whole with
 * its last byte; its end would be told in a turn of its own.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  done: (error: Error | null, bytes: Buffer) => void,
): void {
  const tooLarge = () => new CuerpoDemasiadoGrande({ maximoBytes: maxBytes })
  const length = Number(request.headers['content-length'])
  if (length > maxBytes) {
    done(tooLarge(), NO_BYTES)
    return
  }
  let first: Buffer | null = null
  let more: Buffer[] | null = null
  let size = 0
  let isOver = false
  // What comes after is not listened to, and not let go of either: taking a listener away costs more than it does.
  const finish = (error: Error | null) => {
    if (isOver) return
    isOver = true
    done(error, more ? Buffer.concat(more) : (first ?? NO_BYTES))
  }
  const onData = (chunk: Buffer) => {
    if (isOver) return
    size += chunk.length
    if (size > maxBytes) {
      request.pause()
      finish(tooLarge())
      return
    }
    if (!first) first = chunk
    else if (more) more.push(chunk)
    else more = [first, chunk]
    if (size === length) finish(null)
  }
  // It closes after every call, and an error made for nobody would cost as much as its answer.
  const onBreak = (cause?: Error) => {
    if (!isOver) finish(new CuerpoInvalido({ motivo: 'la conexión se cortó' }, { cause }))
  }
  request.on('data', onData).on('error', onBreak).on('close', onBreak)
  if (Number.isNaN(length)) request.on('end', () => finish(null))
}
