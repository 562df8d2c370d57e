import { type Nodo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { renameFlujo } from './rename-nodos.ts'

const nodo = (id: string, fields: Partial<Nodo> = {}): Nodo => ({
  id,
  tipo: 'transformacion',
  nombre: id,
  posicion: { x: 0, y: 0 },
  parametros: [],
  ...fields,
})
const REFERRING = nodo('b', {
  parametros: [
    { nombre: 'x', valorAsignado: { nodo: 'a', ruta: 'id' } },
    { nombre: 'y', expresion: 'a.id + c.a' },
    { nombre: 'z', valor: { nodo: 'a', ruta: 'id' } },
  ],
})
const OTHER = nodo('c', { parametros: [{ nombre: 'x', expresion: 'b.y' }] })
const FLUJO = {
  ...newFlujo(),
  nodos: [nodo('a'), REFERRING, OTHER],
  conexiones: [
    { id: '1', origen: 'a', destino: 'b' },
    { id: '2', origen: 'b', destino: 'c' },
  ],
}

test('a node is called otherwise wherever it is named, and in no literal', () => {
  const { nodos, conexiones } = renameFlujo(FLUJO, new Map([['a', 'n9']]))
  expect(nodos[0]).toEqual(nodo('n9', { nombre: 'a' }))
  expect(nodos[1]?.parametros).toEqual([
    { nombre: 'x', valorAsignado: { nodo: 'n9', ruta: 'id' } },
    { nombre: 'y', expresion: 'n9.id + c.a' },
    { nombre: 'z', valor: { nodo: 'a', ruta: 'id' } },
  ])
  expect(conexiones[0]).toEqual({ id: '1', origen: 'n9', destino: 'b' })
})

test('what names none of them stays the same object: what is known of it holds', () => {
  const { nodos, conexiones } = renameFlujo(FLUJO, new Map([['a', 'n9']]))
  expect(nodos[2]).toBe(OTHER)
  expect(conexiones[1]).toBe(FLUJO.conexiones[1])
})
