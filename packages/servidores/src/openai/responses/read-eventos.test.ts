import { expect, test } from 'vitest'
import { LectorDeEventos } from './read-eventos.ts'

function readAll(...eventos: { type: string; [name: string]: unknown }[]) {
  const lector = new LectorDeEventos(({ code, message }) => new Error(`${code}: ${message}`))
  return [...eventos.flatMap((evento) => lector.read(evento)), ...lector.end()]
}

const TOKENS = { input_tokens: 11, output_tokens: 7, input_tokens_details: { cached_tokens: 4 } }
const COMPLETED = { type: 'response.completed', response: { status: 'completed', usage: TOKENS } }

test('what a model thinks is no part of what it says', () => {
  const parts = readAll(
    { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'Veamos.' },
    { type: 'response.output_item.done', output_index: 0, item: { type: 'reasoning' } },
    { type: 'response.output_text.delta', output_index: 1, delta: 'Son ' },
    { type: 'response.output_text.delta', output_index: 1, delta: 'dos.' },
    COMPLETED,
  )
  expect(parts.map(({ type }) => type)).toEqual([
    'reasoning-start',
    'reasoning-delta',
    'reasoning-end',
    'text-start',
    'text-delta',
    'text-delta',
    'text-end',
    'finish',
  ])
  expect(parts.at(-1)).toMatchObject({
    finishReason: { unified: 'stop' },
    usage: { inputTokens: { total: 11, cacheRead: 4 }, outputTokens: { total: 7 } },
  })
})

test('calls of tools are told apart by their place, however their arguments come', () => {
  const item = (call_id: string, args: string) => ({
    type: 'function_call',
    call_id,
    name: 'sumar',
    arguments: args,
  })
  const parts = readAll(
    { type: 'response.output_item.added', output_index: 0, item: item('a', '') },
    { type: 'response.output_item.added', output_index: 1, item: item('b', '') },
    { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"n":2}' },
    { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"n":1}' },
    { type: 'response.output_item.done', output_index: 0, item: item('a', '{"n":1}') },
    { type: 'response.output_item.done', output_index: 1, item: item('b', '{"n":2}') },
    COMPLETED,
  )
  expect(parts.filter(({ type }) => type === 'tool-input-delta')).toEqual([
    { type: 'tool-input-delta', id: 'b', delta: '{"n":2}' },
    { type: 'tool-input-delta', id: 'a', delta: '{"n":1}' },
  ])
  expect(parts.filter(({ type }) => type === 'tool-call')).toEqual([
    { type: 'tool-call', toolCallId: 'a', toolName: 'sumar', input: '{"n":1}' },
    { type: 'tool-call', toolCallId: 'b', toolName: 'sumar', input: '{"n":2}' },
  ])
  expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls' } })
})

test.each([
  [{ reason: 'max_output_tokens' }, 'length'],
  [{ reason: 'content_filter' }, 'content-filter'],
  [{ reason: 'otra' }, 'other'],
])('an answer that is not whole says why: %j', (incomplete_details, unified) => {
  const response = { status: 'incomplete', incomplete_details }
  expect(readAll({ type: 'response.incomplete', response })).toMatchObject([
    { type: 'finish', finishReason: { unified } },
  ])
})

test.each([
  { type: 'response.failed', response: { error: { code: 'server_error', message: 'se rompió' } } },
  { type: 'error', code: 'server_error', message: 'se rompió' },
  { type: 'error', error: { code: 'server_error', message: 'se rompió' } },
])('what went wrong ends it: $type', (evento) => {
  expect(readAll(evento)).toEqual([{ type: 'error', error: new Error('server_error: se rompió') }])
})

test('a stream that does not say how it ended was interrupted, and a false event is refused', () => {
  const said = { type: 'response.output_text.delta', output_index: 0, delta: 'Son ' }
  expect(readAll(said, { type: 'response.otra.cosa' }).at(-1)).toMatchObject({
    type: 'finish',
    finishReason: { unified: 'interrupted', raw: undefined },
  })
  expect(() => readAll({ ...said, delta: 7 })).toThrow('delta')
})
