import { connect } from 'node:net'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digestToken, security, usernameToken } from './security-testing.ts'
import { DIVIDIR, envelope, startSoapMotor } from './soap-testing.ts'

let soap: Awaited<ReturnType<typeof startSoapMotor>>
beforeAll(async () => {
  soap = await startSoapMotor({ sobresSinIdentificar: 2 })
})
afterAll(() => soap.close())

const ACCESO = { tipo: 'basico', usuario: 'ana', contrasena: 'correcta-12' } as const
const password = (text: string) => `<w:Password>${text}</w:Password>`
const divide = (ruta: string) => `<Dividir xmlns="urn:div:soap:${ruta}"><a>6</a><b>4</b></Dividir>`

describe('a canal that asks who calls', () => {
  const body = '<Dividir xmlns="urn:div:soap:cerrado"><a>6</a><b>4</b></Dividir>'
  const call = (header: string, headers: Record<string, string> = {}) =>
    soap.post('cerrado', envelope(body, { header }), headers)

  beforeAll(async () => {
    await soap.publish('cerrado', { Dividir: DIVIDIR }, { acceso: ACCESO })
    await soap.publish('con-token', { Dividir: DIVIDIR }, { acceso: { tipo: 'token' } })
  })

  test('takes what HTTP says, and what the envelope says', async () => {
    const basic = `Basic ${Buffer.from('ana:correcta-12').toString('base64')}`
    expect((await call('', { authorization: basic })).status).toBe(200)
    expect((await call(usernameToken('ana', '<w:Password>correcta-12</w:Password>'))).status).toBe(200)
    expect((await call(digestToken('correcta-12'))).status).toBe(200)
  })

  test('refuses everybody else, with a challenge', async () => {
    const nobody = await call('')
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Basic/),
    ])
    expect(nobody.text).toContain('>CREDENCIAL_REQUERIDA<')
    expect((await call(usernameToken('ana', '<w:Password>otra</w:Password>'))).status).toBe(401)
    expect((await call(usernameToken('eva', '<w:Password>correcta-12</w:Password>'))).status).toBe(401)
    expect((await call(digestToken('otra'))).text).toContain('>CREDENCIAL_RECHAZADA<')
  })

  test('refuses a nonce that comes again, and one that is old', async () => {
    const token = digestToken('correcta-12')
    expect((await call(token)).status).toBe(200)
    expect((await call(token)).text).toContain('su Nonce ya se usó')
    const old = digestToken('correcta-12', { created: new Date(Date.now() - 3_600_000) })
    expect((await call(old)).text).toContain('vencido')
    const early = digestToken('correcta-12', { created: new Date(Date.now() + 3_600_000) })
    expect((await call(early)).text).toContain('futuro')
  })

  test('takes a token as the password of whomever', async () => {
    const divide = body.replace('cerrado', 'con-token')
    const header = (token: string) => usernameToken('x', `<w:Password>${token}</w:Password>`)
    expect((await soap.post('con-token', envelope(divide, { header: header('bueno') }))).status).toBe(200)
    expect((await soap.post('con-token', envelope(divide, { header: header('malo') }))).status).toBe(401)
    expect((await soap.post('con-token', envelope(divide, { header: digestToken('bueno') }))).text).toContain(
      'PasswordText',
    )
    expect((await soap.post('con-token', envelope(divide), { 'x-api-key': 'bueno' })).status).toBe(200)
  })
})

