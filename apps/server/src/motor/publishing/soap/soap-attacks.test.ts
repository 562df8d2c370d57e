import { signEnvelope, writeEnvelope, writeSecurity } from '@div/soap'
import { type Identidad, makeIdentities, missingOpenssl } from '@div/soap/testing'
import { listWrappings } from '@div/soap/wrapping'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digestToken, usernameToken } from './security-testing.ts'
import { DIVIDIR, envelope, NAMESPACES, type SoapAnswer, startSoapMotor } from './soap-testing.ts'

/*
 * What is known to be tried on services of SOAP, sent to published canales over HTTP in both versions. Each is answered by a fault of its version, and
 * whoever calls next is answered as ever.
 */

const VERSIONS = ['1.1', '1.2'] as const
type Version = (typeof VERSIONS)[number]
const WIRE = {
  '1.1': { type: 'text/xml; charset=utf-8', status: 500, code: 'soap:Client' },
  '1.2': { type: 'application/soap+xml; charset=utf-8', status: 400, code: 'soap:Sender' },
} as const

const PASSWD = 'file:///etc/passwd'
const repeat = (client: string) => `<Repetir><cliente>${client}</cliente></Repetir>`
const LAUGHS = Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
).join('')
const withType = (subset: string, body: string) => (version: Version) =>
  `<!DOCTYPE Envelope [${subset}]>${envelope(body, { version })}`
const within = (body: string) => (version: Version) => envelope(body, { version })
const LEVELS = 50_000
const ATTRIBUTES = Array.from({ length: 5_000 }, (_, n) => `a${n}=""`).join(' ')

const DOCUMENTS: readonly (readonly [what: string, make: (version: Version) => string, motivo: RegExp])[] = [
  ['a billion laughs', withType(`<!ENTITY l0 "ja">${LAUGHS}`, repeat('&l9;')), /DOCTYPE/],
  [
    'one large entity, many times',
    withType(`<!ENTITY e "${'x'.repeat(50_000)}">`, repeat('&e;'.repeat(1_000))),
    /DOCTYPE/,
  ],
  [
    'an entity that refers to itself',
    withType('<!ENTITY a "&b;"><!ENTITY b "&a;">', repeat('&a;')),
    /DOCTYPE/,
  ],
  ['a file as an entity', withType(`<!ENTITY f SYSTEM "${PASSWD}">`, repeat('&f;')), /DOCTYPE/],
  [
    'an address as an entity',
    withType('<!ENTITY f SYSTEM "http://169.254.169.254/">', repeat('&f;')),
    /DOCTYPE/,
  ],
  [
    'entities of parameters, with which what they hold is sent away',
    withType(
      `<!ENTITY % f SYSTEM "${PASSWD}"><!ENTITY % d SYSTEM "http://127.0.0.1:9/x.dtd">%d;`,
      repeat('x'),
    ),
    /DOCTYPE/,
  ],
  [
    'a document type that lies elsewhere',
    (version) => `<!DOCTYPE Envelope SYSTEM "${PASSWD}">${envelope(repeat('x'), { version })}`,
    /DOCTYPE/,
  ],
  ['an entity that nobody declares', within(repeat('&f;')), /mal formado/],
  [
    'a file that is to be included',
    within(repeat(`<i:include xmlns:i="http://www.w3.org/2001/XInclude" parse="text" href="${PASSWD}"/>`)),
    /contrato|texto/,
  ],
  ['elements nested without end', within('<a>'.repeat(LEVELS)), /20 niveles/],
  [
    'headers nested without end',
    (version) => envelope(repeat('x'), { version, header: '<h>'.repeat(LEVELS) }),
    /20 niveles/,
  ],
  ['thousands of attributes', within(`<Repetir ${ATTRIBUTES}/>`), /atributos/],
]

let soap: Awaited<ReturnType<typeof startSoapMotor>>
beforeAll(async () => {
  soap = await startSoapMotor()
})
afterAll(() => soap.close())

const post = (ruta: string, text: string, version: Version) =>
  soap.post(ruta, text, { 'content-type': WIRE[version].type })

/** A fault of the version, which tells nothing of what was asked for. */
function expectFault(
  { text, status, headers }: SoapAnswer,
  { version, motivo }: { version: Version; motivo: RegExp | string },
): void {
  const { type, code } = WIRE[version]
  expect(headers.get('content-type')).toBe(type)
  expect(text).toContain(`xmlns:soap="${NAMESPACES[version]}"`)
  expect(text).toMatch(motivo)
  expect(text).not.toMatch(/root:|xxxxx|jaja/)
  // 1.1 has one code, which WS-Security takes for its own.
  const codes = version === '1.1' ? [`<faultcode>${code}<`, '>q:InvalidSecurity<'] : [`>${code}<`]
  expect(codes.filter((each) => text.includes(each))).toHaveLength(1)
  expect([WIRE[version].status, 401]).toContain(status)
}

