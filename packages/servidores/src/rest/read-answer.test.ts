import { expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

test.each([
  ['{"id": 9007199254740993}', { id: '9007199254740993' }],
  ['[0.1, 12345678901234567.89]', [0.1, '12345678901234567.89']],
  ['{"id": 7, "total": 12.50}', { id: 7, total: 12.5 }],
  ['', null],
])('the JSON «%s» is answered as %j', (text, cuerpo) => {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) }
  const asked = { servidor: 'ventas', respuesta: 'auto', estadosOk: new Set<number>() } as const
  expect(readAnswer(answer, asked).cuerpo).toEqual(cuerpo)
})
