import type { Parametro } from '@div/contract'
import { expect, test } from 'vitest'
import { describeCampos } from './describe-campos.ts'

test('declared fields become a shape that the strictest service takes', () => {
  const campos: Parametro[] = [
    { nombre: 'numero', tipo: 'texto', requerido: true, descripcion: 'De la factura.', ejemplo: 'A-7' },
    { nombre: 'fecha', tipo: 'fecha' },
    { nombre: 'estado', tipo: 'texto', validacion: { valores: ['pagada', 'pendiente'] } },
    {
      nombre: 'lineas',
      tipo: 'lista',
      requerido: true,
      elemento: {
        nombre: '',
        tipo: 'objeto',
        campos: [{ nombre: 'importe', tipo: 'decimal', requerido: true }],
      },
    },
  ]
  expect(describeCampos(campos, 'objeto.campos')).toEqual({
    type: 'object',
    properties: {
      numero: { type: 'string', description: 'De la factura. Ejemplo: "A-7".' },
      fecha: { type: ['string', 'null'], description: 'Fecha como AAAA-MM-DD.' },
      estado: { type: ['string', 'null'], enum: ['pagada', 'pendiente', null] },
      lineas: {
        type: 'array',
        items: {
          type: 'object',
          properties: { importe: { type: 'number' } },
          required: ['importe'],
          additionalProperties: false,
        },
      },
    },
    required: ['numero', 'fecha', 'estado', 'lineas'],
    additionalProperties: false,
  })
})

test.each([
  [[{ nombre: '', tipo: 'texto' }], 'objeto.campos[0].nombre', /Dé un nombre/],
  [
    [
      { nombre: 'a', tipo: 'texto' },
      { nombre: 'a', tipo: 'entero' },
    ],
    'objeto.campos[1].nombre',
    /Hay dos campos «a»/,
  ],
  [[{ nombre: 'a', tipo: 'cualquiera' }], 'objeto.campos[0]', /necesita un tipo/],
  [[{ nombre: 'a' }], 'objeto.campos[0]', /necesita un tipo/],
  [[{ nombre: 'a', tipo: 'binario' }], 'objeto.campos[0]', /necesita un tipo/],
  [[{ nombre: 'a', tipo: 'objeto' }], 'objeto.campos[0]', /Diga los campos de «a»/],
  [[{ nombre: 'a', tipo: 'lista' }], 'objeto.campos[0]', /qué es cada elemento de «a»/],
  [
    [{ nombre: 'a', tipo: 'lista', elemento: { nombre: '', tipo: 'objeto' } }],
    'objeto.campos[0].elemento',
    /Diga los campos/,
  ],
] satisfies [Parametro[], string, RegExp][])('%j has no shape', (campos, campo, mensaje) => {
  expect(() => describeCampos(campos, 'objeto.campos')).toThrow(
    expect.objectContaining({ errores: [{ campo, mensaje: expect.stringMatching(mensaje) }] }),
  )
})
