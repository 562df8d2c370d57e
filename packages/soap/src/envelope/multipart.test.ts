import { expect, test } from 'vitest'
import { readTree } from '../xml/read-tree.ts'
import { attachParts, parameterOf, readMultipart } from './multipart.ts'

function refuse(motivo: string): never {
  throw new Error(motivo)
}

const TYPE = 'multipart/related; type="application/xop+xml"; start="<raiz>"; boundary=frontera'
const message = (...parts: [headers: string, content: string | Buffer][]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([headers, content]) => [
      Buffer.from(`\r\n--frontera\r\n${headers}\r\n\r\n`),
      Buffer.from(content),
    ]),
    Buffer.from('\r\n--frontera--\r\n'),
  ])

const nameless = (length: number) => Array.from({ length }, (): [string, string] => ['X: y', ''])

test('the envelope and its parts are told apart, whatever their bytes', () => {
  const image = Buffer.from([0, 255, 13, 10, 45, 45, 102])
  const bytes = message(
    ['Content-ID: <foto@div>\r\nContent-Transfer-Encoding: binary', image],
    ['content-id: <raiz>\r\nContent-Type: application/xop+xml', '<a/>'],
    ['Content-ID: <texto>\r\nContent-Transfer-Encoding: base64', 'aG9s\r\nYQ=='],
  )
  const { root, parts } = readMultipart(bytes, TYPE, { refuse })
  expect(root.toString()).toBe('<a/>')
  expect([parts.get('foto@div'), parts.get('texto')?.toString()]).toEqual([image, 'hola'])
  // Without the empty line before the first boundary, and without a start.
  const other = readMultipart(bytes.subarray(2), TYPE.replace('start="<raiz>"; ', ''), { refuse })
  expect(other.root).toEqual(image)
})

test('references to parts become their content', () => {
  const tree = readTree(
    '<a><b><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:foto%40div"/></b><c href="cid:texto"/><d/></a>',
    { limits: { profundidad: 9, atributosXml: 9 }, refuse },
  )
  const parts = new Map([
    ['foto@div', Buffer.from('hola')],
    ['texto', Buffer.from('hola')],
  ])
  const attached = attachParts(tree, parts, { refuse })
  expect(
    attached.children.map(({ text, children, attributes }) => [text, children.length, attributes.size]),
  ).toEqual([
    ['aG9sYQ==', 0, 0],
    ['aG9sYQ==', 0, 0],
    ['', 0, 0],
  ])
  expect(attached.children[2]).toBe(tree.children[2])
  expect(() => attachParts(tree, new Map(), { refuse })).toThrow('no viene la parte')
})

test('the text of an element names a part that came, and is any other text otherwise', () => {
  const tree = readTree('<a><b> cid:foto%40div </b><c>cid:otra</c><d>cid:foto@div y más</d></a>', {
    limits: { profundidad: 9, atributosXml: 9 },
    refuse,
  })
  const { children } = attachParts(tree, new Map([['foto@div', Buffer.from('hola')]]), { refuse })
  expect(children.map(({ text }) => text)).toEqual(['aG9sYQ==', 'cid:otra', 'cid:foto@div y más'])
})

test('a part that is referred to twice is refused', () => {
  const tree = readTree('<a><b href="cid:foto"/><c href="cid:foto"/></a>', {
    limits: { profundidad: 9, atributosXml: 9 },
    refuse,
  })
  expect(() => attachParts(tree, new Map([['foto', Buffer.from('hola')]]), { refuse })).toThrow(
    'más de una vez',
  )
})

test.each([
  ['without its boundary', message(['', '']), 'multipart/related', 'boundary'],
  ['that is cut', message(['Content-ID: <raiz>', '<a/>']).subarray(0, 40), TYPE, 'cortado'],
  ['without the envelope', message(['Content-ID: <otra>', '<a/>']), TYPE, 'sobre'],
  ['that is empty', Buffer.alloc(0), TYPE, 'cortado'],
  [
    'with a part in an encoding that is not read',
    message(['Content-ID: <raiz>\r\nContent-Transfer-Encoding: quoted-printable', '=3D']),
    TYPE,
    'quoted-printable',
  ],
  [
    'with more parts than are read',
    message(['Content-ID: <raiz>', '<a/>'], ...nameless(1_000)),
    TYPE,
    'más de 1000 partes',
  ],
  [
    'with two parts of one name',
    message(['Content-ID: <raiz>', '<a/>'], ['Content-ID: <foto>', 'a'], ['Content-ID: foto', 'b']),
    TYPE,
    'Content-ID foto',
  ],
  [
    'with a part that is called as its envelope',
    message(['Content-ID: <raiz>', '<a/>'], ['Content-ID: <raiz>', '<b/>']),
    TYPE,
    'Content-ID raiz',
  ],
])('a message %s is refused', (_name, bytes, contentType, motivo) => {
  expect(() => readMultipart(bytes, contentType, { refuse })).toThrow(motivo)
})

test('parts without a name may be many', () => {
  const bytes = message(['Content-ID: <raiz>', '<a/>'], ...nameless(999))
  expect(readMultipart(bytes, TYPE, { refuse }).root.toString()).toBe('<a/>')
})

test('parameters of a media type, with quotes and without', () => {
  expect([parameterOf(TYPE, 'type'), parameterOf(TYPE, 'boundary'), parameterOf(TYPE, 'x')]).toEqual([
    'application/xop+xml',
    'frontera',
    null,
  ])
})
