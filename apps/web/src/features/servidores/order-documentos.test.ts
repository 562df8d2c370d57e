import { expect, test } from 'vitest'
import { orderDocumentos } from './order-documentos.ts'

test('the document with the service comes first, then other WSDLs, then schemas', () => {
  const names = orderDocumentos([
    { nombre: 'tipos.xsd', contenido: '<xs:schema/>' },
    { nombre: 'abstracto.wsdl', contenido: '<wsdl:definitions/>' },
    { nombre: 'servicio.xml', contenido: '<wsdl:definitions><wsdl:service name="S"/></wsdl:definitions>' },
  ]).map(({ nombre }) => nombre)
  expect(names).toEqual(['servicio.xml', 'abstracto.wsdl', 'tipos.xsd'])
})
