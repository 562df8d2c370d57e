import { describeService } from '@div/soap'
import { expect, test } from 'vitest'
import { createCanalDocuments } from './canal-documents.ts'

const wsdl = describeService({
  adjuntos: 'sobre',
  nombre: 'Tienda',
  documentacion: '',
  namespace: 'urn:t',
  address: '',
  operaciones: [
    { operacion: 'Ver', documentacion: '', entrada: [], cabeceras: [], salidas: [], asincrona: false },
  ],
})

test('a WSDL is written once for each address, and only so many are kept', () => {
  const documents = createCanalDocuments(wsdl)
  const first = documents.wsdl('http://a/')
  expect(first).toContain('location="http://a/"')
  expect(documents.schema()).toMatch(/^<xsd:schema/)
  for (let index = 0; index < 20; index++)
    expect(documents.wsdl(`http://${index}/`)).toContain(`location="http://${index}/"`)
  expect(documents.wsdl('http://a/')).toBe(first)
})
