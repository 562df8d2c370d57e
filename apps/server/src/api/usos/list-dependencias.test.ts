import { parseFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { listDependencias } from './list-dependencias.ts'

const flujo = parseFlujo({
  version: 1,
  nodos: [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada' },
    {
      id: 'n2',
      tipo: 'proceso',
      nombre: 'Consulta',
      servidorId: 's1',
      tipoServidor: 'postgresql',
      tipoObjeto: 'consulta',
      objeto: { sql: 'select 1' },
      parametros: [{ nombre: 'a', expresion: 'PARAMETRO("iva") * PARAMETRO( "iva" )' }],
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
    {
      id: 'n6',
      tipo: 'proceso',
      nombre: 'Número',
      tipoServidor: 'interno',
      tipoObjeto: 'consecutivo',
      objeto: { nombre: 'pedidos' },
    },
    {
      id: 'n7',
      tipo: 'proceso',
      nombre: 'Filas',
      tipoServidor: 'interno',
      tipoObjeto: 'tabla',
      objeto: { tabla: 'paises' },
    },
    {
      id: 'n4',
      tipo: 'condicion',
      nombre: 'Casos',
      casos: [
        {
          nombre: 'si',
          regla: { y: [{ izquierda: { expresion: 'buscar("paises"; 1; "iso")' }, operador: '=' }] },
        },
      ],
    },
    {
      id: 'n5',
      tipo: 'salida',
      nombre: 'Salida',
      parametros: [
        {
          nombre: 'n',
          expresion:
            'CONSECUTIVO("facturas") & "PARAMETRO(""no"")" & MIPARAMETRO("no") & buscar_fila("zonas"; 1).x & Parámetro("tasa")',
        },
      ],
    },
  ],
  conexiones: [],
})

test('servers, processes and the names in formulas are found, each once a node', () => {
  expect(listDependencias(flujo)).toEqual([
    { recurso: 'servidores', referencia: 's1', nodo: 'n2' },
    { recurso: 'parametros', referencia: 'iva', nodo: 'n2' },
    { recurso: 'servidores', referencia: 's2', nodo: 'n3' },
    { recurso: 'procesos', referencia: 'p1', nodo: 'n3' },
    { recurso: 'consecutivos', referencia: 'pedidos', nodo: 'n6' },
    { recurso: 'tablas', referencia: 'paises', nodo: 'n7' },
    { recurso: 'tablas', referencia: 'paises', nodo: 'n4' },
    { recurso: 'consecutivos', referencia: 'facturas', nodo: 'n5' },
    { recurso: 'tablas', referencia: 'zonas', nodo: 'n5' },
    { recurso: 'parametros', referencia: 'tasa', nodo: 'n5' },
  ])
})
