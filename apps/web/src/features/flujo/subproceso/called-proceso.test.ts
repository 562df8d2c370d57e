import type { Nodo } from '@div/contract'
import { expect, test } from 'vitest'
import { calledProceso } from './called-proceso.ts'

const NODO: Nodo = { id: 'n1', tipo: 'proceso', nombre: 'Llamar', posicion: { x: 0, y: 0 }, parametros: [] }
const CALL = { tipoServidor: 'interno', tipoObjeto: 'proceso', objeto: { procesoId: 'p1' } }

test.each<[string, Partial<Nodo>, string | null]>([
  ['another proceso', CALL, 'p1'],
  ['none yet', { ...CALL, objeto: {} }, null],
  ['none yet, with an empty field', { ...CALL, objeto: { procesoId: '' } }, null],
  ['a tabla', { ...CALL, tipoObjeto: 'tabla' }, null],
  ['a database', { ...CALL, tipoServidor: 'postgresql' }, null],
  ['nothing: it is of another type', { ...CALL, tipo: 'salida' }, null],
])('a node that calls %s', (_, fields, expected) => {
  expect(calledProceso({ ...NODO, ...fields })).toBe(expected)
})
