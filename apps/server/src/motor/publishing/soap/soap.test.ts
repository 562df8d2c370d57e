import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flujoOf } from '../rest/rest-testing.ts'
import { DIVIDIR, envelope, NAMESPACES, startSoapMotor } from './soap-testing.ts'

let soap: Awaited<ReturnType<typeof startSoapMotor>>
beforeAll(async () => {
  soap = await startSoapMotor({}, { trustedProxies: ['127.0.0.1'] })
})
afterAll(() => soap.close())

const DIVIDE = '<Dividir><a>6</a><b>4</b></Dividir>'
const SOAP_12 = {
  'content-type': 'application/soap+xml; charset=utf-8; action="urn:div:soap:tienda:Dividir"',
}

describe('an envelope', () => {
  test.each([
    ['1.1', {}, 'text/xml; charset=utf-8'],
    ['1.2', SOAP_12, 'application/soap+xml; charset=utf-8'],
  ] as const)('of version %s is answered with one of its own', async (version, headers, contentType) => {
    const {
      status,
      text,
      headers: answered,
    } = await soap.post('tienda', envelope(DIVIDE, { version }), headers)
    expect(status).toBe(200)
    expect(answered.get('content-type')).toBe(contentType)
    expect(answered.get('x-ejecucion-id')).toMatch(/^[\da-f-]{36}$/)
    expect(text).toContain(`xmlns:soap="${NAMESPACES[version]}"`)
    expect(text).toContain('<n1:DividirResponse><n1:cociente>1.5</n1:cociente></n1:DividirResponse>')
  })

  test('may leave its elements without a namespace', async () => {
    const plain = '<t:Dividir xmlns:t="urn:div:soap:tienda" xmlns=""><a>6</a><b>4</b></t:Dividir>'
    expect((await soap.post('tienda', envelope(plain))).text).toContain('>1.5<')
  })

  test('leaves its run in the history, as a call of REST does', async () => {
    const { headers } = await soap.post('tienda', envelope(DIVIDE))
    await soap.motor.runtime.history.flush()
    const id = headers.get('x-ejecucion-id') ?? ''
    const run = await soap.motor.database.db
      .selectFrom('ejecuciones')
      .select(['estado', 'origen'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(run).toEqual({ estado: 'ok', origen: 'canal' })
  })
})

test('of lists in a list one that is empty is no null, both ways', async () => {
  const matriz = '<matriz/><matriz xsi:nil="true"/><matriz><elemento>1</elemento></matriz>'
  const asked = `<Repetir xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><cliente>Ana</cliente>${matriz}</Repetir>`
  const { text } = await soap.post('tienda', envelope(asked))
  expect(text).toContain(
    '<n1:matriz/><n1:matriz xsi:nil="true"/><n1:matriz><n1:elemento>1</n1:elemento></n1:matriz>',
  )
})

test('an exit that is an error is a declared fault, and names whose it is', async () => {
  const zero = '<Dividir><a>1</a><b>0</b></Dividir>'
  const { status, text } = await soap.post('tienda', envelope(zero))
  expect(status).toBe(500)
  expect(text).toContain('<faultcode>soap:Client</faultcode>')
  expect(text).toContain(
    '<detail><n1:DividirError422><n1:divisor>0</n1:divisor></n1:DividirError422></detail>',
  )
  const answer = await soap.post('tienda', envelope(zero, { version: '1.2' }), SOAP_12)
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('<soap:Value>soap:Sender</soap:Value>')
})

test('a process that fails is the fault of the server, and tells nothing of why', async () => {
  await soap.publish('rota', { Fallar: flujoOf([], [{ nombre: 'x', expresion: '1 / 0' }]) })
  const { status, text } = await soap.post('rota', envelope('<Fallar xmlns="urn:div:soap:rota"/>'))
  expect(status).toBe(500)
  expect(text).toContain('<faultcode>soap:Server</faultcode>')
  expect(text).toMatch(/<n1:idEjecucion>[\da-f-]{36}</)
})

test('what a process computes beyond what its exit declares stays inside', async () => {
  const campos = [{ nombre: 'a', tipo: 'texto' as const }]
  const flujo = flujoOf([], [{ nombre: 'o', tipo: 'objeto', campos, expresion: '{ a: "sí"; secreto: 1 }' }])
  await soap.publish('objeto', { Dar: flujo })
  const { text } = await soap.post('objeto', envelope('<Dar xmlns="urn:div:soap:objeto"/>'))
  expect(text).toContain('<n1:o><n1:a>sí</n1:a></n1:o>')
  const wrong = flujoOf([], [{ nombre: 'n', tipo: 'entero', expresion: '"siete"' }])
  await soap.publish('otra', { Dar: wrong })
  const answer = await soap.post('otra', envelope('<Dar xmlns="urn:div:soap:otra"/>'))
  expect(answer.status).toBe(500)
  expect(answer.text).toContain('>RESPUESTA_FUERA_DE_CONTRATO<')
})

test('a process without an exit is one-way: that it came is all that is told', async () => {
  await soap.publish('aviso', {
    Avisar: { ...flujoOf([], []), nodos: flujoOf([], []).nodos.slice(0, 1), conexiones: [] },
  })
  const { status, text } = await soap.post('aviso', envelope('<Avisar xmlns="urn:div:soap:aviso"/>'))
  expect([status, text]).toEqual([202, ''])
  expect(await (await fetch(`${soap.motor.url}/soap/aviso?wsdl`)).text()).not.toContain('<wsdl:output')
})

test('a run that reaches no exit answers nothing in each field', async () => {
  const [entrada, condicion, , salida] = DIVIDIR.nodos
  if (!entrada || !condicion || !salida) throw new Error('it has four nodes')
  const conexiones = DIVIDIR.conexiones.filter(({ destino }) => destino !== 'n3')
  await soap.publish('sin-salida', {
    Dividir: { version: 1, nodos: [entrada, condicion, salida], conexiones },
  })
  const body = '<Dividir xmlns="urn:div:soap:sin-salida"><a>1</a><b>0</b></Dividir>'
  const { status, text } = await soap.post('sin-salida', envelope(body))
  expect(status).toBe(200)
  expect(text).toContain('<n1:cociente xsi:nil="true"/>')
})

describe('an operation whose body is empty is chosen by its action', () => {
  beforeAll(async () => {
    await soap.publish('vacia', { Hora: flujoOf([], [{ nombre: 'x', tipo: 'entero', valor: 7 }]) })
  })

  test.each([
    ['the header of 1.1', '1.1', { soapaction: '"urn:div:soap:vacia:Hora"' }],
    [
      'the parameter of the media type of 1.2',
      '1.2',
      { 'content-type': 'application/soap+xml; charset=utf-8; action="urn:div:soap:vacia:Hora"' },
    ],
  ] as const)('which is said by %s', async (_by, version, headers) => {
    const { text } = await soap.post('vacia', envelope('', { version }), headers)
    expect(text).toContain('<n1:x>7</n1:x>')
  })
})

test('binary data may travel beside the envelope, as MTOM sends it', async () => {
  const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:foto%40div"/>'
  const body = envelope(`<Repetir><cliente>A</cliente><adjunto>${include}</adjunto></Repetir>`)
  const parts = [
    `Content-Type: application/xop+xml; charset=UTF-8; type="text/xml"\r\nContent-ID: <raiz@div>\r\n\r\n${body}`,
    'Content-Type: image/png\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <foto@div>\r\n\r\nhola',
  ]
  const message = `${parts.map((part) => `--f\r\n${part}\r\n`).join('')}--f--`
  const type =
    'multipart/related; type="application/xop+xml"; start="<raiz@div>"; start-info="text/xml"; boundary="f"'
  const { status, text } = await soap.post('tienda', message, { 'content-type': type })
  expect(status).toBe(200)
  // As it came, so it is answered.
  expect(text).toMatch(/^\r\n--div-[\da-f-]+\r\nContent-Type: application\/xop\+xml/)
  expect(text).toContain(
    '<n1:adjunto><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:parte-1@div"/>',
  )
  expect(text).toContain('Content-ID: <parte-1@div>\r\n\r\nhola\r\n--div-')
  const inside = `<Repetir><cliente>A</cliente><adjunto>${Buffer.from('hola').toString('base64')}</adjunto></Repetir>`
  const plain = await soap.post('tienda', envelope(inside))
  expect(plain.text).toContain('<n1:adjunto>aG9sYQ==</n1:adjunto>')
  const asked = await soap.post('tienda', envelope(inside), { accept: 'multipart/related, text/xml' })
  expect(asked.headers.get('content-type')).toContain('start-info="text/xml"')
  const missing = await soap.post('tienda', message.replace('<foto@div>', '<otra>'), { 'content-type': type })
  expect(missing.text).toContain('no viene la parte cid:foto%40div')
})

test('WS-Addressing is answered in kind', async () => {
  const wsa = 'http://www.w3.org/2005/08/addressing'
  const header =
    `<a:MessageID xmlns:a="${wsa}">urn:uuid:1</a:MessageID><a:Action xmlns:a="${wsa}" s:mustUnderstand="1">x</a:Action>` +
    `<a:ReplyTo xmlns:a="${wsa}"><a:Address>${wsa}/anonymous</a:Address></a:ReplyTo>`
  const { text } = await soap.post('tienda', envelope(DIVIDE, { header }))
  expect(text).toContain('>urn:uuid:1</wsa:RelatesTo>')
  expect(text).toContain('>urn:div:soap:tienda:DividirResponse</wsa:Action>')
  expect(text).toMatch(/<wsa:MessageID[^>]*>urn:uuid:[\da-f-]{36}</)
  const elsewhere = header.replace('/anonymous', '/otro')
  expect((await soap.post('tienda', envelope(DIVIDE, { header: elsewhere }))).text).toContain('ReplyTo')
})

test.each([
  ['answered', 'tienda', DIVIDE, 'DividirResponse<'],
  ['answered with a declared fault', 'tienda', '<Dividir><a>6</a><b>0</b></Dividir>', 'addressing/fault<'],
  ['accepted', 'mas-tarde', DIVIDE, 'DividirResponse<'],
])(
  'a call that is %s once is, when repeated, answered as the message that it is',
  async (_how, canal, body, action) => {
    if (canal === 'mas-tarde') await soap.publish(canal, { Dividir: DIVIDIR }, { modo: 'asincrono' })
    const wsa = 'http://www.w3.org/2005/08/addressing'
    const key = { 'idempotency-key': uuid() }
    const call = async (id: string) => {
      const header = `<a:MessageID xmlns:a="${wsa}">urn:uuid:${id}</a:MessageID>`
      const { text, headers } = await soap.post(
        canal,
        envelope(body, { header }).replaceAll('urn:div:soap:tienda', `urn:div:soap:${canal}`),
        key,
      )
      expect(text).toContain(`>urn:uuid:${id}</wsa:RelatesTo>`)
      expect(text).toContain(`${action}/wsa:Action>`)
      return {
        body: text.replace(/<soap:Header>.*<\/soap:Header>/, ''),
        own: /<wsa:MessageID[^>]*>([^<]+)/.exec(text)?.[1],
        replayed: headers.get('idempotency-replayed'),
      }
    }
    const [first, second] = [await call('uno'), await call('dos')]
    expect(second.replayed).toBe('true')
    expect(second.body).toBe(first.body)
    expect(second.own).not.toBe(first.own)
    // Whoever says nothing of addresses is told nothing of them.
    const plain = envelope(body).replaceAll('urn:div:soap:tienda', `urn:div:soap:${canal}`)
    expect((await soap.post(canal, plain, key)).text).toBe(first.body)
  },
)

describe('the WSDL', () => {
  const read = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${soap.motor.url}/soap/tienda${path}`, { headers })).text()

  test('has the address that the caller used, also behind a trusted proxy', async () => {
    expect(await read('?wsdl')).toContain(`location="${soap.motor.url}/soap/tienda"`)
    const proxied = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'div.ejemplo.es',
      'x-forwarded-prefix': '/motor',
    }
    expect(await read('?WSDL', proxied)).toContain('location="https://div.ejemplo.es/motor/soap/tienda"')
    expect(await read('?wsdl', { 'x-forwarded-host': '"><script' })).not.toContain('<script')
  })

  test('documents the canal and its data', async () => {
    const wsdl = await read('?wsdl')
    expect(wsdl).toContain('<wsdl:documentation>La tienda de prueba</wsdl:documentation>')
    expect(wsdl).toContain('Quién pide\nEjemplo: Íñigo')
    expect(wsdl).toContain('Mínimo: 0')
    expect(await read('?xsd=1')).toMatch(/^<xsd:schema/)
  })

  test('any other question is refused by its method', async () => {
    const answer = await fetch(`${soap.motor.url}/soap/tienda`, { method: 'PUT' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, GET, OPTIONS'])
    expect((await fetch(`${soap.motor.url}/soap/tienda`)).status).toBe(405)
    expect((await fetch(`${soap.motor.url}/soap/nada?wsdl`)).status).toBe(404)
  })
})

test('limits of a canal hold as on REST', async () => {
  const limite = { porMinuto: 1, rafaga: 1 }
  await soap.publish('poco', { Dividir: DIVIDIR }, { limite, maxCuerpoBytes: 1_000 })
  const body = DIVIDE.replace('<Dividir>', '<Dividir xmlns="urn:div:soap:poco">')
  expect((await soap.post('poco', envelope(body))).status).toBe(200)
  const second = await soap.post('poco', envelope(body))
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '60'])
  expect(second.text).toContain('>DEMASIADAS_PETICIONES<')
  await soap.publish('corto', { Dividir: DIVIDIR }, { maxCuerpoBytes: 1_000 })
  const large = await soap.post('corto', envelope(`<Dividir>${'<a>1</a>'.repeat(200)}</Dividir>`))
  expect([large.status, large.text.includes('CUERPO_DEMASIADO_GRANDE')]).toEqual([413, true])
})

test('an asynchronous canal answers where to ask, by its WSDL', async () => {
  await soap.publish('despues', { Dividir: DIVIDIR }, { modo: 'asincrono' })
  expect(await (await fetch(`${soap.motor.url}/soap/despues?wsdl`)).text()).toContain('name="urlEstado"')
  const body = DIVIDE.replace('<Dividir>', '<Dividir xmlns="urn:div:soap:despues">')
  const key = { 'idempotency-key': uuid() }
  const { status, text, headers } = await soap.post('despues', envelope(body), key)
  expect(status).toBe(200)
  const urlEstado = /<n1:urlEstado>([^<]+)</.exec(text)?.[1] ?? ''
  expect(urlEstado).toBe(`/ejecuciones/${headers.get('x-ejecucion-id')}`)
  await expect
    .poll(async () => (await fetch(soap.motor.url + urlEstado)).json())
    .toMatchObject({ estado: 'ok', salida: { cociente: 1.5 } })
  const repeated = await soap.post('despues', envelope(body), key)
  expect([repeated.text, repeated.headers.get('idempotency-replayed')]).toEqual([text, 'true'])
})

test('whoever waits for a durable run gets its answer, in the types of its exit', async () => {
  const procesoId = await soap.motor.publishProceso(DIVIDIR, 'durable')
  await soap.motor.publishCanal({ ruta: 'durable', tipo: 'SOAP' }, [{ procesoId, operacion: 'Dividir' }])
  const call = (a: number, b: number) =>
    soap.post('durable', envelope(`<Dividir xmlns="urn:div:soap:durable"><a>${a}</a><b>${b}</b></Dividir>`))
  expect((await call(6, 4)).text).toContain('<n1:cociente>1.5</n1:cociente>')
  expect((await call(6, 0)).text).toContain('<n1:DividirError422>')
})

test('what cannot run is refused by name, and the others go on', async () => {
  const procesoId = await soap.motor.publishProceso(DIVIDIR)
  await soap.motor.publishCanal({ ruta: 'medias', tipo: 'SOAP' }, [
    { procesoId, operacion: 'Dividir' },
    { procesoId, operacion: 'Sin versión' },
    { procesoId, version: 9, operacion: 'Falta' },
  ])
  const call = (operacion: string) =>
    soap.post('medias', envelope(`<${operacion} xmlns="urn:div:soap:medias"><a>6</a><b>4</b></${operacion}>`))
  expect((await call('Dividir')).status).toBe(200)
  const broken = await call('Falta')
  expect([broken.status, broken.headers.get('retry-after')]).toEqual([503, '5'])
  expect(broken.text).toContain('>PUBLICACION_DEFECTUOSA<')
  expect(await (await fetch(`${soap.motor.url}/soap/medias?wsdl`)).text()).not.toContain('Falta')
})

test('a canal follows what its processes become', async () => {
  const answerOf = (numero: number) => flujoOf([], [{ nombre: 'numero', tipo: 'entero', valor: numero }])
  const procesoId = await soap.motor.publishProceso(answerOf(1))
  await soap.motor.publishCanal({ ruta: 'vivo', tipo: 'SOAP' }, [{ procesoId, operacion: 'Decir' }])
  const call = async () => (await soap.post('vivo', envelope('<Decir xmlns="urn:div:soap:vivo"/>'))).text
  expect(await call()).toContain('<n1:numero>1</n1:numero>')
  await soap.motor.publishVersion(procesoId, 2, answerOf(2))
  await expect.poll(call).toContain('<n1:numero>2</n1:numero>')
})

test('a call for which there is no place is told in its own version', async () => {
  const full = await startSoapMotor({ ejecucionesPorWorker: 0, rechazoMs: 1 })
  const { status, text } = await full.post('tienda', envelope(DIVIDE), SOAP_12)
  expect(status).toBe(503)
  expect(text).toContain(NAMESPACES['1.2'])
  await full.close()
})
