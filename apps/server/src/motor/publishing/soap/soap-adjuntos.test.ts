import { join } from 'node:path'
import type { Parametro } from '@div/contract'
import { missingJaxws, runJaxwsClient } from '@div/servidores/testing-jaxws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flujoOf } from '../rest/rest-testing.ts'
import { DIVIDIR, startSoapMotor } from './soap-testing.ts'

const BYTES = Buffer.from([0, 255, 13, 10, 45, 45])
const contenido: Parametro = { nombre: 'contenido', tipo: 'binario', requerido: true }
const COPIAR = flujoOf(
  [{ nombre: 'nombre', tipo: 'texto', requerido: true }, contenido],
  [
    { nombre: 'visto', tipo: 'texto', expresion: 'MAYUSCULAS(n1.nombre)' },
    { nombre: 'copia', tipo: 'binario', valorAsignado: { nodo: 'n1', ruta: 'contenido' } },
  ],
)

let soap: Awaited<ReturnType<typeof startSoapMotor>>
beforeAll(async () => {
  soap = await startSoapMotor()
  await soap.publish('archivo', { Copiar: COPIAR, Dividir: DIVIDIR }, { adjuntos: 'swa' })
})
afterAll(() => soap.close())

const body = (content: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Copiar xmlns="urn:div:soap:archivo"><nombre>ñu</nombre><contenido>${content}</contenido></Copiar></s:Body></s:Envelope>`

const ANSWERED =
  /^\r\n--div-[\da-f-]+\r\nContent-Type: text\/xml; charset=UTF-8\r\n[\s\S]*<n1:visto>ÑU<\/n1:visto><n1:copia>cid:parte-1@div<\/n1:copia>[\s\S]*Content-ID: <parte-1@div>\r\n\r\nhola\r\n--div-/

test('data that is declared as a reference is read beside the envelope and answered there', async () => {
  const message = `--f\r\nContent-Type: text/xml; charset=UTF-8\r\nContent-ID: <raiz>\r\n\r\n${body('cid:foto%3d1')}\r\n--f\r\nContent-ID: <foto=1>\r\n\r\nhola\r\n--f--`
  const type = 'multipart/related; type="text/xml"; start="<raiz>"; boundary=f'
  const { status, text, headers } = await soap.post('archivo', message, { 'content-type': type })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(
    /^multipart\/related; type="text\/xml"; start="<sobre@div>"; boundary="div-/,
  )
  expect(text).toMatch(ANSWERED)
})

test('it may come in the envelope all the same, and is refused when its part is missing', async () => {
  const inside = await soap.post('archivo', body(Buffer.from('hola').toString('base64')))
  expect(inside.text).toMatch(ANSWERED)
  const missing = await soap.post('archivo', body('cid:nada'))
  expect(missing.text).toContain('<n1:campo>contenido</n1:campo>')
})

test('the WSDL brings along what a reference is, and its schema says where that lies', async () => {
  const read = async (what: string) => (await fetch(`${soap.motor.url}/soap/archivo?${what}`)).text()
  const wsdl = await read('wsdl')
  expect(wsdl).toContain('<xsd:element name="contenido" type="ref:swaRef"/>')
  expect(wsdl).toContain('targetNamespace="http://ws-i.org/profiles/basic/1.1/xsd"')
  expect(await read('xsd=1')).toContain('schemaLocation="http://ws-i.org/profiles/basic/1.1/swaref.xsd"')
})

test.skipIf(missingJaxws() !== null)(
  'JAX-WS: a client of what wsimport makes of the WSDL, with WS-Addressing',
  { timeout: 180_000 },
  async () => {
    const printed = await runJaxwsClient(join(import.meta.dirname, '__fixtures__', 'ClienteArchivo.java'), {
      wsdl: `${soap.motor.url}/soap/archivo?wsdl`,
      main: 'ClienteArchivo',
      args: [BYTES.toString('base64')],
    })
    expect(printed.split('\n')).toEqual([
      'ÍÑIGO ÑANDÚ €',
      BYTES.toString('base64'),
      'No se puede dividir 0',
      '',
    ])
  },
)
