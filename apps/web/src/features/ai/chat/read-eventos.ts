import type { EventoDeChat } from '@div/contract'

/** The events of an answer (text/event-stream), as they come. */
export async function* readEventos(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncIterable<EventoDeChat> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '))
      // The route declares what it tells, and the server's tests hold it to that.
      if (data !== undefined) yield JSON.parse(data.slice('data: '.length)) as EventoDeChat
    }
  }
}
