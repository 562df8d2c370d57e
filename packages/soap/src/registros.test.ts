import { LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import { readEsquema } from './esquema.ts'
import { openLectorXml } from './registros.ts'
import { schemaText } from './testing.ts'

function refuse(motivo: string): never {
  throw new Error(motivo)
}

const esquema = readEsquema(
  [
    {
      nombre: 'pedidos.xsd',
      contenido: schemaText(
        `<element name="pedidos"><complexType><sequence>
          <element name="pedido" type="t:Pedido" maxOccurs="unbounded"/>
        </sequence></complexType></element>
        <complexType name="Pedido"><sequence>
          <element name="dia" type="x:date"/>
          <element name="linea" type="x:int" minOccurs="0" maxOccurs="unbounded"/>
        </sequence><attribute name="id" type="x:int"/></complexType>`,
        'targetNamespace="urn:t" elementFormDefault="qualified"',
      ),
    },
  ],
  LIMITS,
)

function read(text: string, ruta: string, bySchema = false): unknown[] {
  const path = ruta.split('/')
  const { push, end } = openLectorXml(
    { ruta: path, ...(bySchema && { read: esquema.openAt(path) ?? undefined }) },
    { limits: LIMITS, maximoRegistro: 10_000, refuse },
  )
  return [...push(text), ...end()]
}

const PEDIDOS = (all: string) => `<p:pedidos xmlns:p="urn:t">${all}</p:pedidos>`

test('without a schema a record is a text, or the fields that stand there', () => {
  const text = PEDIDOS('<p:pedido id="7"><dia>hoy</dia><dia>mañana</dia></p:pedido><p:pedido>nada</p:pedido>')
  expect(read(text, 'pedidos/pedido')).toEqual([{ '@id': '7', dia: ['hoy', 'mañana'] }, 'nada'])
})

test('by a schema each record is read as its types say, also those of an element that nobody else may begin with', () => {
  const text = PEDIDOS(
    '<p:pedido id="7"><p:dia>2026-11-23</p:dia><p:linea>1</p:linea></p:pedido>\n<p:pedido><p:dia>2026-11-24</p:dia></p:pedido>',
  )
  expect(JSON.parse(JSON.stringify(read(text, 'pedidos/pedido', true)))).toEqual([
    { '@id': 7, dia: '2026-11-23', linea: [1] },
    { dia: '2026-11-24', linea: [] },
  ])
})

test.each([
  [PEDIDOS('\n<p:pedido><p:dia>nunca</p:dia></p:pedido>'), 'línea 2, campo «dia»'],
  [PEDIDOS('<p:pedido/>'), 'campo «dia»'],
  ['<pedidos><pedido/></pedidos>', '«pedido» no es del espacio de nombres «urn:t»'],
])('what does not keep to the schema is refused with its place: %s', (text, sentence) => {
  expect(() => read(text, 'pedidos/pedido', true)).toThrow(sentence)
})

test('a name that data cannot have is refused', () => {
  expect(() => read('<a><b><constructor/></b></a>', 'a/b')).toThrow('reservado')
})

test('an element that the schema has not at that place is not found', () => {
  expect(esquema.openAt(['pedidos', 'otro'])).toBeNull()
  expect(esquema.openAt(['pedido'])).toBeNull()
})
