import { BSON } from 'mongodb'
import { expect, test } from 'vitest'
import { fromBson, nativeOf } from './bson-values.ts'

/** As the driver reads it: it would not write it itself. */
function readStored(bsontype: string): unknown {
  const bytes = Buffer.from(BSON.serialize({ valor: { xbsontype: bsontype } }))
  bytes.write('_', bytes.indexOf('xbsontype'))
  return BSON.deserialize(bytes).valor
}

test.each(['Long', 'Binary', 'DBRef', 'constructor', ''])(
  'a stored field _bsontype that says %j is a field like any other',
  (bsontype) => {
    const stored = readStored(bsontype)
    expect(fromBson(stored)).toEqual({ _bsontype: bsontype })
    expect(nativeOf(stored)).toBe('object')
  },
)
