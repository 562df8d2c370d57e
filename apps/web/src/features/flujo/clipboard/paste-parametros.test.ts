import {
  type ClipboardPayload,
  copyParametros,
  type Nodo,
  newFlujo,
  type Parametro,
  type TipoNodo,
} from '@div/contract'
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

const pasted = (target: Nodo, payload: ClipboardPayload | null, isOfOther = false) =>
  planPasteParametros({ flujo: FLUJO, nodo: target, payload, isOfOther, now: NOW })

describe('parameters that are pasted', () => {
  test('come last, and replace those of the same name', () => {
    const target = nodo('salida', [{ nombre: 'a', valor: 1 }, { nombre: 'z' }])
    const payload = copied([
      { nombre: 'b', valor: 3 },
      { nombre: 'a', valor: 2 },
    ])
    expect(pasted(target, payload)).toEqual({
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
    expect(pasted(nodo('salida'), payload)).toMatchObject({
      parametros: [
        { nombre: 'a', valor: '' },
        { nombre: 'b', valorAsignado: { nodo: 'n1', ruta: 'x' } },
      ],
    })
  })

  test('lose every reference in another proceso, where the same id is another node', () => {
    const payload = copied([{ nombre: 'b', valorAsignado: { nodo: 'n1', ruta: 'x' } }])
    expect(pasted(nodo('salida'), payload, true)).toMatchObject({ parametros: [{ nombre: 'b', valor: '' }] })
  })

  test('lose a formula of another proceso that names a node which is there, and keep any other', () => {
    const payload = copied([
      { nombre: 'a', expresion: 'n1.filas[0].email' },
      { nombre: 'b', expresion: 'MAYUSCULAS("n1")' },
    ])
    expect(pasted(nodo('salida'), payload, true)).toMatchObject({
      parametros: [
        { nombre: 'a', valor: '' },
        { nombre: 'b', expresion: 'MAYUSCULAS("n1")' },
      ],
    })
    expect(pasted(nodo('salida'), payload)).toMatchObject({
      parametros: [{ expresion: 'n1.filas[0].email' }, {}],
    })
  })

  test.each([
    [null, 'salida', 'No hay datos en el clipboard'],
    [copied([]), 'entrada', 'Los nodos de entrada no pueden recibir paste'],
    [copied([]), 'splitter-join', 'Operación no permitida entre estos tipos de nodos'],
  ] as const)('are refused with the reason: %#', (payload, tipo, reason) => {
    expect(pasted(nodo(tipo), payload)).toEqual({ ok: false, reason })
  })
})
