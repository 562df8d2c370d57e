import { expect, test } from 'vitest'
import { writeMultipart } from './multipart.ts'

const BYTES = new Uint8Array([0, 255])

test('texts stand in one piece, what is no text between them, and no name ends its header', () => {
  expect(
    writeMultipart<string | Uint8Array>(
      [
        { nombre: 'nota', contenido: 'ñ' },
        { nombre: 'foto"\r\nX: 1', contenido: BYTES, archivo: 'a"b.png' },
        { nombre: 'fin', contenido: '' },
      ],
      'x',
    ),
  ).toEqual([
    [
      '--x',
      'Content-Disposition: form-data; name="nota"',
      '',
      'ñ',
      '--x',
      'Content-Disposition: form-data; name="foto%22%0D%0AX: 1"; filename="a%22b.png"',
      'Content-Type: application/octet-stream',
      '',
      '',
    ].join('\r\n'),
    BYTES,
    ['', '--x', 'Content-Disposition: form-data; name="fin"', '', '', '--x--', ''].join('\r\n'),
  ])
})

test('a form without fields is its end', () => {
  expect(writeMultipart([], 'x')).toEqual(['--x--\r\n'])
})
