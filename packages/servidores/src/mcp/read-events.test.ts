import { expect, test } from 'vitest'
import { type EventStream, readEvents } from './read-events.ts'

const TEXT =
  ': nota\r\nid: 1\r\ndata: {"a":\r\ndata: 1}\r\n\r\nretry: 250\nid:\ndata\n\ndata: «ñ»\r\rdata: sin fin'
const EVENTS = [
  { data: '{"a":\n1}', id: '1' },
  { data: '', id: '' },
  { data: '«ñ»', id: null },
]

test.each([1, 2, 3, 7, 1_000])('events are the same in pieces of %i bytes', async (size) => {
  const bytes = Buffer.from(TEXT)
  async function* cut() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const stream: EventStream = { retryMs: null }
  const events = []
  for await (const event of readEvents(cut(), stream)) events.push(event)
  expect(events).toEqual(EVENTS)
  expect(stream.retryMs).toBe(250)
})
