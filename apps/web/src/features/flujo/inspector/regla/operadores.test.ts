import { OPERADORES } from '@div/nodos/catalogo'
import { expect, test } from 'vitest'
import { OPERADOR_LABELS, operadoresOf } from './operadores.ts'

test('every operator has its words', () => {
  expect(Object.keys(OPERADOR_LABELS).toSorted()).toEqual([...OPERADORES].toSorted())
})

test('only what says something of a type is offered, and what is chosen already', () => {
  const values = (...args: Parameters<typeof operadoresOf>) => operadoresOf(...args).map(({ value }) => value)
  expect(values(undefined, 'igual')).toHaveLength(OPERADORES.length)
  expect(values('booleano', 'igual')).toEqual(['igual', 'distinto', 'vacio', 'noVacio'])
  expect(values('lista', 'mayor')).toContain('mayor')
  expect(values('texto', 'igual')).toContain('empiezaCon')
})
