import { CuerpoDemasiadoGrande } from '@div/contract'
import { expect, test } from 'vitest'
import { fillBody } from './fill-body.ts'

const entorno = { nombre: 'Pruebas', valores: new Map([['a', 'x'.repeat(8_192)]]), maximoBytes: 100_000 }

test('variables are filled in, whatever they are called, but for what names things', () => {
  const body = {
    canalId: '{{a}}',
    ruta: '/{{nombre}}',
    cabeceras: { x: ['{{nombre}}'] },
    cuerpo: '{{otra}}',
    partes: [{ nombre: '{{nombre}}', valor: '{{nombre}} {{otra}}' }],
  }
  const valores = new Map([['nombre', 'Ána']])
  expect(fillBody(body, { ...entorno, valores })).toEqual({
    canalId: '{{a}}',
    ruta: '/Ána',
    cabeceras: { x: ['Ána'] },
    cuerpo: '{{otra}}',
    partes: [{ nombre: 'Ána', valor: 'Ána {{otra}}' }],
  })
  expect(() => fillBody({ partes: [{ nombre: '{{otra}}' }] }, { ...entorno, valores })).toThrow(
    expect.objectContaining({
      errores: [{ campo: 'partes[0].nombre', mensaje: 'El entorno «Pruebas» no tiene la variable «otra».' }],
    }),
  )
})

test.each([
  ['one text', { cuerpo: '{{a}}'.repeat(60_000) }],
  ['many texts', { cabeceras: Array.from({ length: 60_000 }, () => '{{a}}') }],
])('values that would make it too long are refused before they are put there: %s', (_, body) => {
  expect(() => fillBody(body, entorno)).toThrow(CuerpoDemasiadoGrande)
})

test('whoever asks hears which values were put there, wherever they stand', () => {
  const used: string[] = []
  const body = { canalId: '{{c}}', ruta: '/{{a}}', cabeceras: { x: '{{b}}' }, cuerpo: '{{\nc}} {{d}}' }
  const valores = new Map(['a', 'b', 'c', 'e'].map((nombre) => [nombre, nombre]))
  fillBody(body, { nombre: 'Pruebas', valores, maximoBytes: 100, onUse: (nombre) => used.push(nombre) })
  expect(used).toEqual(['a', 'b', 'c'])
})
