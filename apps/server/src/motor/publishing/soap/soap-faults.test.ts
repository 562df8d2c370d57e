import { afterAll, beforeAll, expect, test } from 'vitest'
import { flujoOf } from '../rest/rest-testing.ts'
import { security } from './security-testing.ts'
import { envelope, startSoapMotor } from './soap-testing.ts'

let soap: Awaited<ReturnType<typeof startSoapMotor>>
beforeAll(async () => {
  soap = await startSoapMotor()
})
afterAll(() => soap.close())

const DIVIDE = '<Dividir><a>6</a><b>4</b></Dividir>'
const SOAP_12 = { 'content-type': 'application/soap+xml; charset=utf-8' }
const replyTo =
  '<a:ReplyTo xmlns:a="http://www.w3.org/2005/08/addressing"><a:Address>http://otro/</a:Address></a:ReplyTo>'

const CASES: [
  name: string,
  body: string,
  headers: Record<string, string>,
  status: number,
  fault: RegExp,
  /** Null: it is of a header, and has no detail. */
  codigo: string | null,
][] = [
  ['what is no XML', '<a>', {}, 500, /Client/, 'CUERPO_INVALIDO'],
  [
    'a document type',
    `<!DOCTYPE a [<!ENTITY e "x">]>${envelope(DIVIDE)}`,
    {},
    500,
    /Client/,
    'CUERPO_INVALIDO',
  ],
  [
    'what is nested too deeply',
    envelope(`${'<a>'.repeat(30)}${'</a>'.repeat(30)}`),
    {},
    500,
    /Client/,
    'CUERPO_INVALIDO',
  ],
  [
    'another version',
    '<Envelope xmlns="urn:soap"><Body/></Envelope>',
    {},
    500,
    /VersionMismatch.*SOAP 1\.2/,
    null,
  ],
  ['an operation that nobody published', envelope('<Borrar/>'), {}, 500, /Client/, 'OPERACION_DESCONOCIDA'],
  [
    'an empty body without a word of what is wanted',
    envelope(''),
    { soapaction: '""' },
    500,
    /Client.*el Body está vacío, y ninguna SOAPAction dice qué operación se pide/,
    'CUERPO_INVALIDO',
  ],
  [
    'a second element in the body',
    envelope(`${DIVIDE}<Restar/>`),
    {},
    500,
    /Client.* En el Body se esperaba un solo elemento y llegaron 2: «Dividir» y «Restar»\.</,
    'ENTRADA_INVALIDA',
  ],
  [
    'what is missing, which its reason names',
    envelope('<Dividir><a>1</a></Dividir>'),
    {},
    500,
    /Client.*<faultstring xml:lang="es">[^<]* b: Falta este dato\.</,
    'ENTRADA_INVALIDA',
  ],
  [
    'more than its reason can name',
    envelope('<Dividir><c/><d/><e/><f/><g/></Dividir>'),
    {},
    500,
    / e: Este dato no está declarado\. Y 2 más\.</,
    'ENTRADA_INVALIDA',
  ],
  [
    'what nobody declared',
    envelope('<Dividir><a>1</a><b>1</b><c/></Dividir>'),
    {},
    500,
    /Client/,
    'ENTRADA_INVALIDA',
  ],
  [
    'the same in 1.2',
    envelope('<Dividir><a>1</a></Dividir>', { version: '1.2' }),
    SOAP_12,
    400,
    /Sender/,
    'ENTRADA_INVALIDA',
  ],
  [
    'another media type',
    '{}',
    { 'content-type': 'application/json' },
    415,
    /Client/,
    'TIPO_DE_MEDIO_NO_ADMITIDO',
  ],
  [
    'another charset',
    envelope(DIVIDE),
    { 'content-type': 'text/xml; charset=utf-16' },
    415,
    /Use text\/xml; charset=utf-8 o application\/soap\+xml; charset=utf-8 o multipart\/related/,
    'TIPO_DE_MEDIO_NO_ADMITIDO',
  ],
  [
    'a header that must be understood',
    envelope(DIVIDE, { header: '<x:Firma xmlns:x="urn:x" s:mustUnderstand="1"/>' }),
    {},
    500,
    /MustUnderstand.*«Firma»/,
    null,
  ],
  [
    'a message that is over',
    envelope(DIVIDE, {
      header: security('<wsu:Timestamp><wsu:Expires>2020-01-01T00:00:00Z</wsu:Expires></wsu:Timestamp>'),
    }),
    {},
    401,
    /q:InvalidSecurity.*vencido/,
    null,
  ],
  [
    'an answer that is wanted elsewhere',
    envelope(DIVIDE, { header: replyTo }),
    {},
    500,
    /<faultcode xmlns:q="http:\/\/www.w3.org\/2005\/08\/addressing">q:OnlyAnonymousAddressSupported</,
    null,
  ],
  [
    'the same in 1.2, where headers may have a detail',
    envelope(DIVIDE, { header: replyTo, version: '1.2' }),
    SOAP_12,
    400,
    /q:InvalidAddressingHeader.*q:OnlyAnonymousAddressSupported/,
    'DIRECCION_DE_RESPUESTA_NO_ADMITIDA',
  ],
]

