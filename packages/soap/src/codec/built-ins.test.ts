import { Binario } from '@div/contract'
import { expect, test } from 'vitest'
import { formOf } from './built-ins.ts'

test('megabytes in base64 and in hexadecimal are read', () => {
  const bytes = Buffer.alloc(8_000_000, 7)
  for (const [type, encoding] of [
    ['base64Binary', 'base64'],
    ['hexBinary', 'hex'],
  ] as const) {
    const value = formOf(type).read(bytes.toString(encoding))
    expect(value).toBeInstanceOf(Binario)
    expect(value instanceof Binario && bytes.equals(value.bytes)).toBe(true)
  }
})

test.each(['A', 'AAA', 'A===', '====', 'AA=A', 'AAA=AAAA', 'AA*A'])('%s is no base64', (text) => {
  expect(formOf('base64Binary').read(text)).toBeUndefined()
})

test.each(['integer', 'long', 'nonNegativeInteger'] as const)(
  '%s of millions of digits is refused',
  (type) => {
    const digits = '9'.repeat(4_000_000)
    expect(formOf(type).read(digits)).toBeUndefined()
    expect(formOf(type).write(digits)).toBeUndefined()
  },
)
