import { expect, test } from 'vitest'
import type { ElementDecl, XmlType } from '../model/schema.ts'
import { namespacesOf } from './reachable.ts'

const TEXT: XmlType = {
  kind: 'simple',
  name: null,
  base: null,
  variety: { kind: 'atomic', primitive: 'string' },
  facets: {},
}
const head = (uri: string): ElementDecl => ({
  name: `{${uri}}a`,
  type: TEXT,
  nillable: false,
  abstract: false,
  substitutes: [],
})

test('sixty heads, each of which stands for all before it, are looked at once each', () => {
  const heads = Array.from({ length: 60 }, (_, index) => head(`urn:${index}`))
  heads.forEach((one, index) => {
    one.substitutes = heads.slice(index + 1)
  })
  expect(namespacesOf({ elements: heads.slice(0, 1) }).size).toBe(60)
})

test('heads that stand for each other in a circle come to an end', () => {
  const [one, other] = [head('urn:a'), head('urn:b')]
  one.substitutes = [other]
  other.substitutes = [one]
  expect([...namespacesOf({ elements: [one] })].sort()).toEqual(['urn:a', 'urn:b'])
})
