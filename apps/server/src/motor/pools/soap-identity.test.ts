import { createServer, type Server } from 'node:https'
import { LIMITS, poolSchema, resilienciaSchema } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import {
  ADDRESSING,
  readEnvelope,
  readTree,
  signEnvelope,
  verifySignature,
  writeEnvelope,
  writeSecurity,
} from '@div/soap'
import { type Identidad, makeIdentities, missingOpenssl } from '@div/soap/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRed } from '../../red/red.ts'
import { createPools } from './pools.ts'
import { testContext, testPorts } from './testing.ts'

const missing = missingOpenssl()

const wsdl = (address: string) => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <message name="in"><part name="a" type="x:int"/></message><message name="out"><part name="b" type="x:int"/></message>
  <portType name="P"><operation name="op"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="op"><s:operation soapAction=""/><input><s:body use="literal" namespace="urn:t"/></input><output><s:body use="literal" namespace="urn:t"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><s:address location="${address}"/></port></service></definitions>`
const ANSWER =
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><t:opResponse xmlns:t="urn:t"><b>8</b></t:opResponse></e:Body></e:Envelope>'

interface Seen {
  method: string | undefined
  authorization: string | undefined
  body: string
}

/** Over TLS, to whom shows a certificate of its authority. */
describe.skipIf(missing !== null)('a service that wants to know who calls', () => {
  const seen: Seen[] = []
  let server: Server
  let address: string
  let autoridad: Identidad
  let conocida: Identidad
  let curva: Identidad
  let ajena: Identidad
  let answer: { status: number; body: string | ((request: string) => Promise<string>) } = {
    status: 200,
    body: ANSWER,
  }

  beforeAll(async () => {
    ;({ autoridad, conocida, curva, ajena } = makeIdentities())
    const { certificado: cert, clave: key } = conocida.pem
    const tls = { cert, key, ca: autoridad.pem.certificado, requestCert: true, rejectUnauthorized: true }
    server = createServer(tls, async (request, response) => {
      const { method, headers } = request
      let body = ''
      for await (const chunk of request) body += chunk
      seen.push({ method, authorization: headers.authorization, body })
      const sent = method === 'GET' ? { status: 200, body: wsdl(address) } : answer
      const text = typeof sent.body === 'string' ? sent.body : await sent.body(body)
      response.writeHead(sent.status, { 'content-type': 'text/xml' }).end(text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const listening = server.address()
    address = `https://127.0.0.1:${typeof listening === 'object' && listening ? listening.port : 0}/`
  })
  afterAll(() => server?.close().closeAllConnections())

  async function configOf(more: Record<string, unknown>): Promise<Record<string, unknown>> {
    const definition = SERVIDORES.soap
    const tls = {
      ca: autoridad.pem.certificado,
      certificado: conocida.pem.certificado,
      clave: conocida.pem.clave,
    }
    const parsed = definition?.config.parse({ wsdl: `${address}?wsdl`, tls, ...more }) ?? {}
    const read = await definition?.completeConfig?.(parsed, {
      servidor: 'Banco',
      red: createRed({ permitirRedPrivada: true, limits: LIMITS }),
      limits: LIMITS,
      signal: AbortSignal.timeout(60_000),
    })
    return { ...parsed, ...read }
  }

  async function call(config: Record<string, unknown>): Promise<unknown> {
    const pools = createPools({
      loadServidor: () => ({
        id: 's1',
        nombre: 'Banco',
        tipoServidor: 'soap',
        activo: true,
        permitirRedPrivada: true,
        config,
        pool: poolSchema.parse({}),
        resiliencia: resilienciaSchema.parse({}),
      }),
      interno: testPorts(),
      limits: LIMITS,
      log: { warn() {} },
    })
    try {
      return await pools
        .prepare({
          nodo: 'n1',
          nombreNodo: 'Llamar',
          servidorId: 's1',
          tipoServidor: 'soap',
          tipoObjeto: 'operacion',
          objeto: { nombre: 'op' },
          parametros: ['a'],
        })
        .call({ a: 7 }, testContext())
    } finally {
      await pools.close()
    }
  }

  test('is read and called with the certificate and the authority of the servidor', async () => {
    const config = await configOf({})
    expect(config.direccionDelWsdl).toBe(address)
    expect(await call(config)).toMatchObject({ cuerpo: { b: 8 } })
    await expect(configOf({ tls: { ca: autoridad.pem.certificado } })).rejects.toThrow()
    await expect(configOf({ tls: {} })).rejects.toThrow('certificado')
  })

  test('is told the user and password of HTTP, also for its WSDL', async () => {
    const seguridad = { tipo: 'basico', usuario: 'ana', contrasena: 'ñandú' }
    seen.length = 0
    const config = await configOf({ seguridad })
    await call(config)
    const expected = `Basic ${Buffer.from('ana:ñandú').toString('base64')}`
    // Before the WSDL was read nobody knew that the service lies where its WSDL does.
    expect(seen.map(({ method, authorization }) => [method, authorization])).toEqual([
      ['GET', expected],
      ['POST', expected],
    ])
  })

  test('gets messages that it can verify', async () => {
    const { certificado, clave } = conocida.pem
    seen.length = 0
    await call(await configOf({ seguridad: { tipo: 'x509', certificado, clave } }))
    const { body: text } = seen.find(({ method }) => method === 'POST') ?? { body: '' }
    const refuse = (motivo: string): never => {
      throw new Error(motivo)
    }
    const root = readTree(text, { limits: LIMITS, refuse })
    const envelope = readEnvelope(root, refuse)
    if (!envelope) throw new Error('it is no envelope')
    const rules = { limits: LIMITS, trusted: [autoridad.certificado], nowMs: Date.now(), refuse }
    const { signer, body } = await verifySignature(text, { root, envelope }, rules)
    expect(signer).toBe(conocida.certificado.fingerprint256)
    expect(body.children[0]?.children[0]?.text).toBe('7')
  })

  test('is not called with a key that is of another certificate', async () => {
    const seguridad = { tipo: 'x509', certificado: autoridad.pem.certificado, clave: conocida.pem.clave }
    await expect(call(await configOf({ seguridad }))).rejects.toMatchObject({
      errores: [{ campo: 'config.seguridad.certificado' }],
    })
  })

  describe('whose answers have to be signed', () => {
    const RESULT = '<t:opResponse xmlns:t="urn:t"><b>8</b></t:opResponse>'
    const FAULT =
      '<soap:Fault><faultcode>soap:Client</faultcode><faultstring>Sin saldo</faultstring></soap:Fault>'

    function sign(
      { certificado, clave }: Identidad,
      body = RESULT,
      { nowMs = Date.now(), header = '' } = {},
    ): Promise<string> {
      const security = writeSecurity({ certificado, vigenciaMs: 60_000, nonce: Buffer.alloc(1), nowMs })
      return signEnvelope(writeEnvelope({ version: '1.1', header: security + header, body }), { clave })
    }

    async function callSigned(
      body: typeof answer.body,
      { status = 200, ...more }: { status?: number; [setting: string]: unknown } = {},
    ): Promise<unknown> {
      answer = { status, body }
      try {
        return await call(await configOf({ firmaDeRespuestas: autoridad.pem.certificado, ...more }))
      } finally {
        answer = { status: 200, body: ANSWER }
      }
    }

    test('is believed when its authority knows who signed, whatever the kind of key', async () => {
      for (const quien of [conocida, curva])
        expect(await callSigned(await sign(quien))).toMatchObject({ cuerpo: { b: 8 } })
    })

    test('is believed when it signs a fault', async () => {
      await expect(callSigned(await sign(conocida, FAULT), { status: 500 })).rejects.toMatchObject({
        extra: { falla: { motivo: 'Sin saldo' } },
      })
    })

    const BODY = /<soap:Body[\s\S]*<\/soap:Body>/
    const OTHER = '<soap:Body><t:opResponse xmlns:t="urn:t"><b>9</b></t:opResponse></soap:Body>'
    const bodyOf = (text: string) => BODY.exec(text)?.[0] ?? ''

    test.each<[what: string, make: () => string | Promise<string>, motivo: string]>([
      ['without a signature', () => ANSWER, 'no está firmado'],
      [
        'with a fault that nobody signed',
        () => ANSWER.replace(/<t:op.*Response>/, FAULT.replaceAll('soap:', 'e:')),
        'no está firmado',
      ],
      ['signed by a stranger', () => sign(ajena), 'no se confía'],
      ['changed on its way', async () => (await sign(conocida)).replace('>8<', '>9<'), 'no corresponde'],
      [
        'with the signed body moved into a header, and another in its place',
        async () => {
          const text = await sign(conocida)
          const signed = bodyOf(text)
          return text.replace(signed, OTHER).replace('</soap:Header>', `<x>${signed}</x></soap:Header>`)
        },
        'no está firmado',
      ],
      [
        'with another body before the signed one',
        async () => {
          const text = await sign(conocida)
          return text.replace('<soap:Body', `${OTHER}<soap:Body`)
        },
        'más de un Body',
      ],
      ['that is ten minutes old', () => sign(conocida, RESULT, { nowMs: Date.now() - 700_000 }), 'vencido'],
    ])('%s is refused', async (_what, make, motivo) => {
      await expect(callSigned(await make())).rejects.toThrow(motivo)
    })

    describe('and say to which call they answer', () => {
      const relatesTo = (id: string) => `<wsa:RelatesTo xmlns:wsa="${ADDRESSING}">${id}</wsa:RelatesTo>`
      const ownOf = (request: string) => />(urn:uuid:[\da-f-]{36})</.exec(request)?.[1] ?? ''
      const related = (make: (own: string) => Promise<string>) =>
        callSigned((request) => make(ownOf(request)), {
          identificarMensajes: true,
          seguridad: { tipo: 'x509', ...conocida.pem },
        })

      test('is believed when that is signed too', async () => {
        const answered = related((own) => sign(conocida, RESULT, { header: relatesTo(own) }))
        expect(await answered).toMatchObject({ cuerpo: { b: 8 } })
      })

      test.each<[what: string, make: (own: string) => Promise<string>, motivo: string]>([
        [
          'is that of another call',
          () => sign(conocida, RESULT, { header: relatesTo('urn:uuid:antes') }),
          'es de otra petición',
        ],
        ['says nothing of it', () => sign(conocida), 'no dice a qué petición responde'],
        ['says nothing of it in a fault', () => sign(conocida, FAULT), 'no dice a qué petición responde'],
        [
          'says it where nobody signed it',
          async (own) => (await sign(conocida)).replace('</soap:Header>', `${relatesTo(own)}</soap:Header>`),
          'no dice a qué petición responde',
        ],
      ])('is refused when it %s', async (_what, make, motivo) => {
        await expect(related(make)).rejects.toThrow(motivo)
      })

      test('is asked by a call that signs which message it is', async () => {
        seen.length = 0
        await related((own) => sign(conocida, RESULT, { header: relatesTo(own) }))
        const { body: text } = seen.find(({ method }) => method === 'POST') ?? { body: '' }
        const refuse = (motivo: string): never => {
          throw new Error(motivo)
        }
        const root = readTree(text, { limits: LIMITS, refuse })
        const envelope = readEnvelope(root, refuse)
        if (!envelope) throw new Error('it is no envelope')
        const rules = { limits: LIMITS, trusted: [autoridad.certificado], nowMs: Date.now(), refuse }
        const { headers } = await verifySignature(text, { root, envelope }, rules)
        expect(headers.map(({ local }) => local)).toEqual(['To', 'Action', 'MessageID', 'ReplyTo'])
      })
    })

    test('is not called when nobody could be believed', async () => {
      const config = await configOf({ firmaDeRespuestas: 'nada' })
      await expect(call(config)).rejects.toMatchObject({
        errores: [{ campo: 'config.firmaDeRespuestas' }],
      })
    })
  })
})
