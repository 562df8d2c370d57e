import { type ErrorDeCampo, LIMITS } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createCodec } from '../codec/codec.ts'
import { attribute, complex, element, group, one, simple, TNS } from '../codec/codec-testing.ts'
import { compileDirectMessages } from '../codec/direct-message.ts'
import { DirectReader } from '../codec/direct-reader.ts'
import { shapes } from '../codec/shapes-testing.ts'
import type { XmlType } from '../model/schema.ts'
import { ENVELOPE } from '../xml/namespaces.ts'
import { readTree } from '../xml/read-tree.ts'
import { XmlScanner } from '../xml/scan-xml.ts'
import { readEnvelope, writeEnvelope } from './envelope.ts'
import { KnownOpenings } from './known-openings.ts'
import { readDirect } from './read-direct.ts'

const SMALL = { ...LIMITS, profundidad: 8, elementos: 60 }

/** The message of an operation that takes this. */
function messageOf(type: XmlType, limits = SMALL) {
  const codec = createCodec({ schema: { elements: new Map(), types: new Map() }, limits, omits: true })
  const part = { name: 'p', element: element('Op', type) }
  const message = {
    name: 'm',
    namespace: TNS,
    use: 'literal' as const,
    parts: [part],
    headers: [],
    wrapped: true,
    attachments: [],
  }
  const input = compileDirectMessages(codec)({ message, style: 'document', wrapper: 'Op' })
  const openings = new KnownOpenings({ limits, names: codec.names })
  return {
    write(value: Record<string, unknown>): string {
      const errores: ErrorDeCampo[] = []
      const body = input.encode(value, errores)
      expect(errores).toEqual([])
      return writeEnvelope({ version: '1.1', declarations: input.declarations, body })
    },
    direct(text: string) {
      const operationOf = (local: string) => (local === 'Op' ? { input } : null)
      return readDirect(text, { limits, codec, openings, operationOf })?.data ?? null
    },
    /** Null: refused, or something is wrong with its values. */
    tree(text: string) {
      const errores: ErrorDeCampo[] = []
      const envelope = readEnvelope(readTree(text, { limits, refuse }), refuse)
      if (envelope === null || envelope.body.children[0]?.local !== 'Op') return null
      const data = input.decode(envelope.body, errores)
      return errores.length === 0 ? data : null
    },
  }
}

class Refused extends Error {}
function refuse(motivo: string): never {
  throw new Refused(motivo)
}

function attempt<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

const OBJECTS = shapes(3).filter(({ type }) => type.kind === 'complex')
const MESSAGES = OBJECTS.chain(({ type, values }) =>
  fc.tuple(
    fc.constant(type),
    values.map((value) => ({ ...Object(value) }) as Record<string, unknown>),
  ),
)

/** The same message as other clients write it. */
const MANNERS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('><', '>\n  <'),
  (text) => `\ufeff${text.replace('</soap:Envelope>', '</soap:Envelope >\n')}`,
  (text) => text.replaceAll('n1:', '').replace(`<Op`, `<Op xmlns="${TNS}"`),
  (text) => text.replaceAll('n1:', 'otro:').replaceAll('xmlns:n1', 'xmlns:otro'),
  (text) => text.replace('<soap:Body>', '<soap:Header><x/></soap:Header><soap:Body id="b">'),
  (text) => text.replace(/>([^<]+)</g, '><![CDATA[$1]]><'),
  (text) => text.replace(/>([^<]+)</g, '><!-- -->$1<'),
]

const PIECES = [
  '<',
  '>',
  '&',
  ']]>',
  '\0',
  '\ud800',
  '/',
  ' a="1"',
  ' xsi:nil="1"',
  ' href="#1"',
  '<a/>',
  'x',
  '<!DOCTYPE a>',
  '\r',
  ' ',
]

