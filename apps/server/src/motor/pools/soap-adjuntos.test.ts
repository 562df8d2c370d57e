import { createServer, type Server } from 'node:http'
import { Binario } from '@div/contract'
import { missingJaxws, startArchivo } from '@div/servidores/testing-jaxws'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callSoap, closeSoapPools, readSoapConfig } from './soap-testing.ts'

afterEach(closeSoapPools)

const BYTES = Buffer.from([0, 255, 13, 10, 45, 45])

describe.skipIf(missingJaxws() !== null)('a service of JAX-WS whose data travels beside the envelope', () => {
  let archivo: Awaited<ReturnType<typeof startArchivo>>
  beforeAll(async () => {
    archivo = await startArchivo()
  }, 120_000)
  afterAll(() => archivo?.close())

  const copy = async (values: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    callSoap(await readSoapConfig({ wsdl: `${archivo.url}?wsdl`, ...more }), values, { nombre: 'copiar' })
  const DOCUMENTO = {
    nombre: 'Ñandú',
    contenido: new Binario(BYTES),
    miniatura: new Binario(Buffer.from('m')),
  }
  const COPIA = {
    cuerpo: { nombre: 'Ñandú (6)', contenido: new Binario(BYTES), miniatura: new Binario(Buffer.from('m')) },
  }

  test.each(['sobre', 'mtom'])('takes and answers what refers to it (%s)', async (adjuntos) => {
    expect(await copy(DOCUMENTO, { adjuntos })).toMatchObject(COPIA)
  })

  test('takes its bytes as a text of base64, and does without it', async () => {
    expect(await copy({ nombre: 'b', contenido: BYTES.toString('base64') })).toMatchObject({
      cuerpo: { nombre: 'b (6)' },
    })
    await expect(copy({ nombre: 'b' })).rejects.toMatchObject({
      extra: { falla: { motivo: 'Está vacío.', detalle: { Vacio: { nombre: 'b', bytes: 0 } } } },
    })
    await expect(copy({ nombre: 'b', contenido: '¿qué?' })).rejects.toMatchObject({
      errores: [{ campo: 'contenido' }],
    })
  })

  test('says to which message it answers, also when it fails', async () => {
    expect(await copy(DOCUMENTO, { identificarMensajes: true })).toMatchObject(COPIA)
    await expect(copy({ nombre: 'b' }, { identificarMensajes: true })).rejects.toMatchObject({
      extra: { falla: { motivo: 'Está vacío.' } },
    })
  })
})

/** WSDL 1.1, 5: parts of a message beside its body. */
const wsdl = (
  address: string,
) => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <x:element name="enviar"><x:complexType><x:sequence><x:element name="nombre" type="x:string"/></x:sequence></x:complexType></x:element>
    <x:element name="enviarResponse"><x:complexType><x:sequence><x:element name="visto" type="x:string"/></x:sequence></x:complexType></x:element></x:schema></types>
  <message name="in"><part name="p" element="t:enviar"/><part name="foto" type="x:base64Binary"/><part name="nota" type="x:string"/></message>
  <message name="out"><part name="p" element="t:enviarResponse"/><part name="recibo" type="x:base64Binary"/></message>
  <portType name="P"><operation name="enviar"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="enviar"><s:operation soapAction="urn:t:enviar"/>
      <input><m:multipartRelated><m:part><s:body parts="p" use="literal"/></m:part>
        <m:part><m:content part="foto" type="image/png"/></m:part><m:part><m:content part="nota" type="text/plain"/></m:part></m:multipartRelated></input>
      <output><m:multipartRelated><m:part><s:body parts="p" use="literal"/></m:part><m:part><m:content part="recibo" type="*/*"/></m:part></m:multipartRelated></output>
    </operation></binding>
  <service name="S"><port name="P" binding="t:B"><s:address location="${address}"/></port></service></definitions>`

describe('a service whose messages have parts beside the envelope', () => {
  let server: Server
  let address: string
  let seen = { type: '', body: '' }
  /** How its answer says to what it answers. */
  let relation = ''
  let recibo = '<recibo=1@s>'

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      seen = { type: request.headers['content-type'] ?? '', body: Buffer.concat(chunks).toString('latin1') }
      const header =
        relation === ''
          ? ''
          : `<a:RelatesTo xmlns:a="http://www.w3.org/2005/08/addressing">${relation}</a:RelatesTo>`
      const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header>${header}</e:Header><e:Body><t:enviarResponse xmlns:t="urn:t"><t:visto>cid:nada</t:visto></t:enviarResponse></e:Body></e:Envelope>`
      response.writeHead(200, { 'content-type': 'multipart/related; type="text/xml"; boundary=f' })
      response.write(`--f\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n${envelope}\r\n--f\r\n`)
      response.write(`Content-ID: ${recibo}\r\nContent-Type: application/pdf\r\n\r\n`)
      response.end(Buffer.concat([BYTES, Buffer.from('\r\n--f--\r\n')]))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const listening = server.address()
    address = `http://127.0.0.1:${typeof listening === 'object' && listening ? listening.port : 0}/`
  })
  afterAll(() => server.close().closeAllConnections())

  const send = async (values: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const archivos = [{ nombre: 's.wsdl', contenido: wsdl(address) }]
    return callSoap(await readSoapConfig({ archivos, ...more }), values, { nombre: 'enviar' })
  }
  const VALUES = { nombre: 'Ana', foto: new Binario(BYTES), nota: 'año' }

  test('is sent each by its name and kind, and read by its name', async () => {
    expect(await send(VALUES)).toEqual({
      cuerpo: { visto: 'cid:nada', recibo: new Binario(BYTES) },
      cabeceras: {},
    })
    expect(seen.type).toMatch(/^multipart\/related; type="text\/xml"; start="<sobre@div>"; boundary="/)
    const latin1 = (bytes: Buffer) => bytes.toString('latin1')
    const part = (type: string, name: string, content: Buffer) =>
      `\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <${name}=ID@div>\r\n\r\n${latin1(content)}\r\n`
    const body = seen.body.replaceAll(/=[\da-f-]{36}@div/g, '=ID@div')
    expect(body).toContain(part('image/png', 'foto', BYTES))
    expect(body).toContain(part('text/plain', 'nota', Buffer.from('año')))
    expect(body).toContain('<n1:nombre>Ana</n1:nombre></n1:enviar>')
    // One parameter named as in REST is the whole of it.
    expect(await send({ cuerpo: VALUES })).toMatchObject({ cuerpo: { recibo: new Binario(BYTES) } })
    expect(seen.body).toContain('Content-ID: <foto=')
  })

  test('whose part did not come is read without it', async () => {
    recibo = '<otra>'
    expect(await send({ nombre: 'Ana' })).toMatchObject({ cuerpo: { recibo: null } })
    recibo = '<recibo=1@s>'
    expect(seen.type).toBe('text/xml; charset=utf-8')
  })

  test('is not sent what is no content', async () => {
    await expect(send({ nombre: 'Ana', foto: 7 })).rejects.toMatchObject({
      errores: [{ campo: 'foto', mensaje: 'Se esperaba un contenido en base64.' }],
    })
  })

  test.each([
    ['', 'no dice a qué petición'],
    ['urn:uuid:otra', 'es de otra petición'],
  ])(
    'whose answer relates to «%s» is not taken for that of a call that says which it is',
    async (to, motivo) => {
      relation = to
      await expect(send({ nombre: 'Ana' }, { identificarMensajes: true })).rejects.toThrow(motivo)
      relation = ''
      expect(seen.body).toMatch(/<wsa:MessageID xmlns:wsa="[^"]+">urn:uuid:[\da-f-]{36}<\/wsa:MessageID>/)
    },
  )
})
