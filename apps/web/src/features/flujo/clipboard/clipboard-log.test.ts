import { expect, test } from 'vitest'
import { addEntry, type ClipboardEntry, LOG_ENTRIES, LOG_KEY, readLog, writeEntry } from './clipboard-log.ts'

const entry = (at: number): ClipboardEntry => ({
  at,
  operacion: 'pegar',
  proceso: 'Ventas',
  de: 'Entrada (n1)',
  a: 'Salida (n2)',
  cuantos: 0,
  motivo: 'Operación no permitida entre estos tipos de nodos',
})

function storageOf(text: string | null, isFull = false) {
  const held = new Map(text === null ? [] : [[LOG_KEY, text]])
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new Error('QuotaExceededError')
      held.set(key, value)
    },
  }
}

test('the last 100 are kept, the newest first', () => {
  const all = Array.from({ length: 150 }, (_, at) => entry(at))
  const kept = all.reduce<readonly ClipboardEntry[]>(addEntry, [])
  expect(kept).toHaveLength(LOG_ENTRIES)
  expect(LOG_ENTRIES).toBe(100)
  expect([kept[0]?.at, kept.at(-1)?.at]).toEqual([149, 50])
})

test('what one tab wrote is read by another', () => {
  const storage = storageOf(null)
  writeEntry(storage, entry(1))
  writeEntry(storage, entry(2))
  expect(readLog(storage)).toEqual([entry(2), entry(1)])
})

test.each([null, '', 'hola', '{}', '[{"at":"ayer"}]'])('of %j nothing is read', (text) => {
  expect(readLog(storageOf(text))).toEqual([])
})

test('a browser without room keeps what it had and does not complain', () => {
  const storage = storageOf(JSON.stringify([entry(1)]), true)
  writeEntry(storage, entry(2))
  expect(readLog(storage)).toEqual([entry(1)])
})
