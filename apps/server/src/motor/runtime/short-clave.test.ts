import { formatClave } from '@div/contract'
import { expect, test } from 'vitest'
import { shortClave } from './short-clave.ts'

const MAX_KEY = 255

/** The key of a call so many procesos deep, each node with the longest id and within a region. */
function claveAt(depth: number, run = 'r'.repeat(36)): string {
  let clave = run
  for (let level = 0; level < depth; level++)
    clave = formatClave(shortClave(clave), 'n'.repeat(64), [999_999])
  return clave
}

test('the key of a call stays within what targets take, however deep the procesos are', () => {
  for (let depth = 1; depth <= 16; depth++) expect(claveAt(depth).length).toBeLessThanOrEqual(MAX_KEY)
})

test('it is the same in every attempt, and another one for another call', () => {
  expect(claveAt(9)).toBe(claveAt(9))
  expect(claveAt(9)).not.toBe(claveAt(9, 's'.repeat(36)))
  expect(claveAt(9)).not.toBe(claveAt(8))
})
