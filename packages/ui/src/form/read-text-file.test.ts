import { expect, test } from 'vitest'
import { readTextFile, readTextFiles } from './read-text-file.ts'

const declaring = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><año/>`
const latin = (text: string) => Buffer.from(text, 'latin1')
const MARK = '\ufeff'

test.each([
  ['UTF-8', Buffer.from('año €'), 'año €'],
  ['UTF-8 with its mark', Buffer.from(`${MARK}año`), 'año'],
  ['UTF-16 with its mark', Buffer.from(`${MARK}${declaring('UTF-16')}`, 'utf16le'), declaring('UTF-16')],
  ['what its declaration says', latin(declaring('ISO-8859-1')), declaring('ISO-8859-1')],
  ['UTF-8 that declares to be UTF-16', Buffer.from(declaring('UTF-16')), declaring('UTF-16')],
  ['another one than it declares', latin(declaring('UTF-8')), declaring('UTF-8')],
  ['what nobody knows', Buffer.from(declaring('x-nadie')), declaring('x-nadie')],
  ['what editors of Windows write', latin('{ "título": "año" }'), '{ "título": "año" }'],
])('a file is read in %s', async (_, bytes, text) => {
  expect(await readTextFile(new Blob([bytes]))).toBe(text)
})

test('files that cannot be read say what to do', async () => {
  const kept = new File(['año'], 'a.txt')
  const gone = new File([], 'b.txt')
  gone.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  expect(await readTextFiles([kept])).toEqual([{ nombre: 'a.txt', contenido: 'año' }])
  expect(await readTextFiles([kept, gone])).toMatch(/compruebe que siguen en su carpeta.* elíjalos otra vez/)
})
