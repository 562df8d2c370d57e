import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json as read } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ECHO, json, startRestMotor } from './rest/rest-testing.ts'
import { type Reading, SlowBodies } from './slow-bodies.ts'

describe('over the generations', () => {
  const limits = { cuerpoLentoMs: 60_000, cuerposLentos: 1 }
  let bodies: SlowBodies
  const told: string[] = []
  const reading = (name: string): Reading => ({
    yieldPlace: () => told.push(`${name} yields`),
    refuseSlow: () => told.push(`${name} is refused`),
  })
  beforeAll(() => {
    bodies = new SlowBodies(limits)
  })
  afterAll(() => bodies.close())

  test('who is there at the second look yields, and beyond the limit is refused', () => {
    const [quick, slow, slower, last] = ['quick', 'slow', 'slower', 'last'].map(reading) as [
      Reading,
      Reading,
      Reading,
      Reading,
    ]
    for (const each of [quick, slow, slower]) bodies.begin(each)
    bodies.age()
    bodies.end(quick)
    expect(told).toEqual([])
    bodies.age()
    expect(told).toEqual(['slow yields', 'slower is refused'])
    expect(bodies.count).toBe(1)
    bodies.end(slow)
    bodies.begin(last)
    bodies.age()
    bodies.age()
    expect(told.at(-1)).toBe('last yields')
  })
})

describe('a caller that sends its body slowly', () => {
  let rest: Awaited<ReturnType<typeof startRestMotor>>
  const sending: ClientRequest[] = []
  beforeAll(async () => {
    rest = await startRestMotor({ cuerpoLentoMs: 50, cuerposLentos: 1 })
    await rest.publish('angosto', ECHO, { concurrencia: 1 })
  })
  afterEach(() => {
    for (const each of sending.splice(0)) each.destroy()
  })
  afterAll(() => rest.close())

  /** The first half of a body is on its way. */
  function beginSlowly(canal = 'angosto'): ClientRequest {
    const each = request(`${rest.motor.url}/rest/${canal}/cosas`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 8 },
    })
    // Those that a test leaves are cut after it.
    each.on('error', () => {})
    each.write('{"id"')
    sending.push(each)
    return each
  }
  const callOther = () => rest.call('/angosto/cosas', json({ id: 1 }))
  const answerOf = async (each: ClientRequest): Promise<IncomingMessage> =>
    (await once(each, 'response'))[0] as IncomingMessage

  test('holds no place that others could have, and is answered when it has come', async () => {
    const slow = beginSlowly()
    await expect.poll(async () => (await callOther()).status).toBe(200)
    const answered = answerOf(slow)
    slow.end(':7}')
    expect(await read(await answered)).toMatchObject({ id: 7 })
    await expect.poll(rest.motor.motor.active).toBe(0)
  })

  test('is told so where there are too many of its kind', async () => {
    const [first, second] = [beginSlowly('eco'), beginSlowly('eco')]
    const answer = await Promise.race([answerOf(first), answerOf(second)])
    expect(answer.statusCode).toBe(408)
    expect(await read(answer)).toMatchObject({ codigo: 'PETICION_LENTA' })
  })

  test('and leaves is forgotten', async () => {
    beginSlowly().destroy()
    await expect.poll(async () => (await callOther()).status).toBe(200)
    await expect.poll(rest.motor.motor.active).toBe(0)
  })
})
