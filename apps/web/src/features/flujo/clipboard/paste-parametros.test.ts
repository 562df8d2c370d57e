import { copyParametros, type Nodo, newFlujo, type Parametro, type TipoNodo } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { planPasteParametros } from './paste-parametros.ts'

const FLUJO = newFlujo()
const NOW = 1_000_000

const nodo = (tipo: TipoNodo, parametros: Parametro[] = []): Nodo => ({
  id: 'n9',
  tipo,
  nombre: tipo,
  posicion: { x: 0, y: 0 },
  parametros,
})
const copied = (parametros: Parametro[], tipo: TipoNodo = 'transformacion') =>
  copyParametros(nodo(tipo, parametros), NOW)

describe('parameters that are pasted', () => {
  test('come last, and replace those of the same name', () => {
    const target = nodo('salida', [{ nombre: 'a', valor: 1 }, { nombre: 'z' }])
    const payload = copied([
      { nombre: 'b', valor: 3 },
      { nombre: 'a', valor: 2 },
    ])
    expect(planPasteParametros(FLUJO, target, payload, NOW)).toEqual({
      ok: true,
      count: 2,
      parametros: [{ nombre: 'a', valor: 2, orden: 2 }, { nombre: 'z' }, { nombre: 'b', valor: 3, orden: 1 }],
    })
  })

  test('lose a reference to what is not there', () => {
    const payload = copied([
      { nombre: 'a', valorAsignado: { nodo: 'n7', ruta: 'x' } },
      { nombre: 'b', valorAsignado: { nodo: 'n1', ruta: 'x' } },
    ])
    expect(planPasteParametros(FLUJO, nodo('salida'), payload, NOW)).toMatchObject({
      parametros: [
        { nombre: 'a', valor: '' },
        { nombre: 'b', valorAsignado: { nodo: 'n1', ruta: 'x' } },
      ],
    })
  })

  test.each([
    [null, 'salida', 'No hay datos en el clipboard'],
    [copied([]), 'entrada', 'Los nodos de entrada no pueden recibir paste'],
    [copied([]), 'splitter-join', 'Operación no permitida entre estos tipos de nodos'],
  ] as const)('are refused with the reason: %#', (payload, tipo, reason) => {
    expect(planPasteParametros(FLUJO, nodo(tipo), payload, NOW)).toEqual({ ok: false, reason })
  })
})
