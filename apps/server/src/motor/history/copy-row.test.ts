import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CopyRow, readId, readMoment, splitRows } from './copy-row.ts'

/** The fields of a row as PostgreSQL would take them. */
function fieldsOf(row: Buffer): (Buffer | null)[] {
  const fields: (Buffer | null)[] = []
  let at = 2
  while (at < row.length) {
    const length = row.readInt32BE(at)
    at += 4
    fields.push(length < 0 ? null : row.subarray(at, at + length))
    at += Math.max(length, 0)
  }
  expect(fields).toHaveLength(row.readInt16BE(0))
  return fields
}

test('rows of any length stand whole, each by itself', () => {
  const text = fc
    .tuple(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(500))
    .map(([part, times]) => part.repeat(times))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.uuid(), text, text), { maxLength: 8 }), (runs) => {
      const copy = new CopyRow()
      const rows = runs.map(([id, left, right]) => {
        copy.begin(4)
        copy.uuid(id.toUpperCase())
        copy.text(left)
        copy.text(null)
        copy.text(right)
        return copy.end()
      })
      const read = rows.map((row) => {
        const [id, left, none, right] = fieldsOf(row)
        return [id?.toString('hex'), left?.toString(), none, right?.toString()]
      })
      expect(read).toEqual(runs.map(([id, left, right]) => [id.replaceAll('-', ''), left, null, right]))
      const split = splitRows(Buffer.concat(rows))
      expect(split).toEqual(rows)
      expect(split.map(readId)).toEqual(runs.map(([id]) => id))
    }),
    { numRuns: 30 },
  )
})

test('a moment is read back from the row', () => {
  const copy = new CopyRow()
  const moment = Date.parse('2026-11-22T10:00:00.123Z')
  copy.begin(2)
  copy.uuid('01a2017f-ed21-76d9-b11a-c21312eb74d8')
  copy.moment(moment)
  expect(readMoment(copy.end())).toBe(moment)
})
