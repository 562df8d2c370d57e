import type { CasoDePruebaGuardado, Esperado } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { describeCaso, describeSide, draftFromRun, draftOf, readDraft } from './caso-draft.ts'

const OK = { estado: 'ok', estadoHttp: 201, error: null, salida: { a: 1 } } as const

describe('what was tried becomes a case', () => {
  test.each([
    [OK, { estado: 'ok', estadoHttp: 201, comparar: 'completa', salida: { a: 1 } }],
    [
      { ...OK, estadoHttp: null, salida: ['x', '… 9 más'] },
      { estado: 'ok', estadoHttp: null, comparar: 'ninguna', salida: null },
    ],
    [
      { ...OK, estado: 'error', error: { codigo: 'LISTA_ESPERADA', mensaje: 'x', nodo: null } },
      { estado: 'error', codigo: 'LISTA_ESPERADA' },
    ],
    [
      { ...OK, estado: 'cancelada' },
      { estado: 'error', codigo: null },
    ],
  ] as const)('%o expects %o', (resultado, esperado) => {
    expect(
      readDraft({
        ...draftFromRun({ entrada: { id: 7 }, datosFijados: { a: 1 } }, resultado),
        nombre: 'Uno',
      }),
    ).toEqual({
      caso: { nombre: 'Uno', descripcion: '', entrada: { id: 7 }, datosFijados: { a: 1 }, esperado },
    })
  })
})

test.each<Esperado>([
  { estado: 'ok', estadoHttp: 200, comparar: 'campos', salida: { a: [1] } },
  { estado: 'ok', estadoHttp: null, comparar: 'completa', salida: null },
  { estado: 'error', codigo: null },
  { estado: 'error', codigo: 'NO_ENCONTRADO' },
])('a case that is opened and stored as it was is the same: %o', (esperado) => {
  const stored: CasoDePruebaGuardado = {
    id: '00000000-0000-4000-8000-000000000001',
    revision: 3,
    nombre: 'Uno',
    descripcion: 'd',
    entrada: { x: null },
    datosFijados: { consulta: { filas: [], total: 0 } },
    esperado,
    creadoEn: '',
    actualizadoEn: '',
    actualizadoPor: null,
  }
  const { creadoEn: _, actualizadoEn: __, actualizadoPor: ___, ...caso } = stored
  expect(readDraft(draftOf(stored))).toEqual({ caso })
})

test('what is no JSON is told at its field', () => {
  const draft = { ...draftFromRun({ entrada: {} }, null), entrada: '{', datosFijados: '[', salida: 'nada' }
  expect(readDraft(draft)).toEqual({
    mistakes: { entrada: expect.any(String), datosFijados: expect.any(String), salida: expect.any(String) },
  })
  expect(readDraft({ ...draft, entrada: '{}', datosFijados: '{}', comparar: 'ninguna' })).toHaveProperty(
    'caso',
  )
})

test.each<[Esperado, string]>([
  [{ estado: 'error', codigo: null }, 'Debe fallar'],
  [{ estado: 'error', codigo: 'X' }, 'Debe fallar con X'],
  [{ estado: 'ok', estadoHttp: null, comparar: 'completa', salida: 1 }, 'Compara la respuesta entera'],
  [{ estado: 'ok', estadoHttp: 404, comparar: 'campos', salida: 1 }, 'HTTP 404; compara algunos campos'],
])('%o is «%s»', (esperado, text) => {
  expect(describeCaso({ esperado, datosFijados: {} })).toBe(text)
  expect(describeCaso({ esperado, datosFijados: { a: 1 } })).toBe(`${text}; fija 1 nodo`)
})

test('a side of a difference that is not there is a dash', () => {
  const diferencia = { ruta: 'salida.a', mensaje: '', esperado: { b: 1 } }
  expect([describeSide(diferencia, 'esperado'), describeSide(diferencia, 'obtenido')]).toEqual([
    '{"b":1}',
    '–',
  ])
})
