import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CLIPBOARD_MS,
  type ClipboardPayload,
  canCopy,
  canPaste,
  clipboardSchema,
  copyParametros,
  mendReferences,
  orderPasted,
} from './clipboard.ts'
import { type Parametro, TIPOS_NODO, type TipoNodo } from './flujo.ts'

const NOW = 1_800_000_000_000
const ITEMS: Parametro[] = [{ nombre: 'id', valor: 7, orden: 1 }]

const copied = (tipoNodo: TipoNodo, more: Partial<ClipboardPayload['origen']> = {}, datos = ITEMS) =>
  ({
    tipo: 'parametros',
    origen: { tipoNodo, idNodo: 'n1', ...more },
    datos,
    timestamp: NOW,
    version: '1.0.0',
  }) satisfies ClipboardPayload

const ENTRADA = 'Los nodos de entrada no pueden recibir paste'
const SALIDA = 'Los nodos de salida no pueden copiar datos'
const CONDICION = 'Los nodos de condición no soportan copy/paste'
const OTHER = 'Operación no permitida entre estos tipos de nodos'

describe('every pair of node types', () => {
  // entrada, proceso, transformacion, condicion, splitter-split, splitter-join, salida
  const TARGETS: Record<TipoNodo, readonly (true | string)[]> = {
    entrada: [ENTRADA, true, OTHER, CONDICION, OTHER, true, true],
    proceso: [ENTRADA, true, OTHER, CONDICION, OTHER, true, true],
    transformacion: [ENTRADA, true, OTHER, CONDICION, OTHER, OTHER, true],
    condicion: [ENTRADA, CONDICION, CONDICION, CONDICION, CONDICION, CONDICION, CONDICION],
    'splitter-split': [ENTRADA, true, OTHER, CONDICION, OTHER, OTHER, true],
    'splitter-join': [ENTRADA, OTHER, OTHER, CONDICION, OTHER, OTHER, OTHER],
    salida: [ENTRADA, SALIDA, SALIDA, SALIDA, SALIDA, SALIDA, SALIDA],
  }
  const pairs = TIPOS_NODO.flatMap((origen) =>
    TIPOS_NODO.map((destino, at) => ({ origen, destino, expected: TARGETS[origen][at] })),
  )

  test.each(pairs)('$origen to $destino', ({ origen, destino, expected }) => {
    const verdict = canPaste(copied(origen), { tipoNodo: destino }, NOW)
    expect(verdict).toEqual(expected === true ? { ok: true } : { ok: false, reason: expected })
  })

  test.each([
    ['salida', SALIDA],
    ['condicion', CONDICION],
  ] as const)('%s is not copied from', (tipo, reason) => {
    expect(canCopy(tipo)).toEqual({ ok: false, reason })
  })
})

test('nothing was copied', () => {
  expect(canPaste(null, { tipoNodo: 'salida' }, NOW)).toEqual({
    ok: false,
    reason: 'No hay datos en el clipboard',
  })
})

test.each([
  [0, true],
  [CLIPBOARD_MS, true],
  [CLIPBOARD_MS + 1, false],
])('after %d ms', (age, ok) => {
  const verdict = canPaste(copied('entrada'), { tipoNodo: 'salida' }, NOW + age)
  expect(verdict).toEqual(ok ? { ok } : { ok, reason: 'Los datos del clipboard han expirado (>10 minutos)' })
})

test.each([
  ['postgresql', 'postgresql', true],
  ['postgresql', 'rest', 'postgresql → rest'],
  ['rest', undefined, 'rest → sin servidor'],
  [undefined, undefined, true],
])('proceso of %s to proceso of %s', (from, to, expected) => {
  const verdict = canPaste(
    copied('proceso', { tipoServidor: from }),
    { tipoNodo: 'proceso', tipoServidor: to },
    NOW,
  )
  expect(verdict).toEqual(
    expected === true
      ? { ok: true }
      : { ok: false, reason: `No se puede pegar: tipos de servidor incompatibles (${expected})` },
  )
})

