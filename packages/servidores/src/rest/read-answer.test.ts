import { LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

const asked = { servidor: 'ventas', respuesta: 'auto', estadosOk: new Set<number>(), limits: LIMITS } as const

test.each([
  ['{"id": 9007199254740993}', { id: '9007199254740993' }],
  ['[0.1, 12345678901234567.89]', [0.1, '12345678901234567.89']],
  ['{"id": 7, "total": 12.50}', { id: 7, total: 12.5 }],
  ['', null],
])('the JSON «%s» is answered as %j', (text, cuerpo) => {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) }
  expect(readAnswer(answer, asked).cuerpo).toEqual(cuerpo)
})

test('an answer that nests deeper than runs bear is refused by the limit that says so', () => {
  const body = Buffer.from(`${'['.repeat(100)}${']'.repeat(100)}`)
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body }
  expect(() => readAnswer(answer, asked)).toThrow(expect.objectContaining({ codigo: 'LIMITE_SUPERADO' }))
})
