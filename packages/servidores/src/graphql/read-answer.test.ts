import { LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

test.each([
  ['{"data": {"id": 9007199254740993}}', { id: '9007199254740993' }],
  ['{"data": {"saldo": 12345678901234567.89}}', { saldo: '12345678901234567.89' }],
  ['{"data": {"id": 7, "saldo": 12.50}}', { id: 7, saldo: 12.5 }],
])('of %s the data are %j', (text, datos) => {
  const answer = { status: 200, headers: {}, body: Buffer.from(text) }
  expect(readAnswer(answer, { servidor: 'ventas', tolerante: false, limits: LIMITS }).datos).toEqual(datos)
})

test('an answer that nests deeper than runs bear is refused by the limit that says so', () => {
  const body = Buffer.from(`{"data": ${'['.repeat(100)}${']'.repeat(100)}}`)
  expect(() =>
    readAnswer({ status: 200, headers: {}, body }, { servidor: 'ventas', tolerante: false, limits: LIMITS }),
  ).toThrow(expect.objectContaining({ codigo: 'LIMITE_SUPERADO' }))
})
