import { expect, test } from 'vitest'
import { escapeXml, isPlainXml, UNWRITABLE_XML } from './xml-text.ts'

test('plain is the text to which nothing has to be done', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const text = `a${String.fromCharCode(code)}b`
    if (!isPlainXml(text)) continue
    expect(text).not.toMatch(/[&<>"\r]/)
    expect(text.replace(UNWRITABLE_XML, '')).toBe(text)
  }
  expect(['', 'Ñandú y té 12,5', 'a = b; c?'].every(isPlainXml)).toBe(true)
})

test.each([
  ['a <b> & "c"', 'a &lt;b&gt; &amp; &quot;c&quot;'],
  ['uno\r\ndos', 'uno&#13;\ndos'],
  ['\0\ufffe😀\ud800', '😀'],
])('%j is written as %s', (text, written) => {
  expect(escapeXml(text)).toBe(written)
})
