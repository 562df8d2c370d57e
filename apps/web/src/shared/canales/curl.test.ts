import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

const address = 'http://localhost:50000/rest/tienda'
const plain = { path: '/clientes/7', headers: {}, body: undefined }

test('a public reading is its address', () => {
  expect(curlOf({ address, metodo: 'GET', acceso: 'publico', call: plain })).toBe(
    "curl 'http://localhost:50000/rest/tienda/clientes/7'",
  )
})

test('a writing has its method, its credentials and its body', () => {
  const call = { path: '/pedidos', headers: { 'X-Origen': 'web' }, body: { cliente: 7 } }
  expect(curlOf({ address, metodo: 'POST', acceso: 'token', call }).split(' \\\n  ')).toEqual([
    "curl 'http://localhost:50000/rest/tienda/pedidos'",
    '-X POST',
    "-H 'Authorization: Bearer <token>'",
    "-H 'X-Origen: web'",
    "-H 'Content-Type: application/json'",
    `-d '{"cliente":7}'`,
  ])
})

test('a shell reads what was meant, quotes and all', () => {
  const call = { ...plain, body: { nota: `it's $(hola) "así"` } }
  const command = curlOf({ address, metodo: 'PUT', acceso: 'publico', call })
  const words = execFileSync('sh', ['-c', command.replace('curl', String.raw`printf '%s\n'`)], {
    encoding: 'utf8',
  })
  expect(words.trimEnd().split('\n').at(-1)).toBe(JSON.stringify(call.body))
})
