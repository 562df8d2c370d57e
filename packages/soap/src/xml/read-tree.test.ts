import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { readTree, type XmlNode } from './read-tree.ts'

const LIMITS = { profundidad: 20, atributosXml: 5, elementos: 100 }

function read(text: string): XmlNode {
  return readTree(text, {
    limits: LIMITS,
    refuse(motivo) {
      throw new Error(motivo)
    },
  })
}

/** What counts of an element, to be compared. */
interface Plain {
  name: string
  attributes: [string, string][]
  text: string
  children: Plain[]
}

const nameOf = (uri: string, local: string) => (uri === '' ? local : `{${uri}}${local}`)

function plain({ uri, local, attributes, text, children }: XmlNode): Plain {
  return { name: nameOf(uri, local), attributes: [...attributes], text, children: children.map(plain) }
}

/** The same by a parser that others have tried for years. */
function readBySaxes(text: string): Plain {
  const parser = new SaxesParser({ xmlns: true })
  const stack: Plain[] = []
  let root: Plain | undefined
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('DOCTYPE')
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    const own = Object.values(attributes).filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
    const node: Plain = {
      name: nameOf(uri, local),
      attributes: own.map((each) => [nameOf(each.uri, each.local), each.value]),
      text: '',
      children: [],
    }
    stack.at(-1)?.children.push(node)
    root ??= node
    stack.push(node)
  })
  const addText = (part: string) => {
    const open = stack.at(-1)
    if (open) open.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void stack.pop())
  parser.write(text).close()
  if (!root) throw new Error('no element')
  return root
}

function attempt<Result>(work: () => Result): Result | 'refused' {
  try {
    return work()
  } catch {
    // Why is said in other words by each.
    return 'refused'
  }
}

const NAMES = fc.constantFrom('a', 'b', 'p:a', 'q:b', 'ñ', 'xml:lang', 'a.b-c', '_x')
const TEXTS = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replace(/[<&]/g, '')),
  fc.constantFrom(
    '&amp;',
    '&#65;',
    '&#x1F600;',
    '&lt;',
    '\r\n',
    '\r',
    '\t',
    ' ',
    '<![CDATA[<&]]>',
    '<!-- c -->',
    '<?pi x?>',
  ),
)
const ATTRIBUTES = fc.array(
  fc.tuple(
    fc.oneof(NAMES, fc.constantFrom('xmlns', 'xmlns:p', 'xmlns:q')),
    fc.constantFrom('', 'v', 'urn:x', '&quot;', ' a\tb\n', "'"),
  ),
  { maxLength: 3 },
)
const { element: ELEMENTS } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(NAMES, ATTRIBUTES, fc.array(fc.oneof({ maxDepth: 3 }, TEXTS, tie('element')), { maxLength: 4 }))
    .map(([name, attributes, content]) => {
      const own = attributes.map(([key, value]) => ` ${key}="${value}"`).join('')
      return content.length === 0 ? `<${name}${own}/>` : `<${name}${own}>${content.join('')}</${name} >`
    }),
}))
const DOCUMENTS = fc
  .tuple(
    fc.constantFrom('', '<?xml version="1.0"?>', "<?xml version='1.0' encoding='UTF-8'?>\n", '<!--x-->', ' '),
    ELEMENTS,
  )
  .map(([head, root]) => `${head}<r xmlns:p="urn:p" xmlns:q="urn:q">${root}</r>`)
/** Something cut out, or put in, anywhere. */
const BROKEN = fc
  .tuple(
    DOCUMENTS,
    fc.nat(),
    fc.nat(3),
    fc.constantFrom(
      '',
      '<',
      '>',
      '/',
      '&',
      '"',
      '=',
      ':',
      ' ',
      ']]>',
      '--',
      '<!',
      '<?xml?>',
      '\u0001',
      '\ud800',
      'é',
      '1',
    ),
  )
  .map(([text, at, cut, put]) => {
    const place = at % (text.length + 1)
    return text.slice(0, place) + put + text.slice(place + cut)
  })

const readWide = (text: string) =>
  attempt(() => plain(readTree(text, { limits: { profundidad: 99, atributosXml: 99 }, refuse })))

test('documents are read, or refused, as by saxes', () => {
  fc.assert(
    fc.property(DOCUMENTS, (text) => {
      expect(readWide(text)).toEqual(attempt(() => readBySaxes(text)))
    }),
    { numRuns: 2_000 },
  )
})

test('what is wrong is refused at least where saxes does, and else read alike', () => {
  fc.assert(
    fc.property(BROKEN, (text) => {
      // Saxes takes halves of characters, names that begin as none may, and instructions whose target goes on.
      const ours = readWide(text)
      if (ours !== 'refused') expect(ours).toEqual(attempt(() => readBySaxes(text)))
    }),
    { numRuns: 5_000 },
  )
})

function refuse(motivo: string): never {
  throw new Error(motivo)
}

test('an element knows its namespace, its attributes and its own text', () => {
  const root = read(
    '\ufeff<p:a xmlns:p="urn:p" x="1" p:x="2">uno<b xmlns="urn:b"/> dos &#x26; <![CDATA[<3>]]></p:a>',
  )
  expect(plain(root)).toEqual({
    name: '{urn:p}a',
    attributes: [
      ['x', '1'],
      ['{urn:p}x', '2'],
    ],
    text: 'uno dos & <3>',
    children: [{ name: '{urn:b}b', attributes: [], text: '', children: [] }],
  })
})

describe('what is refused says why', () => {
  test.each([
    ['<!DOCTYPE a><a/>', 'DOCTYPE'],
    ['<!DOCTYPE a [<!ENTITY x "xx">]><a>&x;</a>', 'DOCTYPE'],
    ['<a>\n\n<b></a>', 'línea 3'],
    ['<a>&nada;</a>', 'mal formado'],
    ['', 'ningún elemento'],
    ['<a/><b/>', 'mal formado'],
    ['<p:a/>', 'mal formado'],
    ['<a x="1" x="2"/>', 'mal formado'],
    ['<xmlns:a xmlns="urn:x"/>', 'mal formado'],
    [`${'<a>'.repeat(21)}${'</a>'.repeat(21)}`, '20 niveles'],
    ['<a b="1" c="1" d="1" e="1" f="1" g="1"/>', '5 atributos'],
    [`<a>${'<b/>'.repeat(100)}</a>`, '100 elementos'],
  ])('%s', (text, motivo) => {
    expect(() => read(text)).toThrow(motivo)
  })
})
