import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { Binario } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import { Attachments, writeEnvelope } from '@div/soap'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callSoap, closeSoapPools, readSoapConfig } from './soap-testing.ts'

const wsdl = (address: string, binding: string) => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:s="http://schemas.xmlsoap.org/wsdl/${binding}/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><x:schema targetNamespace="urn:t" elementFormDefault="qualified"><x:element name="subir"><x:complexType><x:sequence>
    <x:element name="nombre" type="x:string"/><x:element name="datos" type="x:base64Binary" maxOccurs="unbounded"/></x:sequence></x:complexType></x:element></x:schema></types>
  <message name="m"><part name="p" element="t:subir"/></message>
  <portType name="P"><operation name="subir"><input message="t:m"/><output message="t:m"/></operation></portType>
  <binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="subir"><s:operation soapAction="urn:t:subir"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><s:address location="${address}"/></port></service></definitions>`

/** How a reader of MIME that is not ours understands a message: the parts with their type, id and bytes. */
const READER = `
import sys, json, base64, email, email.policy
head = sys.argv[1].encode()
message = email.message_from_bytes(b'Content-Type: ' + head + b'\\r\\n\\r\\n' + sys.stdin.buffer.read(), policy=email.policy.HTTP)
print(json.dumps([[p.get_content_type(), p['Content-ID'], base64.b64encode(p.get_payload(decode=True)).decode()] for p in message.iter_parts()]))
`
const PYTHON = '/usr/bin/python3'
const isMissing = spawnSync(PYTHON, ['--version']).status !== 0

interface Seen {
  type: string
  accept: string
  action: string | undefined
  body: Buffer
}

describe('a service that takes binary data beside the envelope', () => {
  let server: Server
  let address: string
  let seen: Seen
  /** What it answers: the first datum, beside the envelope. */
  const FOTO = Buffer.from([0, 255, 13, 10, 45, 45])

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { 'content-type': type = '', accept = '', soapaction } = request.headers
      const action = typeof soapaction === 'string' ? soapaction : undefined
      seen = { type, accept, action, body: Buffer.concat(chunks) }
      const version = type.includes('application/soap+xml') ? '1.2' : '1.1'
      const parts = new Attachments({ mtom: true })
      const body = `<t:subir xmlns:t="urn:t"><t:nombre>ñandú</t:nombre><t:datos>${parts.include?.(FOTO)}</t:datos></t:subir>`
      const packed = parts.pack(writeEnvelope({ version, body }), version)
      response.writeHead(200, { 'content-type': packed?.contentType ?? '' }).end(packed?.payload)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const listening = server.address()
    address = `http://127.0.0.1:${typeof listening === 'object' && listening ? listening.port : 0}/`
  })
  afterAll(async () => {
    await closeSoapPools()
    server.close().closeAllConnections()
  })

  const configOf = (binding: string, more: Record<string, unknown>) =>
    readSoapConfig({ archivos: [{ nombre: 's.wsdl', contenido: wsdl(address, binding) }], ...more })
  const VALUES = {
    nombre: 'Íñigo',
    datos: [new Binario(Buffer.from('uno\r\n--div')), new Binario(FOTO)],
  }
  const ANSWER = { cuerpo: { nombre: 'ñandú', datos: [{ bytes: FOTO }] } }

  test.skipIf(isMissing).each([
    ['1.1', 'soap', 'text/xml', '"urn:t:subir"'],
    ['1.2', 'soap12', 'application/soap+xml', undefined],
  ])(
    'is sent it in parts over SOAP %s, and read in parts (needs python3)',
    async (_v, binding, type, action) => {
      const config = await configOf(binding, { adjuntos: 'mtom' })
      expect(await callSoap(config, VALUES, { nombre: 'subir' })).toMatchObject(ANSWER)
      expect(seen.accept).toContain('multipart/related')
      expect(seen.action).toBe(action)
      expect(seen.type).toContain(`start-info="${type}"`)
      if (action === undefined) expect(seen.type).toContain('action="urn:t:subir"')
      const read = spawnSync(PYTHON, ['-c', READER, seen.type], { input: seen.body, encoding: 'utf8' })
      const parts: [type: string, id: string, content: string][] = JSON.parse(read.stdout)
      const [envelope, ...binary] = parts
      expect(envelope?.[0]).toBe('application/xop+xml')
      const text = Buffer.from(envelope?.[2] ?? '', 'base64').toString()
      expect(text).toContain('<n1:nombre>Íñigo</n1:nombre>')
      const ids = [...text.matchAll(/href="cid:([^"]+)"/g)].map(([, id]) => `<${id}>`)
      expect(binary.map(([, id, content]) => [id, content])).toEqual(
        VALUES.datos.map(({ bytes }, index) => [ids[index], Buffer.from(bytes).toString('base64')]),
      )
    },
  )

  test('is sent it within the envelope where nobody says otherwise', async () => {
    expect(await callSoap(await configOf('soap', {}), VALUES, { nombre: 'subir' })).toMatchObject(ANSWER)
    expect(seen.type).toBe('text/xml; charset=utf-8')
    expect(seen.body.toString()).toContain(FOTO.toString('base64'))
  })

  test('cannot be sent it beside what is signed', () => {
    const { soap } = SERVIDORES
    const seguridad = { tipo: 'x509', certificado: 'c', clave: 'k' }
    const config = soap?.config.parse({ wsdl: 'http://127.0.0.1/', adjuntos: 'mtom', seguridad }) ?? {}
    expect(() => soap?.checkConfig?.(config, { carpetaArchivos: [] })).toThrow()
  })
})
