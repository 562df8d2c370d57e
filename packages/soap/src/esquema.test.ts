import { LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import { readEsquema } from './esquema.ts'
import { schemaText } from './testing.ts'

const archivo = (nombre: string, contenido: string) => ({ nombre, contenido })

test('a schema of several files is read without a network', () => {
  const { elementos, avisos, open } = readEsquema(
    [
      archivo(
        'pedido.xsd',
        schemaText(
          '<include schemaLocation="../comunes/tipos.xsd"/><include schemaLocation="falta.xsd"/><element name="pedido" type="t:Pedido"/>',
        ),
      ),
      archivo(
        'tipos.xsd',
        schemaText(
          '<complexType name="Pedido"><sequence><element name="n" type="x:int"/></sequence></complexType>',
        ),
      ),
    ],
    LIMITS,
  )
  expect(elementos).toEqual(['pedido'])
  expect(avisos.join()).toContain('no está entre los documentos')
  const pedido = open('pedido')
  const errores: never[] = []
  const xml = pedido?.write({ n: 7 }, errores) ?? ''
  const refuse = (motivo: string) => {
    throw new Error(motivo)
  }
  expect(pedido?.read(xml, { errores, refuse })).toEqual({ n: 7 })
  expect(errores).toEqual([])
  expect(() => pedido?.read('<otro/>', { errores, refuse })).toThrow('empieza por «otro»')
  expect(() => pedido?.read('<!DOCTYPE a><a/>', { errores, refuse })).toThrow('DOCTYPE')
  expect(open('otro')).toBeNull()
})

test('what is no schema is refused', () => {
  expect(() => readEsquema([archivo('a.xsd', '<a/>')], LIMITS)).toThrow('a.xsd')
  expect(() => readEsquema([], LIMITS)).toThrow('no hay ninguno')
})
