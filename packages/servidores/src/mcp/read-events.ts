import { StringDecoder } from 'node:string_decoder'

/** One event of a stream (HTML, Server-sent events). */
export interface ServerEvent {
  data: string
  /** Null: it said none. */
  id: string | null
}

/** What a stream of events tells besides them. */
export interface EventStream {
  /** Milliseconds to wait before it is asked for again. */
  retryMs: number | null
}

/** The events of a stream, each as soon as it is whole. Its size is bounded by whoever gives the pieces. */
export async function* readEvents(
  pieces: AsyncIterable<Buffer>,
  stream: EventStream,
): AsyncGenerator<ServerEvent> {
  const event = new EventText()
  for await (const lines of readLines(pieces)) {
    for (const line of lines) {
      if (line === '') yield* event.take()
      else event.add(line, stream)
    }
  }
}

/** What has come of one event. */
class EventText {
  #data: string[] = []
  #id: string | null = null

  add(line: string, stream: EventStream): void {
    const { name, value } = readField(line)
    if (name === 'data') this.#data.push(value)
    else if (name === 'id' && !value.includes('\0')) this.#id = value
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) stream.retryMs = Number(value)
  }

  /** It has ended: none, where it said nothing. */
  take(): ServerEvent[] {
    const [data, id] = [this.#data, this.#id]
    this.#data = []
    this.#id = null
    return data.length > 0 || id !== null ? [{ data: data.join('\n'), id }] : []
  }
}

function readField(line: string): { name: string; value: string } {
  const at = line.indexOf(':')
  return at < 0
    ? { name: line, value: '' }
    : { name: line.slice(0, at), value: line.slice(at + 1).replace(/^ /, '') }
}

/** Lines that are whole, however they come; each character is looked at once. */
async function* readLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  let begun: string[] = []
  let held = ''
  for await (const piece of pieces) {
    let text = held + decoder.write(piece)
    // A return at the end may be the first half of a line's end.
    held = text.endsWith('\r') ? '\r' : ''
    text = text.slice(0, text.length - held.length)
    const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
    if (last < 0) {
      begun.push(text)
      continue
    }
    const end = text.slice(last - 1, last + 1) === '\r\n' ? last - 1 : last
    const whole = begun.join('') + text.slice(0, end)
    begun = [text.slice(last + 1)]
    yield whole.split(/\r\n|\r|\n/)
  }
}
