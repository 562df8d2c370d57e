import type { Adjunto } from '@div/contract'
import { expect, test } from 'vitest'
import { type Borradores, borradorOf, changeBorrador, giveBack, storeNuevo, VACIO } from './borradores.ts'

const ADJUNTO: Adjunto = { id: 'a1', nombre: 'ventas.csv', tipo: 'csv', bytes: 9, caracteres: 18 }
const SAID = { texto: 'Hola', adjuntos: [ADJUNTO] }
const NONE: Borradores = new Map()

test('what could not be said stands in its own conversation, and in no other', () => {
  const given = giveBack(NONE, 'c1', SAID)
  expect(borradorOf(given, 'c1')).toEqual(SAID)
  expect([borradorOf(given, 'c2'), borradorOf(given, null)]).toEqual([VACIO, VACIO])
})

test('what was written there meanwhile is not written over', () => {
  const meanwhile = changeBorrador(NONE, 'c1', () => ({ texto: 'Otra cosa', adjuntos: [] }))
  expect(borradorOf(giveBack(meanwhile, 'c1', SAID), 'c1')).toEqual({
    texto: 'Otra cosa',
    adjuntos: [ADJUNTO],
  })
})

test('what is written in a new conversation goes along once it is stored', () => {
  const stored = storeNuevo(giveBack(NONE, null, SAID), 'c1')
  expect([borradorOf(stored, 'c1'), borradorOf(stored, null)]).toEqual([SAID, VACIO])
})
