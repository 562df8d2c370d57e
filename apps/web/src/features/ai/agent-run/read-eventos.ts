import type { EventoDeAgente } from '@div/contract'

/** The events of an answer, as they come; comments and what is cut at its end are none. */
export async function* readEventos(body: ReadableStream<Uint8Array>): AsyncIterable<EventoDeAgente> {
  const reader = body.getReader()
  // A letter may be cut between two pieces.
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '))
      // The server's tests hold it to what it sends.
      if (data !== undefined) yield JSON.parse(data.slice('data: '.length)) as EventoDeAgente
    }
  }
}
