import { LIMITS } from '@div/contract'
import { readXml } from '@div/funciones'
import { expect, test } from 'vitest'
import { plainTree } from './plain-tree.ts'

test.each([
  ['<a xmlns="urn:x" xmlns:i="urn:i"><b>1</b></a>', { a: { b: '1' } }],
  ['<a xmlns:xsi="urn:xsi"><b xsi:type="xsd:string">Hola</b></a>', { a: { b: 'Hola' } }],
  ['<a xmlns:xsi="urn:xsi"><b xsi:nil="true"/></a>', { a: { b: '' } }],
  ['<a><b moneda="EUR">3</b><b>4</b></a>', { a: { b: [{ '@moneda': 'EUR', '#': '3' }, '4'] } }],
])('%s is talked about as %j', (text, tree) => {
  expect(plainTree(readXml(text, LIMITS))).toEqual(tree)
})
