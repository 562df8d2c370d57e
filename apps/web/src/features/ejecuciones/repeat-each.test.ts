import type { EstadoEjecucion } from '@div/contract'
import { expect, test } from 'vitest'
import { describeEmpezaron, isRepeatable, repeatEach } from './repeat-each.ts'

const rows = [3, 1, 2].map((hour) => ({ id: `r${hour}`, inicio: `2026-11-22T0${hour}:00:00.000Z` }))

test('those that began first are repeated first, and each answers for itself', async () => {
  const asked: string[] = []
  const done: number[] = []
  const repetidas = await repeatEach(rows, {
    async repeat(id) {
      asked.push(id)
      if (id === 'r2') throw new Error('Ya no está.')
      return { estado: id === 'r1' ? 'ok' : 'error' }
    },
    onDone: (count) => done.push(count),
    isStopped: () => false,
  })
  expect({ asked, done, repetidas }).toEqual({
    asked: ['r1', 'r2', 'r3'],
    done: [1, 2, 3],
    repetidas: {
      empezaron: new Map([
        ['ok', 1],
        ['error', 1],
      ]),
      rechazadas: new Map([['r2', new Error('Ya no está.')]]),
      pendientes: [],
    },
  })
})

test('once it is stopped nothing more begins, and what goes on is waited for', async () => {
  let isStopped = false
  const many = Array.from({ length: 9 }, (_, at) => ({ id: `r${at}`, inicio: `2026-11-2${at}T00:00:00Z` }))
  const { empezaron, pendientes } = await repeatEach(many, {
    async repeat() {
      isStopped = true
      return { estado: 'ok' }
    },
    onDone: () => {},
    isStopped: () => isStopped,
  })
  const began = empezaron.get('ok') ?? 0
  expect(began).toBeLessThan(9)
  expect(pendientes).toEqual(many.slice(began).map(({ id }) => id))
})

test.each<[EstadoEjecucion, boolean]>([
  ['error', true],
  ['cancelada', true],
  ['ok', false],
  ['ejecutando', false],
  ['en_cola', false],
  ['esperando', false],
])('one that is %s is repeated with others: %s', (estado, expected) => {
  expect(isRepeatable({ estado })).toBe(expected)
})

test.each<[[EstadoEjecucion, number][], string]>([
  [[], 'No empezó ninguna.'],
  [[['ok', 1]], 'Empezó 1: 1 terminó bien.'],
  [
    [
      ['error', 1],
      ['ok', 4],
      ['esperando', 1],
      ['ejecutando', 1],
    ],
    'Empezaron 7: 4 terminaron bien, 1 volvió a fallar y 2 siguen en marcha.',
  ],
])('%j is told as «%s»', (empezaron, sentence) => {
  expect(describeEmpezaron(new Map(empezaron))).toBe(sentence)
})
