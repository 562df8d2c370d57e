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
])('a message %s is refused', (_name, bytes, contentType, motivo) => {
  expect(() => readMultipart(bytes, contentType, { refuse })).toThrow(motivo)
})

test('parameters of a media type, with quotes and without', () => {
  expect([parameterOf(TYPE, 'type'), parameterOf(TYPE, 'boundary'), parameterOf(TYPE, 'x')]).toEqual([
    'application/xop+xml',
    'frontera',
    null,
  ])
})
