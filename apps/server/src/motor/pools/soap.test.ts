import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Binario, Fecha } from '@div/contract'
import { missingPhp, startTienda, type Tienda } from '@div/servidores/testing-soap'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callSoap, closeSoapPools, readSoapConfig, soapPools } from './soap-testing.ts'
import { testContext } from './testing.ts'

const missing = missingPhp()
const servers: Server[] = []
afterEach(async () => {
  await closeSoapPools()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

describe.skipIf(missing !== null)('a service of PHP', () => {
  let tienda: Tienda
  let config: Record<string, unknown>
  beforeAll(async () => {
    tienda = await startTienda()
    config = await readSoapConfig({ wsdl: `${tienda.url}/?wsdl` })
  })
  afterAll(() => tienda?.close())

  const lastPeticion = async () => (await tienda.peticiones()).at(-1)

  test.each(['Tienda11', 'Tienda12'])(
    'on port %s answers what its WSDL says, with its types',
    async (puerto) => {
      const answer = await callSoap(
        { ...config, puerto },
        { id: 7, telefonos: [{ numero: '+34 900', '@clase': 'casa' }, { numero: '2' }] },
      )
      expect(answer).toEqual({
        cuerpo: {
          cliente: {
            id: 7,
            nombre: 'Ástrid Núñez <&>',
            saldo: 1234567890.1,
            alta: new Fecha(2024, 2, 29),
            telefono: [{ numero: '+34 900', '@clase': 'casa' }, { numero: '2' }],
            nota: null,
            visto: 'nadie',
          },
        },
        cabeceras: {},
      })
    },
  )

  test('takes a header by the name of its part, and the action of each version', async () => {
    const answer = await callSoap(config, { id: 7, Identificacion: { Usuario: 'Ana' } })
    expect(answer).toMatchObject({ cuerpo: { cliente: { visto: 'Ana' } } })
    expect(await lastPeticion()).toMatchObject({
      accion: '"urn:tienda#BuscarCliente"',
      tipo: 'text/xml; charset=utf-8',
    })
    await callSoap({ ...config, puerto: 'Tienda12' }, { id: 7 })
    expect(await lastPeticion()).toMatchObject({
      tipo: 'application/soap+xml; charset=utf-8; action="urn:tienda#BuscarCliente"',
    })
  })

  test.each(['Tienda11', 'Tienda12'])('on port %s knows who calls by a digested password', async (puerto) => {
    const seguridad = { tipo: 'usernameToken', usuario: 'ana', contrasena: 'ñandú-secreto', clase: 'digest' }
    const safe = { ...config, puerto, seguridad: { ...seguridad, vigenciaS: 60 } }
    expect(await callSoap(safe, { id: 7 })).toMatchObject({
      cuerpo: { cliente: { visto: 'ana por su resumen' } },
    })
    const stranger = { ...safe, seguridad: { ...safe.seguridad, contrasena: 'otra' } }
    await expect(callSoap(stranger, { id: 7 })).rejects.toThrow('No se reconoce a quien llama')
  })

  test.each([
    ['Tienda11', 'Server'],
    ['Tienda12', 'Receiver'],
  ])('a fault of port %s is a failure that tells its code, reason and detail', async (puerto, codigo) => {
    await expect(callSoap({ ...config, puerto }, { id: 0 })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: `El servidor «Tienda» rechazó la operación: ${codigo}: No hay ningún cliente 0.`,
      extra: {
        falla: {
          estado: 500,
          codigo,
          motivo: 'No hay ningún cliente 0.',
          detalle: { ClienteNoExiste: { codigo: 404, texto: 'año ñandú' } },
        },
        reintentable: false,
      },
    })
  })

  test('faults of the service do not open its circuit', async () => {
    const prepared = soapPools(config).prepare({
      nodo: 'n1',
      nombreNodo: 'Llamar',
      servidorId: 's1',
      tipoServidor: 'soap',
      tipoObjeto: 'operacion',
      objeto: { nombre: 'BuscarCliente' },
      parametros: ['id'],
    })
    for (let time = 0; time < 8; time++) {
      await expect(prepared.call({ id: time % 2 === 0 ? 0 : -1 }, testContext())).rejects.toThrow(/rechazó/)
    }
    expect(await prepared.call({ id: 7 }, testContext())).toMatchObject({ cuerpo: { cliente: { id: 7 } } })
  })

  test('nothing is waited for of an operation without an answer', async () => {
    expect(await callSoap(config, { texto: 'hola ñ' }, { nombre: 'Avisar' })).toEqual({
      cuerpo: null,
      cabeceras: {},
    })
    expect(await tienda.avisos()).toEqual(['hola ñ'])
  })

  test.each([
    [{ id: 'siete' }, 'id'],
    [{ id: 1, otro: 2 }, 'otro'],
    [{}, 'id'],
    [{ cuerpo: { id: 1, otro: 2 } }, 'otro'],
  ])('what the WSDL does not take is refused before it is sent: %o', async (values, campo) => {
    const before = (await tienda.peticiones()).length
    await expect(callSoap(config, values)).rejects.toMatchObject({
      codigo: 'DATOS_INVALIDOS',
      errores: [{ campo }],
    })
    expect(await tienda.peticiones()).toHaveLength(before)
  })

  test('of rpc and encoded values is called as any other, and what it refers to is read where it is meant', async () => {
    const almacen = await readSoapConfig({ wsdl: `${tienda.url}/almacen?wsdl` })
    const articulo = { nombre: 'Ñu & <co>', precio: '12.50', alta: '2024-02-29' }
    const answer = await callSoap(almacen, { veces: 3, articulo }, { nombre: 'Repetir' })
    const repeated = { nombre: 'Ñu & <co>', precio: 12.5, alta: new Fecha(2024, 2, 29) }
    expect(answer).toEqual({
      cuerpo: { articulos: [repeated, repeated, repeated], texto: 'string Ñu & <co>' },
      cabeceras: {},
    })
    expect((await lastPeticion())?.cuerpo).toContain(
      'encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"',
    )
  })

  test('one parameter named cuerpo is the whole message', async () => {
    expect(await callSoap(config, { cuerpo: { id: 3 } })).toMatchObject({ cuerpo: { cliente: { id: 3 } } })
  })

  test.each([
    ['texto', /<wsse:Password Type="[^"]*#PasswordText">s3creta<\/wsse:Password>/],
    ['digest', /<wsse:Password Type="[^"]*#PasswordDigest">[\w+/]{27}=<\/wsse:Password>/],
  ])('signs in with a UsernameToken, its password as %s', async (clase, password) => {
    const seguridad = { tipo: 'usernameToken', usuario: 'ana', contrasena: 's3creta', clase, vigenciaS: 60 }
    // PHP refuses headers that it must understand and does not: what was sent is what counts.
    await callSoap({ ...config, seguridad }, { id: 7 }).catch(() => {})
    const { cuerpo = '' } = (await lastPeticion()) ?? {}
    expect(cuerpo).toMatch(/<wsse:Username>ana<\/wsse:Username>/)
    expect(cuerpo).toMatch(password)
    expect(cuerpo).toMatch(/<wsu:Expires>/)
    if (clase === 'digest') expect(cuerpo).not.toContain('s3creta')
  })

  test('a node that asks for it shows what went over the wire, without who calls', async () => {
    const seguridad = {
      tipo: 'usernameToken',
      usuario: 'ana',
      contrasena: 's3creta',
      clase: 'texto',
      vigenciaS: 0,
    }
    const objeto = { nombre: 'BuscarCliente', conMensajes: true }
    const answer = await callSoap(config, { id: 7 }, objeto)
    expect(answer).toMatchObject({
      mensajes: { peticion: expect.stringContaining('>7<'), respuesta: expect.stringContaining('Ástrid') },
    })
    const failure = await callSoap({ ...config, seguridad }, { id: 7 }, objeto).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ extra: { mensajes: { peticion: expect.stringContaining('>7<') } } })
    expect(JSON.stringify(failure)).not.toContain('s3creta')
  })

  test('its operations can be browsed and described as trees', async () => {
    const created = soapPools(config)
    expect(await created.browse('s1', { q: 'busca', limite: 10 })).toEqual([
      {
        nombre: 'BuscarCliente',
        tipoObjeto: 'operacion',
        clase: 'document/literal',
        descripcion: 'Un cliente por su clave.',
      },
    ])
    const { parametros, salida } = await created.describe('s1', { nombre: 'BuscarCliente' })
    expect(parametros.map(({ nombre, tipo, nulo }) => [nombre, tipo, nulo])).toEqual([
      ['id', 'entero', false],
      ['telefonos', 'lista', true],
      ['Identificacion', 'objeto', true],
    ])
    expect(salida?.[0]?.campos?.[0]?.campos?.map(({ nombre, tipo }) => [nombre, tipo])).toEqual([
      ['id', 'entero'],
      ['nombre', 'texto'],
      ['saldo', 'decimal'],
      ['alta', 'fecha'],
      ['telefono', 'lista'],
      ['nota', 'texto'],
      ['visto', 'texto'],
    ])
  })

  test('publishing and running ask for nothing: what was read is stored', async () => {
    const away = { ...config, wsdl: 'http://127.0.0.1:9/no-esta?wsdl' }
    expect(await callSoap(away, { id: 7 })).toMatchObject({ cuerpo: { cliente: { id: 7 } } })
  })

  test('a port or an operation that is not there is named, with those that are', async () => {
    await expect(readSoapConfig({ wsdl: `${tienda.url}/?wsdl`, puerto: 'Otro' })).rejects.toMatchObject({
      errores: [{ campo: 'config.puerto', mensaje: expect.stringContaining('Tienda11, Tienda12') }],
    })
    await expect(callSoap(config, {}, { nombre: 'Borrar' })).rejects.toMatchObject({
      errores: [{ campo: 'objeto.nombre', mensaje: expect.stringContaining('«Borrar»') }],
    })
  })
})

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <message name="in"><part name="a" type="x:int"/></message><message name="out"><part name="b" type="x:int"/></message>
  <portType name="P"><operation name="op"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="op"><s:operation soapAction=""/><input><s:body use="literal" namespace="urn:t"/></input><output><s:body use="literal" namespace="urn:t"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><s:address location="ADDRESS"/></port></service></definitions>`

const envelope = (body: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`

