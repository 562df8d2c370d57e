import { parseFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { listDependencias } from '../usos/list-dependencias.ts'
import { relocateFlujo, sortKeys } from './paquete.ts'

const flujo = parseFlujo({
  version: 1,
  nodos: [
    {
      id: 'n2',
      tipo: 'proceso',
      nombre: 'Consulta',
      servidorId: 's1',
      tipoServidor: 'postgresql',
      tipoObjeto: 'consulta',
      objeto: { sql: 'select 1' },
    },
    {
      id: 'n3',
      tipo: 'proceso',
      nombre: 'Sub',
      servidorId: 's2',
      tipoServidor: 'interno',
      tipoObjeto: 'proceso',
      objeto: { procesoId: 'p1' },
    },
  ],
  conexiones: [],
})

test('an imported flujo names the servers and processes of this installation', () => {
  const moved = relocateFlujo(flujo, {
    asignaciones: new Map([
      ['servidores/s1', 'aqui-1'],
      ['procesos/p1', 'aqui-p'],
    ]),
    tipos: new Map([['aqui-1', 'mysql']]),
  })
  expect(moved.nodos.map(({ tipoServidor }) => tipoServidor)).toEqual(['mysql', 'interno'])
  expect(
    listDependencias(moved).filter(({ recurso }) => recurso === 'servidores' || recurso === 'procesos'),
  ).toEqual([
    { recurso: 'servidores', referencia: 'aqui-1', nodo: 'n2' },
    { recurso: 'servidores', referencia: 's2', nodo: 'n3' },
    { recurso: 'procesos', referencia: 'aqui-p', nodo: 'n3' },
  ])
})

test('a bundle is the same text whatever the order of its keys', () => {
  expect(JSON.stringify(sortKeys({ b: [{ d: 1, c: 2 }], a: null }))).toBe('{"a":null,"b":[{"c":2,"d":1}]}')
})