describe.each(VERSIONS)('SOAP %s', (version) => {
  test.each(DOCUMENTS)('%s is refused with a fault', async (_what, make, motivo) => {
    const answer = await post('tienda', make(version), version)
    expectFault(answer, { version, motivo })
    expect(answer.status).toBe(WIRE[version].status)
    const next = await post('tienda', envelope(repeat('Íñigo'), { version }), version)
    expect([next.status, next.text.includes('Hola, ÍÑIGO')]).toEqual([200, true])
  })

  describe('a canal that knows who calls by a digest', () => {
    const ruta = `clave-${version.replace('.', '')}`
    const call = (header: string) =>
      post(
        ruta,
        envelope(`<Dividir xmlns="urn:div:soap:${ruta}"><a>6</a><b>4</b></Dividir>`, { version, header }),
        version,
      )

    beforeAll(async () => {
      const acceso = { tipo: 'basico', usuario: 'ana', contrasena: 'correcta-12' } as const
      await soap.publish(ruta, { Dividir: DIVIDIR }, { acceso })
    })

    test('takes a nonce once, also of calls that come at the same time', async () => {
      const token = digestToken('correcta-12')
      const answers = await Promise.all(Array.from({ length: 5 }, () => call(token)))
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(4)
      for (const answer of [...refused, await call(token)])
        expectFault(answer, { version, motivo: 'su Nonce ya se usó' })
    })

    test.each([
      [
        'of another time',
        () => digestToken('correcta-12', { created: new Date(Date.now() - 3_600_000) }),
        'vencido',
      ],
      [
        'without a nonce',
        () => digestToken('correcta-12').replace(/<w:Nonce>.*<\/w:Nonce>/, ''),
        'necesita Nonce y Created',
      ],
      [
        'whose nonce was changed',
        () => digestToken('correcta-12').replace(/<w:Nonce>[^<]*/, '<w:Nonce>AAAA'),
        'credencial',
      ],
      [
        'that says another password',
        () => usernameToken('ana', '<w:Password>otra</w:Password>'),
        'credencial',
      ],
    ])('refuses a token %s', async (_what, make, motivo) => {
      expectFault(await call(make()), { version, motivo: new RegExp(motivo, 'i') })
    })
  })

  describe.skipIf(missingOpenssl() !== null)('a canal that takes signed envelopes', () => {
    const ruta = `firma-${version.replace('.', '')}`
    const divide = (a: number) => `<Dividir xmlns="urn:div:soap:${ruta}"><a>${a}</a><b>4</b></Dividir>`
    let conocida: Identidad

    const sign = () => {
      const { certificado, clave } = conocida
      const rules = { certificado, vigenciaMs: 60_000, nonce: Buffer.alloc(1), nowMs: Date.now() }
      return signEnvelope(writeEnvelope({ version, header: writeSecurity(rules), body: divide(6) }), {
        clave,
      })
    }

    beforeAll(async () => {
      const made = makeIdentities()
      conocida = made.conocida
      const acceso = { tipo: 'firma', certificados: made.autoridad.pem.certificado } as const
      await soap.publish(ruta, { Dividir: DIVIDIR }, { acceso })
    })

    test.each(listWrappings({ evil: divide(9_000), changed: ['>6<', '>9000<'] }))(
      'refuses %s',
      async (_what, wrap, motivo) => {
        // What 1.1 calls the actor, 1.2 calls the role.
        const forged = wrap(await sign()).replaceAll(
          'soap:actor=',
          version === '1.1' ? 'soap:actor=' : 'soap:role=',
        )
        const answer = await post(ruta, forged, version)
        expectFault(answer, { version, motivo })
        expect(answer.text).not.toContain('2250')
      },
    )

    test('takes the same message once', async () => {
      const text = await sign()
      expect((await post(ruta, text, version)).text).toContain('>1.5<')
      expectFault(await post(ruta, text, version), { version, motivo: 'esta firma ya se usó' })
      // Another spelling of the same signature is the same.
      const spelled = text.replace(/(<ds:SignatureValue>.{20})/, '$1\n')
      expectFault(await post(ruta, spelled, version), { version, motivo: 'esta firma ya se usó' })
    })
  })
})
