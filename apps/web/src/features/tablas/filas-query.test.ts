import type { Columna } from '@div/contract'
import { expect, test } from 'vitest'
import { filtroValor, nameOf, readFiltros, showFiltro, withFiltro } from './filas-query.ts'

const columna = (nombre: string, tipo: Columna['tipo']): Columna => ({
  nombre,
  tipo,
  requerido: false,
  unico: false,
  descripcion: '',
})
const COLUMNAS = [columna('iso', 'texto'), columna('alta', 'fecha')]

test('filters stand in the address as the API spells them; those of columns that are gone are no filters', () => {
  const params = new URLSearchParams(
    'q=x&filtro.iso.contiene=P&filtro.alta=2026-01-02&filtro.vieja=1&filtro.iso.raro=1',
  )
  expect(readFiltros(params, COLUMNAS)).toEqual([
    { columna: 'iso', operador: 'contiene', valor: 'P' },
    { columna: 'alta', operador: 'igual', valor: '2026-01-02' },
  ])
})

test('a column has one filter at a time', () => {
  const filtro = { columna: 'iso', operador: 'igual', valor: 'ES' } as const
  const params = withFiltro(
    new URLSearchParams('q=x&filtro.iso.contiene=P&filtro.isometrico=1'),
    'iso',
    filtro,
  )
  expect(params.toString()).toBe('q=x&filtro.isometrico=1&filtro.iso=ES')
  expect(withFiltro(params, 'iso', null).toString()).toBe('q=x&filtro.isometrico=1')
})

test('what is written as people here write it is asked as the API takes it', () => {
  expect(filtroValor('1/2/2026', 'fecha')).toBe('2026-02-01')
  expect(filtroValor('1,5', 'decimal')).toBe('1.5')
  expect(filtroValor('sí', 'booleano')).toBe('true')
  expect(showFiltro({ columna: 'alta', operador: 'minimo', valor: '2026-02-01' }, 'fecha')).toBe(
    'desde 01/02/2026',
  )
  expect(nameOf({ columna: 'alta', operador: 'minimo', valor: '' })).toBe('filtro.alta.minimo')
})