describe('integrity', () => {
  const REFERRED: Parametro = { nombre: 'id', valorAsignado: { nodo: 'n1', ruta: 'id' } }
  test.each<[string, TipoNodo, TipoNodo, Parametro, boolean]>([
    ['a value', 'entrada', 'proceso', { nombre: 'id', valor: 7 }, true],
    ['a value that is false', 'entrada', 'proceso', { nombre: 'id', valor: false }, true],
    ['a reference', 'entrada', 'proceso', REFERRED, true],
    ['neither', 'entrada', 'proceso', { nombre: 'id' }, false],
    ['a null value', 'entrada', 'proceso', { nombre: 'id', valor: null }, false],
    ['no name', 'entrada', 'proceso', { nombre: '', valor: 7 }, false],
    ['a name alone', 'entrada', 'salida', { nombre: 'id' }, true],
    ['no name', 'transformacion', 'salida', { nombre: '', valor: 7 }, false],
    ['no name, between procesos', 'proceso', 'proceso', { nombre: '', valor: 7 }, true],
  ])('%s, %s to %s', (_, origen, destino, item, ok) => {
    const verdict = canPaste(copied(origen, {}, [...ITEMS, item]), { tipoNodo: destino }, NOW)
    expect(verdict).toEqual(ok ? { ok } : { ok, reason: 'Los datos no pasan la validación de integridad' })
  })
})

describe('order', () => {
  const items = fc.array(
    fc.record({ nombre: fc.string(), orden: fc.option(fc.integer(), { nil: undefined }) }),
  )

  test('nothing is lost, and everything has a place', () => {
    fc.assert(
      fc.property(items, (given) => {
        const pasted = orderPasted(given)
        expect(pasted.map(({ nombre }) => nombre).toSorted()).toEqual(
          given.map(({ nombre }) => nombre).toSorted(),
        )
        const places = pasted.map(({ orden }) => orden ?? Number.NaN)
        expect(places).toEqual(places.toSorted((left, right) => left - right))
      }),
    )
  })

  test.each([
    ['all have one', [3, 1, 2], [1, 2, 3]],
    ['one has none', [3, undefined, 2], [1, 2, 3]],
  ])('%s', (_, given, expected) => {
    const pasted = orderPasted(given.map((orden, at) => ({ nombre: `p${at}`, orden })))
    expect(pasted.map(({ orden }) => orden)).toEqual(expected)
  })

  test('one has none: they stay as they come', () => {
    const pasted = orderPasted([{ nombre: 'b', orden: 9 }, { nombre: 'a' }])
    expect(pasted).toEqual([
      { nombre: 'b', orden: 1 },
      { nombre: 'a', orden: 2 },
    ])
  })
})

test('a reference to what is not there becomes an empty text, others stay', () => {
  const items: Parametro[] = [
    { nombre: 'a', valorAsignado: { nodo: 'n1', ruta: 'id' }, orden: 1 },
    { nombre: 'b', valorAsignado: { nodo: 'gone', ruta: 'id' }, orden: 2 },
    { nombre: 'c', valor: 3, orden: 3 },
  ]
  expect(mendReferences(items, ({ nodo }) => nodo === 'n1')).toEqual([
    items[0],
    { nombre: 'b', valor: '', orden: 2 },
    items[2],
  ])
})

test('what an entrada declares is copied as a reference to it, without what only a declaration has', () => {
  const payload = copyParametros(
    {
      id: 'n1',
      tipo: 'entrada',
      parametros: [{ nombre: 'id', tipo: 'entero', requerido: true, orden: 1, origen: 'ruta' }],
    },
    NOW,
  )
  expect(payload).toEqual({
    tipo: 'parametros',
    origen: { tipoNodo: 'entrada', idNodo: 'n1' },
    datos: [{ nombre: 'id', tipo: 'entero', orden: 1, valorAsignado: { nodo: 'n1', ruta: 'id' } }],
    timestamp: NOW,
    version: '1.0.0',
  })
  expect(canPaste(payload, { tipoNodo: 'proceso' }, NOW)).toEqual({ ok: true })
})

test('what another tab left is read back as it was written; what is not a clipboard is none', () => {
  const payload = copied('proceso', { tipoServidor: 'postgresql', tipoObjeto: 'consulta' })
  expect(clipboardSchema.parse(JSON.parse(JSON.stringify(payload)))).toEqual(payload)
  for (const other of [{ ...payload, version: '2.0.0' }, { ...payload, tipo: 'nodos' }, 'hola', null]) {
    expect(clipboardSchema.safeParse(other).success).toBe(false)
  }
})
