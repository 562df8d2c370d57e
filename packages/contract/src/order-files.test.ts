import { describe, expect, test } from 'vitest'
import { orderFiles, withFiles } from './order-files.ts'

const file = (nombre: string, contenido = '') => ({ nombre, contenido })
const namesOf = (files: readonly { nombre: string }[]) => files.map(({ nombre }) => nombre)

describe('what the others belong to comes first', () => {
  test.each([
    ['XSD', 'z.xsd', '<include schemaLocation="../comunes/a.xsd"/>', 'a.xsd'],
    ['XSD of Windows', 'z.xsd', "<import schemaLocation='comunes\\a.xsd'/>", 'a.xsd'],
    ['proto', 'z.proto', 'import public "a.proto";', 'a.proto'],
    ['OpenAPI', 'z.json', '{ "$ref": "a.json#/components/schemas/A" }', 'a.json'],
  ])('%s', (_, first, contenido, second) => {
    expect(namesOf(orderFiles([file(second), file(first, contenido)]))).toEqual([first, second])
  })

  test('files that name each other, themselves, or nobody stay as they are', () => {
    const files = [file('a.xsd', '"b.xsd"'), file('b.xsd', '"a.xsd" "b.xsd"')]
    expect(orderFiles(files)).toEqual(files)
    expect(
      orderFiles(files.map(({ nombre }) => file(nombre, `"${nombre}"`))).map((each) => each.nombre),
    ).toEqual(['a.xsd', 'b.xsd'])
  })
})

test('the document with the service comes first, then other WSDLs, then schemas', () => {
  const documentos = [
    file('tipos.xsd', '<xs:schema/>'),
    file('abstracto.wsdl', '<wsdl:definitions/>'),
    file('servicio.xml', '<wsdl:definitions><wsdl:service name="S"/></wsdl:definitions>'),
  ]
  expect(namesOf(orderFiles(documentos))).toEqual(['servicio.xml', 'abstracto.wsdl', 'tipos.xsd'])
})

test('of two documents with a service the one that no other imports comes first, whoever else names it', () => {
  const service = (imports: string) => `<import location="${imports}"/><service name="S"/>`
  const documentos = [
    file('indice.xml', '"todo.wsdl" "parte.wsdl"'),
    file('parte.wsdl', service('tipos.xsd')),
    file('todo.wsdl', service('parte.wsdl')),
  ]
  expect(namesOf(orderFiles(documentos.filter(({ nombre }) => nombre !== 'indice.xml')))[0]).toBe('todo.wsdl')
  expect(namesOf(orderFiles(documentos)).at(-1)).toBe('indice.xml')
})

test.each([
  ['OpenAPI as JSON', '{ "openapi": "3.1.0" }'],
  ['OpenAPI as YAML', '# contrato\nopenapi: 3.0.3\n'],
  ['Swagger', '{"swagger":"2.0"}'],
  ['Postman', '{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}}'],
])('a contract comes first: %s', (_, contenido) => {
  const documentos = [file('a.json', '{"type":"object"}'), file('z.json', contenido)]
  expect(namesOf(orderFiles(documentos))).toEqual(['z.json', 'a.json'])
})

test('a file of the same name takes the place of the one of before', () => {
  const files = [file('b.xsd', '"a.xsd"'), file('a.xsd', 'antes')]
  expect(withFiles(files, [file('a.xsd', 'ahora')])).toEqual([
    file('b.xsd', '"a.xsd"'),
    file('a.xsd', 'ahora'),
  ])
})
