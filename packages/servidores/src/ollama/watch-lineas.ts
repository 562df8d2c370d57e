import { isPlainObject, lookUp } from '@div/contract'

/** What is thrown of a stream that says that something went wrong (its line), and of one that ends without having said so. */
export interface Fallos {
  failed(line: string): Error
  cut(): Error
}

/** Passes on the lines of an answer of Ollama while they tell it: the library goes on as if nothing were wrong with any other. */
export function watchLineas({ failed, cut }: Fallos): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let rest = ''
  let isWhole = false

  function check(line: string): string {
    const told = parse(line)
    if (isPlainObject(told)) {
      if (typeof lookUp(told, 'error') === 'string') throw failed(line)
      isWhole ||= lookUp(told, 'done') === true
    }
    return `${line}\n`
  }

  return new TransformStream({
    transform(piece, controller) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) controller.enqueue(encoder.encode(check(line)))
    },
    flush(controller) {
      const line = rest + decoder.decode()
      if (line !== '') controller.enqueue(encoder.encode(check(line)))
      if (!isWhole) throw cut()
    },
  })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Not for us to say what that is.
    return null
  }
}