describe('a message that is read straight from its text', () => {
  test('holds what its tree holds, however it is written', () => {
    fc.assert(
      fc.property(MESSAGES, fc.constantFrom(...MANNERS), ([type, value], manner) => {
        const message = messageOf(type)
        const text = manner(message.write(value))
        const direct = message.direct(text)
        if (direct !== null) expect(direct).toEqual(message.tree(text))
        expect(message.direct(text)).toEqual(direct)
      }),
      { numRuns: 400 },
    )
  })

  test('is taken only where its tree is, whatever was done to it', () => {
    fc.assert(
      fc.property(
        MESSAGES,
        fc.nat(),
        fc.nat(6),
        fc.constantFrom('', ...PIECES),
        ([type, value], place, length, piece) => {
          const message = messageOf(type)
          const whole = message.write(value)
          const at = place % whole.length
          const text = whole.slice(0, at) + piece + whole.slice(at + length)
          const direct = message.direct(text)
          if (direct !== null) expect(direct).toEqual(attempt(() => message.tree(text)))
          // Once it is known how messages begin.
          message.direct(whole)
          expect(message.direct(text)).toEqual(direct)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

const LINEA = complex(
  group('sequence', [
    one(element('codigo', simple('string'))),
    one(element('precio', simple('decimal')), { min: 0 }),
    one(element('cantidad', simple('int'), { nillable: true }), { min: 0 }),
  ]),
)
const PEDIDO = complex(
  group('sequence', [one(element('lineas', LINEA), { min: 0, max: 99, repeated: true })]),
)
const { direct, tree } = messageOf(PEDIDO)
const envelope = (body: string, version: '1.1' | '1.2' = '1.1') =>
  `<e:Envelope xmlns:e="${ENVELOPE[version]}" xmlns:n="${TNS}"><e:Body>${body}</e:Body></e:Envelope>`
const op = (content: string) => envelope(`<n:Op>${content}</n:Op>`)

describe('what most clients send needs no tree', () => {
  test.each([
    ['fields in their order', '<n:lineas><n:codigo>a</n:codigo><n:precio>1.50</n:precio></n:lineas>'],
    ['fields in another order', '<n:lineas><n:cantidad>1</n:cantidad><n:codigo>a</n:codigo></n:lineas>'],
    ['without a namespace', '<lineas><codigo>a</codigo></lineas>'],
    ['references and accents', '<n:lineas><n:codigo>Ñandú &amp; té]</n:codigo></n:lineas>'],
    ['line ends', '\r\n<n:lineas>\r\n\t<n:codigo>a\r\nb</n:codigo>\r\n</n:lineas>\r\n'],
    [
      'a null among them',
      `<n:lineas><n:codigo>a</n:codigo><n:cantidad xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/></n:lineas>`,
    ],
    ['CDATA in one of them', '<n:lineas><n:codigo><![CDATA[<a>]]></n:codigo></n:lineas>'],
    ['nothing', ''],
  ])('%s', (_name, content) => {
    expect(direct(op(content))).toEqual(tree(op(content)))
    expect(direct(op(content))).not.toBeNull()
  })

  test('nor does a namespace that its own element declares', () => {
    const text = envelope(`<Op xmlns="${TNS}"><lineas><codigo>a</codigo></lineas></Op>`, '1.2')
    expect(direct(text)).toEqual({ lineas: [{ codigo: 'a' }] })
  })

  test('nor does it where its type has attributes', () => {
    const codigo = group('sequence', [one(element('codigo', simple('string')))])
    const own = messageOf(complex(codigo, { attributes: [attribute('id', simple('int'))] }))
    const text = envelope(`<Op xmlns="${TNS}" ><codigo>a</codigo></Op>`)
    expect(own.direct(text)).toEqual({ codigo: 'a' })
    expect(own.tree(text)).toEqual({ codigo: 'a' })
  })
})

describe('elements of a list that are written alike', () => {
  const MANY = { ...LIMITS, elementos: 5_000 }
  const linea = (index: number) =>
    `<n:lineas><n:codigo>Ñ-${index}</n:codigo><n:precio>${index}.5</n:precio><n:cantidad>${index}</n:cantidad></n:lineas>`
  const lineas = (count: number, write = linea) => Array.from({ length: count }, (_, index) => write(index))

  test('are read as a whole, in this message and in those that come later', () => {
    const own = messageOf(PEDIDO, MANY)
    const read = vi.spyOn(DirectReader.prototype, 'nextChild')
    const text = op(lineas(90).join('\n  '))
    for (const tagByTag of [5, 1]) {
      read.mockClear()
      const direct = own.direct(text)
      // Four children of each, their end, and what is around them.
      expect(read.mock.calls.length).toBeLessThan(4 * tagByTag + 8)
      expect(direct?.lineas).toHaveLength(90)
      expect(direct).toEqual(own.tree(text))
    }
    read.mockRestore()
  })

  test('are looked for in later messages only as they are in one that was accepted', () => {
    const own = messageOf(PEDIDO, MANY)
    const text = op(lineas(90).join(''))
    const learn = vi.spyOn(DirectReader.prototype, 'mayLearn')
    expect(own.direct(text.replace('>89<', '>x<'))).toBeNull()
    expect(own.direct(text)).not.toBeNull()
    expect(learn.mock.calls).toHaveLength(2)
    expect(own.direct(text)).not.toBeNull()
    expect(learn.mock.calls).toHaveLength(2)
    learn.mockRestore()
  })

  test('have it looked into a few times at most how they are written', () => {
    const own = messageOf(PEDIDO, MANY)
    const learn = vi.spyOn(DirectReader.prototype, 'mayLearn')
    const each = (index: number) => `<n:lineas>${' '.repeat(index)}<n:codigo>a</n:codigo></n:lineas>`
    const text = op(lineas(60, each).join(''))
    expect(own.direct(text)).toEqual(own.tree(text))
    expect(learn.mock.results.filter(({ value }) => value === true)).toHaveLength(4)
    learn.mockRestore()
  })

  const WRITINGS: readonly ((index: number) => string)[] = [
    linea,
    (index) => `<n:lineas><n:codigo>${index}</n:codigo></n:lineas>`,
    (index) => `<n:lineas>\n<n:cantidad>${index}</n:cantidad><n:codigo/></n:lineas>`,
    (index) => `<n:lineas><n:codigo>a &amp; ${index}</n:codigo><n:precio>1</n:precio></n:lineas>`,
    () => '<n:lineas><n:codigo>\u{1f600}]</n:codigo></n:lineas>',
    () => '<lineas ><codigo></codigo></lineas>',
    (index) => `<n:lineas><n:codigo><![CDATA[${index}]]></n:codigo></n:lineas>`,
    (index) => `<n:lineas><n:codigo>${index}</n:codigo><n:precio></n:precio></n:lineas>`,
  ]
  const LISTS = fc
    .array(fc.tuple(fc.constantFrom(...WRITINGS), fc.integer({ min: 1, max: 9 })), { maxLength: 6 })
    .map((runs) => runs.flatMap(([write, count]) => lineas(count, write)).join(''))

  test('are those of the tree, whichever come in between and whatever was done to them', () => {
    const known = messageOf(PEDIDO, MANY)
    fc.assert(
      fc.property(
        LISTS,
        fc.nat(),
        fc.nat(6),
        fc.constantFrom('', '', ...PIECES, '<n:codigo>', '</n:lineas>', 'á\t'),
        (list, place, length, piece) => {
          const whole = op(list)
          const at = whole.length - 1 - (place % (list.length + 1))
          const text = piece === '' ? whole : whole.slice(0, at) + piece + whole.slice(at + length)
          for (const own of [messageOf(PEDIDO, MANY), known]) {
            const direct = own.direct(text)
            if (piece === '' || direct !== null) expect(direct).toEqual(attempt(() => own.tree(text)))
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('mean something else under other prefixes', () => {
    const own = messageOf(PEDIDO, MANY)
    const text = op(lineas(9).join(''))
    expect(own.direct(text)).not.toBeNull()
    const other = text.replace(`xmlns:n="${TNS}"`, 'xmlns:n="urn:otro"').replaceAll('n:Op', 'm:Op')
    expect(own.direct(other.replace('<e:Body>', `<e:Body xmlns:m="${TNS}">`))).toBeNull()
    expect(own.direct(text.replaceAll('n:', 'otro:').replace('xmlns:n', 'xmlns:otro'))).toEqual(
      own.tree(text),
    )
  })

  test('are refused one by one where a value is not of its type', () => {
    const own = messageOf(PEDIDO, MANY)
    expect(own.direct(op(lineas(20).join('').replace('>17<', '>x<')))).toBeNull()
    expect(own.direct(op(lineas(20).join('').replace('<n:codigo>Ñ-17</n:codigo>', '')))).toBeNull()
  })

  test('count for the limits of elements and of depth', () => {
    const within = (profundidad: number) => messageOf(PEDIDO, { ...MANY, profundidad })
    const text = op(lineas(9).join(''))
    expect(within(5).direct(text)).not.toBeNull()
    expect(within(4).direct(text)).toBeNull()
    const few = messageOf(PEDIDO, { ...MANY, elementos: 3 + 4 * 9 })
    expect(few.direct(text)).not.toBeNull()
    expect(few.direct(op(lineas(10).join('')))).toBeNull()
  })

  const CAMPOS = ['codigo', 'nombre', 'nota']
  /** Ways of writing one element, most of which go alike until just before its end. */
  const ELEMENT = fc
    .record({
      campos: fc.oneof(fc.constant(CAMPOS.slice(0, 1)), fc.shuffledSubarray(CAMPOS)),
      text: fc.nat(200).map((length) => 'ñ'.repeat(length)),
      last: fc.constantFrom('', '', '&amp;', ']', '\u{1f600}', '<!---->', '<![CDATA[a]]>'),
      space: fc.nat(6).map((length) => ' '.repeat(length)),
    })
    .map(({ campos, text, last, space }) => {
      const leaves = campos.map((campo, index) => {
        const isLast = index === campos.length - 1
        return `<n:${campo}>${text}${isLast ? last : ''}</n:${campo}>`
      })
      return `<n:lineas>${leaves.join('\n  ')}${space}</n:lineas>`
    })
  const RUNS = fc
    .array(fc.tuple(ELEMENT, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 20 })
    .map((runs) => runs.map(([text, count]) => text.repeat(count)).join(''))
  const TEXTOS = complex(
    group('sequence', [
      one(
        element(
          'lineas',
          complex(
            group(
              'sequence',
              CAMPOS.map((campo) => one(element(campo, simple('string')), { min: 0 })),
            ),
          ),
        ),
        { min: 0, max: 999, repeated: true },
      ),
    ]),
  )
  /** A place is tried again by each way that is known, of this message and of others: on as far as it fits, and back. */
  const MOST_LOOKS = 32

  /** Each message teaches another way; the last is of none of them, which only its end tells. */
  const WORST = Array.from({ length: 41 }, (_, index) => {
    const text = 'ñ'.repeat(100) + (index === 40 ? '&amp;' : '')
    return `<n:lineas><n:codigo>${text}</n:codigo>${' '.repeat(index)}</n:lineas>`.repeat(9)
  })

  test('are looked at a bounded number of times, however they are written', () => {
    fc.assert(
      fc.property(fc.array(RUNS, { minLength: 1, maxLength: 4 }), (lists) => {
        const own = messageOf(TEXTOS, MANY)
        for (const list of lists) {
          const text = op(list)
          const { result, looks } = countLooks(() => own.direct(text))
          expect(looks).toBeLessThanOrEqual(MOST_LOOKS * text.length)
          expect(result).toEqual(own.tree(text))
        }
      }),
      { numRuns: 300, examples: [[WORST]] },
    )
  })

  test('may hold a very long text', () => {
    const own = messageOf(PEDIDO, MANY)
    const long = 'x'.repeat(20_000_000)
    const codigo = (index: number) =>
      `<n:lineas><n:codigo>${index === 8 ? long : index}</n:codigo></n:lineas>`
    const read = own.direct(op(lineas(10, codigo).join('')))
    expect(read?.lineas).toHaveLength(10)
  })
})

/** What an expression takes of a leaf, as it is written in one. */
const LEAF = String.raw`([^<&\]\x00-\x1f\ud800-\uffff]*)`
const isOfLeaf = (code: number) => code > 31 && code < 0xd800 && !'<&]'.includes(String.fromCharCode(code))

/** How many characters the expressions of manners look at while something is read. */
function countLooks<Result>(read: () => Result): { result: Result; looks: number } {
  const { exec } = RegExp.prototype
  let looks = 0
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    if (this.sticky && this.source.includes(LEAF)) looks += looksOf(this, text)
    return exec.call(this, text)
  })
  const result = read()
  spy.mockRestore()
  return { result, looks }
}

/** Of an engine that goes back to wherever there is another way. */
function looksOf({ source, lastIndex }: RegExp, text: string): number {
  const parts = source.split(LEAF).map(literalOf)
  let looks = 0
  const isLiteral = (literal: string, at: number): boolean => {
    for (let index = 0; index < literal.length; index++) {
      looks++
      if (text[at + index] !== literal[index]) return false
    }
    return true
  }
  const matches = (part: number, at: number): boolean => {
    const literal = parts[part] ?? ''
    if (!isLiteral(literal, at)) return false
    const begin = at + literal.length
    if (part === parts.length - 1) return true
    let end = begin
    for (; isOfLeaf(text.charCodeAt(end)); end++) looks++
    for (; end >= begin; end--) if (matches(part + 1, end)) return true
    return false
  }
  matches(0, lastIndex)
  return looks
}

/** Throws where it is more than characters that stand for themselves. */
function literalOf(source: string): string {
  if (/[\^$.*+?()[\]{}|]/.test(source.replace(/\\./g, ''))) throw new Error(`${source} has more than one way`)
  return source.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1')
}

describe('how messages begin', () => {
  const linea = '<n:lineas><n:codigo>a</n:codigo></n:lineas>'
  /** Elements beside those of the lines: envelope, body and the one in it. */
  const most = Math.floor((SMALL.elementos - 3) / 2)

  test('counts for their limits, also where it is known', () => {
    const own = messageOf(PEDIDO)
    for (const _each of ['read', 'known']) {
      expect(own.direct(op(linea.repeat(most)))).not.toBeNull()
      expect(own.direct(op(linea.repeat(most + 1)))).toBeNull()
    }
  })

  test('is known of several clients', () => {
    const own = messageOf(PEDIDO)
    const spaces = ['', ' ', '  ', '   ', '    ', '     ']
    const texts = spaces.map((space) => op(linea).replace('<e:Body>', `<e:Body${space}>`))
    for (const text of [...texts, ...texts]) expect(own.direct(text)).toEqual({ lineas: [{ codigo: 'a' }] })
  })

  test('says which version they are', () => {
    const openings = new KnownOpenings({ limits: SMALL })
    const versionOf = (version: '1.1' | '1.2') => {
      const opening = openings.pass(new XmlScanner(envelope('', version), { limits: SMALL, refuse }))
      openings.keep(opening)
      return opening.envelope.version
    }
    expect([versionOf('1.1'), versionOf('1.2'), versionOf('1.1')]).toEqual(['1.1', '1.2', '1.1'])
  })
})

test.each([
  ['a field twice', op('<n:lineas><n:codigo>a</n:codigo><n:codigo>b</n:codigo></n:lineas>')],
  [
    'a field twice, apart',
    op('<n:lineas><n:precio>1</n:precio><n:codigo>a</n:codigo><n:precio>1</n:precio></n:lineas>'),
  ],
  ['a field that is missed', op('<n:lineas><n:precio>1</n:precio></n:lineas>')],
  ['a field that nobody declared', op('<n:otro/>')],
  ['a value of another type', op('<n:lineas><n:codigo>a</n:codigo><n:precio>1,5</n:precio></n:lineas>')],
  ['text beside elements', op('hola<n:lineas/>')],
  ['a prefix that nobody declared', op('<m:lineas/>')],
  ['another end tag', op('<n:lineas><n:codigo>a</n:codigo></n:linea>')],
  ['a document type', `<!DOCTYPE a>${op('')}`],
  ['too many levels', envelope(`<n:Op>${'<n:lineas>'.repeat(9)}</n:Op>`)],
  ['too many elements', op('<n:lineas><n:codigo>a</n:codigo></n:lineas>'.repeat(40))],
  ['something after its element', envelope('<n:Op/><n:Op></n:Op>')],
  ['something after its envelope', `${op('')}<a/>`],
  ['an element of nobody', envelope('<n:Nada></n:Nada>')],
  ['no element', envelope('')],
  ['its end too soon', op('<n:lineas>').slice(0, -40)],
])('%s is for the tree to tell', (_name, text) => {
  expect(direct(text)).toBeNull()
})
