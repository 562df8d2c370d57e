import { expect, test } from 'vitest'
import { watchLineas } from './watch-lineas.ts'

async function pass(...pieces: string[]): Promise<string> {
  const watched = watchLineas({ failed: (line) => new Error(`failed: ${line}`), cut: () => new Error('cut') })
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece))
  return new Response(ReadableStream.from(bytes).pipeThrough(watched)).text()
}

test('an answer comes as it was written, wherever it is cut', async () => {
  const whole = '{"message":{"content":"Año"}}\n{"done":true}\n'
  const bytes = new TextEncoder().encode(whole)
  for (let at = 0; at <= bytes.length; at++) {
    const watched = watchLineas({ failed: Error, cut: () => new Error('cut') })
    const pieces = ReadableStream.from([bytes.slice(0, at), bytes.slice(at)])
    expect(await new Response(pieces.pipeThrough(watched)).text()).toBe(whole)
  }
  expect(await pass('{"done":true}')).toBe('{"done":true}\n')
})

test('what says that something went wrong ends it', async () => {
  await expect(pass('{"message":{"content":"uno"}}\n', '{"error":"se rompió"}\n')).rejects.toThrow(
    'failed: {"error":"se rompió"}',
  )
})

test.each([[['{"message":{"content":"uno"}}\n']], [['{"message":{"conte']], [[]]])(
  'what ends without saying so was cut: %j',
  async (pieces) => {
    await expect(pass(...pieces)).rejects.toThrow('cut')
  },
)
