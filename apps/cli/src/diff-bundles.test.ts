import type { Paquete } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffBundles } from './diff-bundles.ts'

function flujoOf(servidorId: string, sql: string) {
  const posicion = { x: 0, y: 0 }
  return {
    version: 1,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion, parametros: [] },
      {
        id: 'n2',
        tipo: 'proceso',
        nombre: 'Buscar',
        posicion,
        parametros: [],
        servidorId,
        tipoServidor: 'postgresql',
        tipoObjeto: 'consulta',
        objeto: { sql },
      },
    ],
    conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
  }
}

function bundleOf(
  servidorId: string,
  sql: string,
  { nombre = 'Chinook', flujo = flujoOf(servidorId, sql) } = {},
): Paquete {
  return {
    formato: 'div-proceso',
    version: 1,
    proceso: { nombre: 'Consultar cliente', descripcion: '', modo: 'memoria', concurrencia: null, flujo },
    dependencias: [{ recurso: 'servidores', referencia: servidorId, nombre, tipoServidor: 'postgresql' }],
    casosPrueba: [],
  }
}

test('the same proceso of two installations does not differ by the ids of what it depends on', () => {
  expect(diffBundles(bundleOf('s-prueba', 'select 1'), bundleOf('s-produccion', 'select 1'))).toEqual([])
})

test('a difference is told at its node, whatever place the node has in the list', () => {
  const { nodos, ...flujo } = flujoOf('s1', 'select 2')
  const after = bundleOf('s1', 'select 2', { flujo: { ...flujo, nodos: nodos.toReversed() } })
  expect(diffBundles(bundleOf('s1', 'select 1'), after)).toEqual([
    { ruta: 'proceso.flujo.nodos[n2].objeto.sql', before: 'select 1', after: 'select 2' },
  ])
})

test('what names another server differs', () => {
  expect(
    diffBundles(bundleOf('s1', 'x'), bundleOf('s1', 'x', { nombre: 'Otra' })).map(({ ruta }) => ruta),
  ).toEqual(['proceso.flujo.nodos[n2].servidorId', 'dependencias[0]'])
})

test('what only one of them has is told as not being there', () => {
  const after = bundleOf('s1', 'x', { flujo: { ...flujoOf('s1', 'x'), conexiones: [] } })
  expect(diffBundles(bundleOf('s1', 'x'), after)).toEqual([
    {
      ruta: 'proceso.flujo.conexiones[c1]',
      before: { id: 'c1', origen: 'n1', destino: 'n2' },
      after: undefined,
    },
  ])
})

test('nothing differs from itself, and what differs is found from both sides', () => {
  const objeto = fc.jsonValue()
  fc.assert(
    fc.property(objeto, objeto, (left, right) => {
      const [before, after] = [left, right].map((value) => {
        const bundle = bundleOf('s1', 'x')
        return { ...bundle, proceso: { ...bundle.proceso, descripcion: JSON.stringify(value) } }
      }) as [Paquete, Paquete]
      expect(diffBundles(before, before)).toEqual([])
      expect(diffBundles(before, after).map(({ ruta }) => ruta)).toEqual(
        diffBundles(after, before).map(({ ruta }) => ruta),
      )
    }),
  )
})
