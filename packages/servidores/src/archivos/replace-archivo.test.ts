import { expect, test } from 'vitest'
import { replaceArchivo } from './replace-archivo.ts'
import { ReemplazoIncompleto } from './sistema.ts'

/** A folder whose server refuses the n-th of what it is asked. */
function openFolder(files: Record<string, string>, refused: readonly number[] = []) {
  const folder = new Map(Object.entries(files))
  let asked = 0
  const ask = () => {
    asked++
    if (refused.includes(asked)) throw new Error('no')
  }
  return {
    folder,
    async exists(ruta: string) {
      return folder.has(ruta)
    },
    async rename(desde: string, hasta: string) {
      ask()
      const text = folder.get(desde)
      if (text === undefined || folder.has(hasta)) throw new Error('no such name, or it is taken')
      folder.delete(desde)
      folder.set(hasta, text)
    },
    async remove(ruta: string) {
      ask()
      folder.delete(ruta)
    },
  }
}

const BOTH = { '/a/nuevo': 'nuevo', '/a/pedido': 'viejo' }
const namesOf = ({ folder }: ReturnType<typeof openFolder>) =>
  Object.fromEntries([...folder].map(([nombre, text]) => [nombre.replace(/\.[0-9a-f-]{36}\./, '.*.'), text]))

test('the new one stands in the place of the old one, which is gone', async () => {
  const server = openFolder(BOTH)
  await replaceArchivo(server, '/a/nuevo', '/a/pedido')
  expect(namesOf(server)).toEqual({ '/a/pedido': 'nuevo' })
})

test('where there is no old one nothing is set aside', async () => {
  const server = openFolder({ '/a/nuevo': 'nuevo' })
  await replaceArchivo(server, '/a/nuevo', '/a/pedido')
  expect(namesOf(server)).toEqual({ '/a/pedido': 'nuevo' })
})

test.each([
  ['the old one cannot be set aside', [1], BOTH, false],
  ['the new one cannot be put there', [2], BOTH, false],
  [
    'nor can the old one be put back',
    [2, 3],
    { '/a/nuevo': 'nuevo', '/a/.pedido.*.anterior': 'viejo' },
    true,
  ],
  ['the old one cannot be removed', [3], { '/a/pedido': 'nuevo', '/a/.pedido.*.anterior': 'viejo' }, true],
])('where %s no file is lost, and what is left is told', async (_, refused, left, isTold) => {
  const server = openFolder(BOTH, refused)
  const failure = await replaceArchivo(server, '/a/nuevo', '/a/pedido').catch((cause) => cause)
  expect(namesOf(server)).toEqual(left)
  expect(failure instanceof ReemplazoIncompleto).toBe(isTold)
  if (isTold) expect(server.folder.get(failure.apartado)).toBe('viejo')
})
