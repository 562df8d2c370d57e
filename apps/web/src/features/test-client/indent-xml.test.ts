import { expect, test } from 'vitest'
import { indentXml } from './indent-xml.ts'

test.each([
  ['<a/>', '<a/>'],
  ['<a>x &lt; y</a>', '<a>x &lt; y</a>'],
  [
    '<?xml version="1.0"?><a b="1"><c>x</c><d/><e></e></a>',
    '<?xml version="1.0"?>\n<a b="1">\n  <c>x</c>\n  <d/>\n  <e></e>\n</a>',
  ],
  ['<a>\n  <b>1</b>\n</a>', '<a>\n  <b>1</b>\n</a>'],
  ['no es < xml', 'no es < xml'],
  ['', ''],
])('%j stands as %j', (text, expected) => {
  expect(indentXml(text)).toBe(expected)
})

test('what is indented already stays so', () => {
  const once = indentXml('<a><b><c>1</c></b><b/></a>')
  expect(indentXml(once)).toBe(once)
})
