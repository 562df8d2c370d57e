import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

export function gzip(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  return through(content, createGzip())
}

export function gunzip(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  return through(content, createGunzip())
}

/** A failure of the source is thrown as it is; whoever stops reading ends the source too. */
async function* through(content: AsyncIterable<Buffer>, transform: Transform): AsyncGenerator<Buffer> {
  const done = pipeline(Readable.from(content), transform)
  // It is waited for below, or the same failure is thrown by the reading.
  done.catch(() => {})
  for await (const part of transform) yield Buffer.from(part)
  await done
}
