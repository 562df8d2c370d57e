import { expect, test } from 'vitest'
import { describeNothing } from './describe-nothing.ts'

test.each([
  ['a canal is chosen where there are some', { hasCanales: true }, 'Aquí aparece la respuesta', false],
  [
    'nothing is said of canales before it is known',
    { hasCanales: undefined },
    'Aquí aparece la respuesta',
    false,
  ],
  ['the first canal is made by who may', { hasCanales: false }, 'Todavía no hay canales', true],
  ['others are told who may', { hasCanales: false, mayCreate: false }, 'Todavía no hay canales', false],
  [
    'an address outside needs none',
    { hasCanales: false, tipo: 'externa' },
    'Aquí aparece la respuesta',
    false,
  ],
] as const)('%s', (_, place, title, leadsToCanal) => {
  const given = { tipo: 'canal', mayCreate: true, ...place } as const
  expect(describeNothing(given)).toMatchObject({ title, leadsToCanal })
})

test('only where there are canales is one to be chosen', () => {
  const none = { tipo: 'canal', hasCanales: false } as const
  expect(describeNothing({ ...none, mayCreate: true }).text).not.toContain('Elija')
  expect(describeNothing({ ...none, mayCreate: false }).text).toContain('administrador')
})