/** The settings of a service that does what is said; its WSDL is uploaded. */
async function serve(listener: RequestListener, documento = WSDL) {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const contenido = documento.replace('ADDRESS', `http://127.0.0.1:${port}/`)
  return readSoapConfig({ archivos: [{ nombre: 'servicio.wsdl', contenido }] })
}

/** A service that answers one thing, whatever it is asked. */
function serving(answer: { status?: number; type?: string; body: string | Buffer }, documento = WSDL) {
  return serve((request, response) => {
    request.resume()
    response
      .writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'text/xml; charset=utf-8' })
      .end(answer.body)
  }, documento)
}

test.each([
  [
    'a fault with status 200',
    { body: envelope('<e:Fault><faultcode>e:Client</faultcode><faultstring>No.</faultstring></e:Fault>') },
    /Client: No\./,
  ],
  ['a page of a proxy', { status: 502, type: 'text/html', body: '<html><br>' }, /contestó 502/],
  ['something else', { body: '<otra/>' }, /no es un sobre SOAP/],
  ['a DOCTYPE', { body: `<!DOCTYPE e [<!ENTITY a "b">]>${envelope('&a;')}` }, /DOCTYPE/],
  ['malformed XML', { body: '<e:Envelope' }, /mal formado/],
  [
    'what its WSDL does not say',
    { body: envelope('<t:opResponse xmlns:t="urn:t"><b>x</b></t:opResponse>') },
    /no cumple su WSDL: b: /,
  ],
  [
    'a part that comes twice',
    { body: envelope('<t:opResponse xmlns:t="urn:t"><b>1</b><b>2</b></t:opResponse>') },
    /no cumple su WSDL: b: Está más de una vez\./,
  ],
  [
    'attachments that are cut',
    { type: 'multipart/related; type="application/xop+xml"; boundary="x"', body: '--x' },
    /cortado/,
  ],
])('%s is a failure that says so', async (_what, answer, message) => {
  const config = await serving(answer)
  await expect(callSoap(config, { a: 1 }, { nombre: 'op' })).rejects.toThrow(message)
})

