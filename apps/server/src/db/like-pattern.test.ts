import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { containing } from './like-pattern.ts'
import { createTestDatabase } from './testing.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

test.each([
  ['100 % listo', '0 %', true],
  ['100 listo', '0 %', false],
  ['a_b', 'a_b', true],
  ['axb', 'a_b', false],
  ['c:\\datos', '\\d', true],
  ['c:datos', '\\d', false],
])('«%s» contains «%s»: %s', async (text, part, expected) => {
  const { rows } = await sql<{ found: boolean }>`select ${text} like ${containing(part)} as found`.execute(
    database.db,
  )
  expect(rows).toEqual([{ found: expected }])
})
