import { AssertionError } from 'node:assert'
import { expect, test } from 'vitest'
import { mayPass } from './may-pass.ts'

const refused = (code: string) => Object.assign(new Error('refused'), { code })

test.each([
  ['a connection that is cut', refused('ECONNRESET'), true],
  ['a name that nobody knows now', refused('EAI_AGAIN'), true],
  ['a connection on which nothing comes', refused('ETIMEDOUT'), true],
  ['a session that was ended for standing still', refused('25P03'), true],
  ['a database that only lets read, while another one takes over', refused('25006'), true],
  ['a deadlock', refused('40P01'), true],
  ['a full disk', refused('53100'), true],
  ['a database that is being stopped', refused('57P01'), true],
  ['a statement that was stopped, perhaps for how long it took', refused('57014'), false],
  ['memory that is short, perhaps for what is written', refused('53200'), false],
  ['a statement within a transaction that has failed', refused('25P02'), false],
  ['a value that is refused', refused('22021'), false],
  ['an exception of a trigger', refused('P0001'), false],
  ['a table that is not there', refused('42P01'), false],
  ['a mistake of a library’s caller', new AssertionError({ message: 'requires an id' }), false],
])('%s', (_what, error, may) => {
  expect(mayPass(error)).toBe(may)
})
