import { expect, test } from 'vitest'
import { isDataError, reasonOfDataError } from './is-data-error.ts'

const coded = (code: string) => Object.assign(new Error('no'), { code })
const tooLong = () => {
  try {
    return 'x'.repeat(2 ** 30)
  } catch (error) {
    return error
  }
}

test.each([
  ['that PostgreSQL does not take', coded('22P05'), '22P05'],
  ['that stands already', coded('23505'), '23505'],
  ['of which no text can be made', tooLong(), 'demasiado grande'],
  ['whose bytes are too many for a text', coded('ERR_STRING_TOO_LONG'), 'demasiado grande'],
])('data is to blame %s', (_what, error, reason) => {
  expect(isDataError(error)).toBe(true)
  expect(reasonOfDataError(error)).toBe(reason)
})

test.each([
  ['a database that is away', coded('57P01')],
  ['a bug of ours', new RangeError('Invalid array length')],
])('%s is not refused data', (_what, error) => {
  expect(isDataError(error)).toBe(false)
})
