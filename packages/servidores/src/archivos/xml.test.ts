import { LIMITS, type Limits } from '@div/contract'
import { expect, test } from 'vitest'
import { refusalOf } from '../testing-connection.ts'
import { compileXml } from './xml.ts'

test('its schema is as large as the product is set to', () => {
  const contenido = `<schema xmlns="http://www.w3.org/2001/XMLSchema"><element name="d"><complexType><sequence>
    <element name="r" type="int" maxOccurs="unbounded"/></sequence></complexType></element></schema>`
  const compile = (limits: Limits) =>
    compileXml({ elemento: 'd/r', archivos: [{ nombre: 'd.xsd', contenido }] }, limits)
  compile(LIMITS)
  expect(() => compile({ ...LIMITS, contratoBytes: 100 })).toThrow(refusalOf('objeto.xml.archivos'))
})

test('what its schema does not find is told', () => {
  const contenido = `<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:n="urn:n" targetNamespace="urn:n"><include schemaLocation="../otros/r.xsd"/>
    <element name="d"><complexType><sequence><element name="r" type="n:R" maxOccurs="unbounded"/></sequence></complexType>
    </element></schema>`
  const otro = `<schema xmlns="http://www.w3.org/2001/XMLSchema"><complexType name="R"><sequence/></complexType></schema>`
  const archivos = [{ nombre: 'd.xsd', contenido }]
  expect(compileXml({ elemento: 'd/r', archivos }, LIMITS).aviso).toEqual({
    campo: 'objeto.xml.archivos',
    mensaje: expect.stringContaining('r.xsd'),
  })
  const both = [...archivos, { nombre: 'r.xsd', contenido: otro }]
  expect(compileXml({ elemento: 'd/r', archivos: both }, LIMITS).aviso).toBeUndefined()
})

test('a document nests and has attributes as far as the product is set to', () => {
  function read(text: string, limits: Limits) {
    const { push, end } = compileXml({ elemento: 'd/r', archivos: [] }, limits).openLector({
      limits,
      maximoRegistro: 1_000,
      vacio: 'nulo',
      finDeLinea: 'lf',
      textOf: String,
      refuse(motivo) {
        throw new Error(motivo)
      },
    })
    return [...push(text), ...end()]
  }
  const text = '<d><r a="1" b="2"><b><c>x</c></b></r></d>'
  expect(read(text, LIMITS)).toEqual([{ '@a': '1', '@b': '2', b: { c: 'x' } }])
  expect(() => read(text, { ...LIMITS, profundidad: 3 })).toThrow('más de 3 niveles')
  expect(() => read(text, { ...LIMITS, atributosXml: 1 })).toThrow('más de 1 atributos')
})