/** Of a message that is one element, whose fields may all be left out. */
const DOCUMENTO = WSDL.replace(
  /<message[\s\S]*<\/message>/,
  `<types><x:schema targetNamespace="urn:t" elementFormDefault="qualified"><x:element name="op"><x:complexType><x:sequence>
    <x:element name="a" type="x:int" minOccurs="0"/></x:sequence></x:complexType></x:element>
    <x:element name="respuesta"><x:complexType><x:sequence><x:element name="b" type="x:int" minOccurs="0"/></x:sequence>
    </x:complexType></x:element></x:schema></types>
  <message name="in"><part name="p" element="t:op"/></message><message name="out"><part name="p" element="t:respuesta"/></message>`,
).replaceAll('style="rpc"', 'style="document"')

test.each([
  [
    'another element',
    { body: envelope('<t:otra xmlns:t="urn:t"/>') },
    /Se esperaba «respuesta» y llegó «otra»\./,
  ],
  ['an empty body', { body: envelope('') }, /Falta «respuesta»\./],
  ['nothing at all', { body: '' }, /su respuesta está vacía/],
  ['a fault that says nothing', { body: envelope('<e:Fault/>') }, /una falla que no dice nada/],
])('%s is no answer without its fields', async (_what, answer, message) => {
  const config = await serving(answer, DOCUMENTO)
  await expect(callSoap(config, { a: 1 }, { nombre: 'op' })).rejects.toThrow(message)
})

