import { expect, test } from 'vitest'
import { mergeResults } from './merge-results.ts'

const BEFORE = '# Results\n\nWhen.\n\n| a |\n|---|\n| 1 |\n\n`accept`: old.\n\n`overload` of `x`: old x.\n'

test('a paragraph takes the place of the one of the same name, a new one comes last, and the table of all stays', () => {
  const measured =
    '# Results\n\nNow.\n\n| a |\n|---|\n\n`overload` of `x`: new x.\n\n`run-list`: new.\n\n| b |\n'
  expect(mergeResults(BEFORE, measured, { note: '(Alone.)', hasCalls: false })).toBe(
    '# Results\n\nWhen.\n\n| a |\n|---|\n| 1 |\n\n`accept`: old.\n\n`overload` of `x`: new x. (Alone.)\n\n`run-list`: new. (Alone.)\n\n| b |\n',
  )
})

test('when all calls were measured their table takes the place of the one before', () => {
  const measured = '# Results\n\nNow.\n\n| a |\n|---|\n| 2 |\n'
  expect(mergeResults(BEFORE, measured, { note: '(Alone.)', hasCalls: true })).toBe(
    '# Results\n\nNow.\n\n| a |\n|---|\n| 2 |\n\n`accept`: old.\n\n`overload` of `x`: old x.\n',
  )
})

test('a paragraph without a name would be lost, and is an error', () => {
  const measured = '# Results\n\nNow.\n\nOf these runs something.\n'
  expect(() => mergeResults(BEFORE, measured, { note: '', hasCalls: false })).toThrow(/no name: Of these/)
})
