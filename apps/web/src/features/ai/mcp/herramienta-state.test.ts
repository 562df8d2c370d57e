import type { HerramientaDeMcp } from '@div/contract'
import { expect, test } from 'vitest'
import {
  describeDefinicion,
  describePermitidas,
  readArgumentos,
  sampleOf,
  sortHerramientas,
  stateOfServer,
} from './herramienta-state.ts'

const server = {
  id: '1',
  nombre: 'Ajeno',
  url: 'https://mcp.ejemplo.com/mcp',
  activo: true,
  revision: 1,
  permitidas: 0,
  escriben: 0,
  autorizacion: { estado: 'noHaceFalta', por: null, momento: null },
} as const

const herramienta = (nombre: string, estado: HerramientaDeMcp['estado']): HerramientaDeMcp => ({
  nombre,
  titulo: '',
  descripcion: '',
  esquema: { type: 'object' },
  huella: 'h',
  escribe: false,
  estado,
})

test('what somebody has to look at comes first', () => {
  const sorted = sortHerramientas([
    herramienta('a', 'permitida'),
    herramienta('b', 'nueva'),
    herramienta('c', 'cambiada'),
    herramienta('d', 'retirada'),
  ])
  expect(sorted.map(({ nombre }) => nombre)).toEqual(['c', 'd', 'b', 'a'])
})

test.each([
  [{}, 'Ninguna herramienta permitida'],
  [{ permitidas: 1 }, '1 herramienta permitida, ninguna cambia datos'],
  [{ permitidas: 3, escriben: 1 }, '3 herramientas permitidas, 1 cambia datos'],
  [{ permitidas: 3, escriben: 2 }, '3 herramientas permitidas, 2 cambian datos'],
])('%o is told as «%s»', (changes, text) => {
  expect(describePermitidas({ ...server, ...changes })).toBe(text)
})

test('a server that waits for a person says so, unless it is off', () => {
  const autorizacion = { estado: 'pendiente', por: null, momento: null } as const
  expect(stateOfServer(server).label).toBe('Activo')
  expect(stateOfServer({ ...server, autorizacion }).label).toBe('Falta autorizar')
  expect(stateOfServer({ ...server, autorizacion, activo: false }).label).toBe('Inactivo')
})

test('arguments begin with what is required, whatever a schema holds', () => {
  const properties = { a: { type: 'string' }, b: { type: 'integer' }, c: { type: ['string', 'null'] }, d: {} }
  expect(sampleOf({ properties, required: ['a', 'b', 'c', 'no', 7] })).toEqual({
    a: '',
    b: 0,
    c: null,
    no: null,
  })
  expect(sampleOf({ properties: { a: { type: 'constructor' } }, required: ['a'] })).toEqual({ a: null })
  expect(sampleOf({ properties: null, required: ['a'] })).toEqual({})
  expect(readArgumentos('{"a":1}')).toEqual({ a: 1 })
  expect([readArgumentos('[1]'), readArgumentos('{"a"'), readArgumentos('null')]).toEqual([null, null, null])
})

test('a definition is told with all that models read', () => {
  expect(describeDefinicion({ titulo: 'T', descripcion: 'D', esquema: {}, salida: {} })).toBe(
    'T\n\nD\n\nArgumentos: {}\n\nRespuesta: {}',
  )
  const said = (esquema: Record<string, unknown>) =>
    describeDefinicion({ titulo: '', descripcion: '', esquema })
  expect(said({ b: [{ d: 1, c: 2 }], a: 1 })).toBe(said({ a: 1, b: [{ c: 2, d: 1 }] }))
})
