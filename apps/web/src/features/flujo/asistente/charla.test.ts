import { type Flujo, type PropuestaDeFlujo, parseFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { freeNewIds, shownChange } from './charla.ts'

const drawn: Flujo = parseFlujo({
  version: 1,
  nodos: [{ id: 'n1', tipo: 'entrada', nombre: 'Entrada' }],
  conexiones: [],
})
const propose = (flujo: Flujo): PropuestaDeFlujo => ({
  explicacion: '',
  flujo,
  valido: false,
  hallazgos: [{ nodo: 'n3', campo: 'parametros', mensaje: 'x', gravedad: 'error' }],
  rondas: 1,
  modelo: 'm',
  tokens: { entrada: 1, salida: 1 },
})
const proposed = parseFlujo({
  version: 1,
  nodos: [
    ...drawn.nodos,
    { id: 'n3', tipo: 'transformacion', nombre: 'T', parametros: [{ nombre: 'a', expresion: 'n1.a' }] },
    {
      id: 'n4',
      tipo: 'salida',
      nombre: 'S',
      parametros: [
        { nombre: 'a', valorAsignado: { nodo: 'n3', ruta: 'a' } },
        { nombre: 'b', expresion: 'n3.a' },
      ],
    },
  ],
  conexiones: [{ id: 'c1', origen: 'n3', destino: 'n4' }],
})

test('a new node does not get the id of one that was here before, wherever it is named', () => {
  const { flujo, hallazgos } = freeNewIds(propose(proposed), { drawn, taken: new Set(['n1', 'n3']) })
  const [, renamed, salida] = flujo.nodos
  expect(renamed?.id).toBe('n5')
  expect(salida?.parametros).toMatchObject([{ valorAsignado: { nodo: 'n5' } }, { expresion: 'n5.a' }])
  expect(flujo.conexiones).toMatchObject([{ origen: 'n5', destino: 'n4' }])
  expect(hallazgos).toMatchObject([{ nodo: 'n5' }])
})

test('ids that are free stay', () => {
  const propuesta = propose(proposed)
  expect(freeNewIds(propuesta, { drawn, taken: new Set(['n1']) })).toBe(propuesta)
})

test('an answer that changes nothing has nothing to show', () => {
  const charla = { drawn, isShown: true, turnos: [{ peticion: 'x', propuesta: propose(drawn) }] }
  expect(shownChange(charla)).toBeNull()
  const changed = { ...charla, turnos: [{ peticion: 'x', propuesta: propose(proposed) }] }
  expect(shownChange(changed)).toEqual({ before: drawn, after: proposed })
})
