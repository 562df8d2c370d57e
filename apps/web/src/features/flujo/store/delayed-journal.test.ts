import { newFlujo } from '@div/contract'
import { beforeEach, expect, test } from 'vitest'
import { delayJournal } from './delayed-journal.ts'

let told: string[]
let shown: (() => void)[]
const paint = () => {
  for (const work of shown.splice(0)) work()
}
const entryOf = (revision: number) => ({ revision, momento: 0, flujo: newFlujo() })
const open = () =>
  delayJournal(
    { write: ({ revision }) => told.push(`${revision}`), clear: () => told.push('nothing') },
    (work) => shown.push(work),
  )

beforeEach(() => {
  told = []
  shown = []
})

test('what is drawn is written once it has been shown, and of several only the last', () => {
  const journal = open()
  journal.write(entryOf(1))
  journal.write(entryOf(2))
  expect(told).toEqual([])
  paint()
  expect(told).toEqual(['2'])
  journal.write(entryOf(3))
  paint()
  expect(told).toEqual(['2', '3'])
})

test('who leaves the page leaves what was drawn last, once', () => {
  const journal = open()
  journal.write(entryOf(1))
  journal.flush()
  paint()
  journal.flush()
  expect(told).toEqual(['1'])
})

test('what was stored meanwhile is not written any more', () => {
  const journal = open()
  journal.write(entryOf(1))
  journal.clear()
  paint()
  expect(told).toEqual(['nothing'])
})