describe('a call of which nobody knows who makes it', () => {
  test('is refused by its headers, whatever its body is', async () => {
    const broken = envelope('<a>', { header: usernameToken('ana', password('otra')) })
    expect((await soap.post('cerrado', broken)).status).toBe(401)
    const right = envelope('<a>', { header: usernameToken('ana', password('correcta-12')) })
    expect((await soap.post('cerrado', right)).text).toContain('>CUERPO_INVALIDO<')
    const late = envelope(divide('cerrado')).replace('<s:Header></s:Header>', '')
    const after = late.replace(
      '</s:Envelope>',
      `<s:Header>${usernameToken('ana', password('correcta-12'))}</s:Header></s:Envelope>`,
    )
    expect((await soap.post('cerrado', after)).status).toBe(401)
  })

  test('is told of headers after its body what whoever is known is told', async () => {
    const must = '<x:Firma xmlns:x="urn:x" s:mustUnderstand="1"/>'
    const header = usernameToken('ana', password('correcta-12'))
    const after = (given: string) =>
      envelope(divide('cerrado'), { header: given }).replace(
        '</s:Envelope>',
        `<s:Header>${must}</s:Header></s:Envelope>`,
      )
    const authorization = `Basic ${Buffer.from('ana:correcta-12').toString('base64')}`
    for (const answer of [
      await soap.post('cerrado', after(header)),
      await soap.post('cerrado', after(''), { authorization }),
    ])
      expect([answer.status, answer.text]).toEqual([500, expect.stringContaining('más de un Header')])
  })

  test('is refused by its media type and its size before it is read', async () => {
    expect((await soap.post('cerrado', '{}', { 'content-type': 'application/json' })).status).toBe(415)
    await soap.publish('breve', { Dividir: DIVIDIR }, { acceso: ACCESO, maxCuerpoBytes: 10 })
    expect((await soap.post('breve', envelope(divide('breve')))).status).toBe(413)
  })

  test('is read with few others at a time, and the place comes free', async () => {
    const { hostname, port } = new URL(soap.motor.url)
    const sockets = [1, 2].map(() => {
      const socket = connect(Number(port), hostname)
      socket.write(
        `POST /soap/cerrado HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: text/xml\r\nContent-Length: 900\r\n\r\n<`,
      )
      return socket
    })
    const call = async () => (await soap.post('cerrado', envelope(divide('cerrado')))).status
    await expect.poll(call, { timeout: 60_000 }).toBe(503)
    // Who says it in HTTP is let in all the while.
    const authorization = `Basic ${Buffer.from('ana:correcta-12').toString('base64')}`
    const known = await soap.post('cerrado', envelope(divide('cerrado')), { authorization })
    expect(known.status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await expect.poll(call, { timeout: 60_000 }).toBe(401)
  })

  test('is not read any more from where it failed too often', async () => {
    const limite = { porMinuto: 1, rafaga: 2 }
    await soap.publish('poco', { Dividir: DIVIDIR }, { acceso: ACCESO, limite })
    const call = async (contrasena: string) =>
      (
        await soap.post(
          'poco',
          envelope(divide('poco'), { header: usernameToken('ana', password(contrasena)) }),
        )
      ).status
    expect(await call('correcta-12')).toBe(200)
    expect([await call('mala'), await call('mala'), await call('correcta-12')]).toEqual([401, 401, 429])
  })
})

describe('the header of WS-Security', () => {
  const call = (header: string) =>
    soap.post('tienda', envelope('<Dividir><a>6</a><b>4</b></Dividir>', { header }))

  test('with a part that nobody here reads is not understood', async () => {
    const answer = await call(security('<x:EncryptedKey xmlns:x="http://www.w3.org/2001/04/xmlenc#"/>'))
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('<faultcode>soap:MustUnderstand</faultcode>')
    expect(answer.text).toContain('«EncryptedKey»')
    expect(answer.text).toContain('qname="q:Security"')
  })

  test('for somebody on the way is not ours', async () => {
    const other = security('<x:EncryptedKey xmlns:x="urn:x"/>').replace(
      's:mustUnderstand',
      's:actor="urn:proxy" s:mustUnderstand',
    )
    const own = security(
      `<wsu:Timestamp><wsu:Created>${new Date().toISOString()}</wsu:Created></wsu:Timestamp>`,
    )
    expect((await call(other + own)).status).toBe(200)
    expect((await call(own + own)).text).toContain('más de una cabecera Security')
  })
})

test('a repeat is known by what it asks for, however it says who asks', async () => {
  const key = { 'idempotency-key': uuid() }
  const call = (a: number) =>
    soap.post(
      'cerrado',
      envelope(divide('cerrado').replace('6', String(a)), { header: digestToken('correcta-12') }),
      key,
    )
  const [first, repeated, other] = [await call(6), await call(6), await call(7)]
  expect([first.status, repeated.text]).toEqual([200, first.text])
  expect(repeated.headers.get('idempotency-replayed')).toBe('true')
  expect(other.text).toContain('>IDEMPOTENCIA_DISTINTA<')
})
