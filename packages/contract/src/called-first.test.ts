import { expect, test } from 'vitest'
import { calledFirst } from './called-first.ts'

const LLAMA: Readonly<Record<string, readonly string[]>> = {
  a: ['b', 'otro'],
  b: ['c'],
  c: [],
  x: ['y'],
  y: ['x'],
}

test.each([
  ['abc', 'cba'],
  ['cab', 'cba'],
  ['ac', 'ac'],
  ['xyc', 'yxc'],
  ['', ''],
])('%s is brought as %s', (items, ordered) => {
  const procesos = [...items].map((nombre) => ({ nombre }))
  const sorted = calledFirst(procesos, {
    nombreDe: ({ nombre }) => nombre,
    llama: ({ nombre }) => LLAMA[nombre] ?? [],
  })
  expect(sorted.map(({ nombre }) => nombre).join('')).toBe(ordered)
})