test.each(CASES)('%s is refused with a fault', async (_name, body, headers, status, fault, codigo) => {
  const answer = await soap.post('tienda', body, headers)
  expect(answer.status).toBe(status)
  expect(answer.text).toMatch(fault)
  if (codigo === null) expect(answer.text).not.toContain('<detail')
  else expect(answer.text).toContain(`>${codigo}<`)
})

test('in 1.2 a fault names what was not understood, and which versions are', async () => {
  const header = '<x:Firma xmlns:x="urn:x" s:mustUnderstand="true"/>'
  const unknown = await soap.post('tienda', envelope(DIVIDE, { header, version: '1.2' }), SOAP_12)
  expect(unknown.text).toMatch(/NotUnderstood [^>]*xmlns:q="urn:x" qname="q:Firma"/)
  const version = await soap.post('tienda', '<Envelope xmlns="urn:soap"><Body/></Envelope>', SOAP_12)
  expect(version.text).toContain('<s12:SupportedEnvelope')
})

test('of a one-way operation only the status tells that it failed', async () => {
  const { nodos } = flujoOf([{ nombre: 'n', tipo: 'entero', requerido: true }], [])
  await soap.publish('aviso', { Avisar: { version: 1, nodos: nodos.slice(0, 1), conexiones: [] } })
  const call = (content: string, headers = {}) =>
    soap.post('aviso', envelope(`<Avisar xmlns="urn:div:soap:aviso">${content}</Avisar>`), headers)
  expect(await call('<n>1</n>')).toMatchObject({ status: 202, text: '' })
  expect(await call('<n>x</n>')).toMatchObject({ status: 500, text: '' })
})

test('parts that travel beside the envelope are not attached to its headers', async () => {
  const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:a"/>'
  const body = envelope(DIVIDE, { header: `<y:h xmlns:y="urn:y">${include}</y:h>` })
  const message = `--f\r\nContent-ID: <r>\r\n\r\n${body}\r\n--f\r\nContent-ID: <a>\r\n\r\nx\r\n--f--`
  const type = 'multipart/related; type="application/xop+xml"; start="<r>"; boundary="f"'
  expect((await soap.post('tienda', message, { 'content-type': type })).status).toBe(200)
})

test('a durable run answers binary data as it was', async () => {
  const flujo = flujoOf(
    [{ nombre: 'foto', tipo: 'binario' }],
    [{ nombre: 'cuerpo', tipo: 'binario', valorAsignado: { nodo: 'n1', ruta: 'foto' } }],
  )
  const nodos = flujo.nodos.map((nodo) =>
    nodo.tipo === 'salida' ? { ...nodo, tipoContenido: 'image/png' } : nodo,
  )
  const procesoId = await soap.motor.publishProceso({ ...flujo, nodos }, 'durable')
  await soap.motor.publishCanal({ ruta: 'fotos', tipo: 'SOAP' }, [{ procesoId, operacion: 'Devolver' }])
  const foto = Buffer.from([0, 255, 137, 80, 200, 10]).toString('base64')
  const body = `<Devolver xmlns="urn:div:soap:fotos"><foto>${foto}</foto></Devolver>`
  expect((await soap.post('fotos', envelope(body))).text).toContain(`<n1:cuerpo>${foto}</n1:cuerpo>`)
})
