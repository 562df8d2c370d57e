import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { readTree, type XmlNode } from './read-tree.ts'
import { RecordReader } from './record-reader.ts'

const LIMITS = { profundidad: 20, atributosXml: 5 }

function refuse(motivo: string): never {
  throw new Error(motivo)
}

/** The records of a text that comes in pieces of the given length. */
function readIn(pieceLength: number, text: string, ruta: readonly string[], maximo = 10_000): XmlNode[] {
  const reader = new RecordReader({ ruta, limits: LIMITS, maximo, refuse })
  const records: XmlNode[] = []
  for (let start = 0; start < text.length; start += pieceLength)
    records.push(...reader.push(text.slice(start, start + pieceLength)))
  records.push(...reader.end())
  return records
}

/** What counts of an element, to be compared. */
const plain = ({ uri, local, attributes, text, children }: XmlNode): unknown => ({
  name: `{${uri}}${local}`,
  attributes: [...attributes],
  text,
  children: children.map(plain),
})

const word = fc.string({ unit: fc.constantFrom(...'abñ \n€'), maxLength: 6 })
const content = fc.oneof(
  word,
  word.map((each) => `<![CDATA[<${each}>]]>`),
  word.map((each) => `<!-- > ${each} -->`),
  fc.constantFrom(
    '&lt;&#241;',
    '<?p >?>',
    '<b/>',
    '<n:b x="/>" y=\'"\'/>',
    '<r>otro</r>',
    '<b> <b>x</b></b>',
  ),
)
const record = fc
  .tuple(fc.constantFrom('<r>', '<r a=">">', '<r\n xmlns="urn:x">'), fc.array(content, { maxLength: 4 }))
  .map(([open, all]) => `${open}${all.join('')}</r>`)
const between = fc.constantFrom(
  '',
  '\n',
  '<otro a="1"/>',
  '<otro><r>no</r></otro>',
  '<!-- <r> -->',
  'texto &amp; más',
  '<r/>',
)

test('the records of any document are those of its tree, however it is cut', () => {
  const documento = fc
    .array(fc.tuple(between, record), { maxLength: 5 })
    .map(
      (all) => `<?xml version="1.0"?>\n<!-- c --><d xmlns:n="urn:n"><s>${all.flat().join('')}</s><t/></d>\n`,
    )
  fc.assert(
    fc.property(documento, fc.integer({ min: 1, max: 40 }), (text, pieceLength) => {
      const tree = readTree(text, { limits: LIMITS, refuse })
      const expected = tree.children[0]?.children.filter(({ local }) => local === 'r')
      expect(readIn(pieceLength, text, ['d', 's', 'r']).map(plain)).toEqual(expected?.map(plain))
    }),
  )
})

test('a document of which a part is damaged anywhere is refused as the whole one is', () => {
  const text = '<?xml version="1.0"?><d a="1"><r b="2">x &amp; y</r><!-- c --><r><![CDATA[z]]></r></d>'
  const sign = fc.constantFrom(...'<>&"\'/ab-?![]\u0000')
  fc.assert(
    fc.property(fc.nat(text.length - 1), sign, fc.integer({ min: 1, max: 90 }), (at, other, pieceLength) => {
      const changed = text.slice(0, at) + other + text.slice(at + 1)
      const isRefused = (read: () => unknown) => {
        try {
          read()
          return false
        } catch {
          return true
        }
      }
      expect(isRefused(() => readIn(pieceLength, changed, ['d', 'r']))).toBe(
        isRefused(() => readTree(changed, { limits: LIMITS, refuse })),
      )
    }),
    { numRuns: 2_000 },
  )
})

