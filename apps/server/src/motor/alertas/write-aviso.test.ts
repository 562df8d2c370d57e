import { expect, test } from 'vitest'
import { type AvisoDeAlerta, writeCorreo } from './write-aviso.ts'

const MOMENTO = new Date('2026-11-23T09:00:02.000Z')

const aviso = (descripcion: string): AvisoDeAlerta => ({
  id: 'm',
  tipo: 'alerta',
  alerta: { id: 'a', nombre: 'Cobros', descripcion },
  incidencia: { id: 'i', desde: new Date('2026-11-23T09:00:00.000Z'), hasta: null },
  mensaje: 'Falló 3 veces seguidas la tarea «Cobro».',
  momento: MOMENTO,
  enlace: 'https://div.ejemplo.es/alertas?ver=a',
})

test('a mail says what happened, what to do about it, of which rule and since when', () => {
  expect(writeCorreo(aviso('Llame a guardia.'))).toEqual({
    asunto: '[DIV] Alerta: Cobros',
    texto: [
      'Falló 3 veces seguidas la tarea «Cobro».',
      '',
      'Llame a guardia.',
      '',
      'Alerta: Cobros',
      'Desde: 2026-11-23T09:00:00.000Z',
      'Momento: 2026-11-23T09:00:02.000Z',
      '',
      'https://div.ejemplo.es/alertas?ver=a',
    ].join('\n'),
  })
})

test('of a rule without a description there is no empty line in its place', () => {
  expect(writeCorreo(aviso('')).texto.split('\n').slice(0, 3)).toEqual([
    'Falló 3 veces seguidas la tarea «Cobro».',
    '',
    'Alerta: Cobros',
  ])
})
