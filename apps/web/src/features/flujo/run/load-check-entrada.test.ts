import { expect, test } from 'vitest'
import { loadCheckEntrada } from './load-check-entrada.ts'

test('what checks an entrada is loaded; when it cannot be, who runs it is told what to do', async () => {
  const checkEntrada = await loadCheckEntrada()
  expect(checkEntrada([], {})).toEqual([])
  const failed = loadCheckEntrada(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(failed).rejects.toThrow('No se pudo cargar lo que revisa la entrada: recargue la página.')
})