test.each([
  ['its element, empty', { body: envelope('<t:respuesta xmlns:t="urn:t"/>') }, {}],
  ['that it came', { status: 202, body: '' }, null],
])('%s is an answer', async (_what, answer, cuerpo) => {
  const config = await serving(answer, DOCUMENTO)
  expect(await callSoap(config, { a: 1 }, { nombre: 'op' })).toEqual({ cuerpo, cabeceras: {} })
})

test.each([
  ['MTOM', '<b><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:foto%40div"/></b>'],
  ['SOAP with Attachments', '<b href="cid:foto@div"/>'],
])('what comes beside the envelope, as %s, is binary data of the answer', async (_how, reference) => {
  const foto = Buffer.from([0, 255, 13, 10, 45, 45])
  const xml = envelope(`<t:opResponse xmlns:t="urn:t">${reference}</t:opResponse>`)
  const body = Buffer.concat([
    Buffer.from(`--f\r\nContent-Type: application/xop+xml\r\nContent-ID: <r>\r\n\r\n${xml}\r\n--f\r\n`),
    Buffer.from('Content-ID: <foto@div>\r\nContent-Transfer-Encoding: binary\r\n\r\n'),
    foto,
    Buffer.from('\r\n--f--\r\n'),
  ])
  const type = 'multipart/related; type="application/xop+xml"; start="<r>"; boundary="f"'
  const documento = WSDL.replace('name="b" type="x:int"', 'name="b" type="x:base64Binary"')
  const config = await serving({ type, body }, documento)
  expect(await callSoap(config, { a: 1 }, { nombre: 'op' })).toEqual({
    cuerpo: { b: new Binario(foto) },
    cabeceras: {},
  })
})

test('what does not keep to its WSDL is taken where the node says so', async () => {
  const body = envelope('<t:opResponse xmlns:t="urn:t"><b>7</b><nuevo>8</nuevo></t:opResponse>')
  const config = await serving({ body })
  expect(await callSoap(config, { a: 1 }, { nombre: 'op', tolerante: true })).toMatchObject({
    cuerpo: { b: 7 },
  })
})

/** A service that keeps what it is told and answers nothing. */
async function listening(wsdl: string) {
  const seen: IncomingHttpHeaders[] = []
  const config = await serve((request, response) => {
    seen.push(request.headers)
    request.resume()
    response.end()
  }, wsdl)
  return { seen, config }
}

test('an action that no header could hold is escaped', async () => {
  const { seen, config } = await listening(
    WSDL.replace('soapAction=""', 'soapAction="urn:a&#10;X-Otra: 1&quot;€"'),
  )
  await callSoap(config, { a: 1 }, { nombre: 'op' }).catch(() => {})
  expect(seen).toMatchObject([{ soapaction: '"urn:a%0AX-Otra: 1%22%E2%82%AC"' }])
})

test('a call is told the trace of its run, as a span of its own', async () => {
  const { seen, config } = await listening(WSDL)
  const traza = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', flags: '01', parentId: '00f067aa0ba902b7' }
  const caller = { secretos: { redact: (text: string) => text }, traza }
  await callSoap(config, { a: 1 }, { nombre: 'op' }, { caller }).catch(() => {})
  await callSoap(config, { a: 1 }, { nombre: 'op' }).catch(() => {})
  const told = new RegExp(`^00-${traza.traceId}-(?!${traza.parentId})[0-9a-f]{16}-01$`)
  expect(seen.map(({ traceparent }) => traceparent)).toEqual([expect.stringMatching(told), undefined])
})

test('an answer in another encoding is read by what HTTP says of it', async () => {
  const body = Buffer.from(envelope('<t:opResponse xmlns:t="urn:t"><b>7</b></t:opResponse>'), 'utf16le')
  const config = await serving({ type: 'text/xml; charset=utf-16le', body })
  expect(await callSoap(config, { a: 1 }, { nombre: 'op' })).toMatchObject({ cuerpo: { b: 7 } })
})

test.each([
  ['says nothing', () => {}],
  [
    'says only how it begins',
    (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/xml' }).write('<e'),
  ],
])('a service that %s is given up when the time of its call is over', async (_what, begin) => {
  let isLeft = false
  const config = await serve((request, response) => {
    response.on('close', () => {
      isLeft = true
    })
    request.resume()
    begin(response)
  })
  const controller = new AbortController()
  const over = new Error('its time is over')
  setTimeout(() => controller.abort(over), 500)
  const call = callSoap(config, { a: 1 }, { nombre: 'op' }, { signal: controller.signal })
  await expect(call).rejects.toBe(over)
  await expect.poll(() => isLeft, { timeout: 60_000 }).toBe(true)
})
