import { expect, test } from 'vitest'
import { tellCambio } from './tell-cambio.ts'

const PROCESO = { tipo: 'proceso', nombre: 'Anular pedido', version: 2 } as const
const HERRAMIENTA = { tipo: 'herramienta', nombre: 'borrar · Ajeno' } as const
const TABLA = { tipo: 'tabla', nombre: 'clientes' } as const

test.each([
  [
    { objetivo: PROCESO, escribe: true },
    { objetivo: { ...PROCESO, version: 3 }, escribe: true },
    'Se permitió con la versión 2, y la publicada es ahora la 3.',
  ],
  [
    { objetivo: PROCESO, escribe: true },
    { objetivo: { ...PROCESO, nombre: 'Anular', version: 3 }, escribe: true },
    'Se permitió con «Anular pedido», y ahora usa «Anular». Se permitió con la versión 2, y la publicada es ahora la 3.',
  ],
  [
    { objetivo: TABLA, escribe: false },
    { objetivo: HERRAMIENTA, escribe: true },
    'Se permitió con «clientes», y ahora usa «borrar · Ajeno». Ahora cambia datos.',
  ],
  [
    { objetivo: HERRAMIENTA, escribe: true },
    { objetivo: HERRAMIENTA, escribe: false },
    'Ya no cambia datos.',
  ],
  [
    { objetivo: HERRAMIENTA, escribe: true },
    { objetivo: HERRAMIENTA, escribe: true },
    'Desde que se permitió la herramienta dice de sí otra cosa.',
  ],
  [
    { escribe: true },
    { objetivo: PROCESO, escribe: true },
    'Desde que se permitió cambió el proceso, o es otro.',
  ],
])('whoever is asked once more is told what is not as they allowed it: %j, %j', (antes, ahora, text) => {
  expect(tellCambio(antes, ahora)).toBe(`${text} Revíselo y decida otra vez.`)
})