describe('what is no document is refused, and says where', () => {
  test.each<[string, string]>([
    ['', 'no tiene ningún elemento'],
    ['<!DOCTYPE d [<!ENTITY a "b">]><d/>', 'DOCTYPE'],
    ['<d>\n<r>\n<b></r></d>', 'línea 3'],
    ['<d>\n\n<r/></e>', 'línea 3'],
    ['<d>\n<r>', 'línea 2'],
    ['<d></d><e/>', 'línea 1'],
    ['<?xml version="1.0"?><e><r/></e>', 'empieza por «e» y se esperaba «d»'],
    ['<r/>', 'empieza por «r» y se esperaba «d»'],
    ['<d>&nada;</d>', 'línea 1'],
    ['<d><x:r/></d>', 'línea 1'],
    [`${'<d>'.repeat(30)}${'</d>'.repeat(30)}`, 'más de 20 niveles'],
    [`<d><r>${'<b>'.repeat(30)}${'</b>'.repeat(30)}</r></d>`, 'más de 20 niveles'],
    ['<d><r a="1" b="2" c="3" d="4" e="5" f="6"/></d>', 'más de 5 atributos'],
  ])('%s: %s', (text, sentence) => {
    for (const pieceLength of [1, 7, 1_000])
      expect(() => readIn(pieceLength, text, ['d', 'r'])).toThrow(sentence)
  })

  test.each([1, 100, 100_000])('a record beyond its limit, in pieces of %i', (pieceLength) => {
    const text = `<d>\n<r>corto</r>\n<r>${'x'.repeat(2_000)}</r></d>`
    expect(() => readIn(pieceLength, text, ['d', 'r'], 1_000)).toThrow('línea 3 pasa de 1000 caracteres')
  })
})

test('of a long document no more is held than one record and a piece', () => {
  const reader = new RecordReader({ ruta: ['d', 'r'], limits: LIMITS, maximo: 1_000, refuse })
  let count = 0
  const take = (records: Iterable<XmlNode>) => {
    for (const _ of records) count++
  }
  take(reader.push('<d>'))
  for (let at = 0; at < 5_000; at++) take(reader.push(`<r id="${at}">${'x'.repeat(500)}</r>\n`))
  take(reader.push('</d>'))
  take(reader.end())
  expect([count, reader.linea]).toEqual([5_000, 5_001])
})

/** Characters that are looked at or copied meanwhile. */
function countLooked(run: () => void): number {
  let looked = 0
  const { indexOf, slice } = String.prototype
  const { exec } = RegExp.prototype
  const spies = [
    vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, sought, from = 0) {
      const found = indexOf.call(this, sought, from)
      looked += (found < 0 ? this.length : found + 1) - from
      return found
    }),
    vi.spyOn(String.prototype, 'slice').mockImplementation(function (this: string, from, to) {
      const copied = slice.call(this, from, to)
      looked += copied.length
      return copied
    }),
    vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
      const from = this.global ? this.lastIndex : 0
      const found = exec.call(this, text)
      looked += (found ? found.index + 1 : text.length) - from
      return found
    }),
  ]
  run()
  for (const spy of spies) spy.mockRestore()
  return looked
}

test.each<[string, (length: number) => string]>([
  ['a long text', (length) => `<d><r>${'x'.repeat(length)}</r></d>`],
  ['a record of many elements', (length) => `<d><r>${'<b>x</b>'.repeat(length / 8)}</r></d>`],
  ['many records in one line', (length) => `<d>${'<r>x</r>'.repeat(length / 8)}</d>`],
  ['many elements around, in one line', (length) => `<d>${'<o>x</o>'.repeat(length / 8)}</d>`],
  ['many lines without an element', (length) => `<d>${'x\n'.repeat(length / 2)}<r/></d>`],
  ['a long comment', (length) => `<d><!-- ${'x'.repeat(length)} --><r/></d>`],
  ['a long attribute', (length) => `<d a="${'x'.repeat(length)}"><r/></d>`],
  ['long CDATA', (length) => `<d><r><![CDATA[${'x'.repeat(length)}]]></r></d>`],
])('%s: twice as much costs twice as much, in small pieces and in large ones', (_, write) => {
  for (const pieceLength of [16, 1_000_000]) {
    const costOf = (length: number) =>
      countLooked(() => readIn(pieceLength, write(length), ['d', 'r'], 1_000_000))
    expect(costOf(32_000)).toBeLessThan(2.5 * costOf(16_000))
  }
})
