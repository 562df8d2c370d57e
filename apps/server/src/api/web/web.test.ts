import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { registerHttp } from '../../http/register-http.ts'
import { registerWeb } from './routes.ts'

let webDir: string
let app: FastifyInstance

beforeEach(async () => {
  webDir = `${await mkdtemp(join(tmpdir(), 'div-web-'))}/`
  await mkdir(`${webDir}assets`)
  await writeFile(`${webDir}assets/app-1a2b.js`, 'start()')
  await writeFile(`${webDir}assets/app-1a2b.js.br`, 'compressed')
  await writeFile(`${webDir}index.html`, '<!doctype html>')
  await start()
})

afterEach(async () => {
  await app.close()
  await rm(webDir, { recursive: true })
})

async function start() {
  app = Fastify()
  registerHttp(app, readConfig({}))
  registerWeb(app, { webDir })
  await app.ready()
}

const get = (url: string, headers = {}) => app.inject({ url, headers })

test.each(['/', '/servidores', '/canales/config/7', '/flujo/1'])('%s is the page', async (url) => {
  const { statusCode, headers, body } = await get(url)
  expect([statusCode, body]).toEqual([200, '<!doctype html>'])
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('no-cache')
})

test('what the build named after its content is kept for a year, and comes compressed to whom takes it so', async () => {
  const plain = await get('/assets/app-1a2b.js')
  expect([plain.body, plain.headers['cache-control']]).toEqual([
    'start()',
    'public, max-age=31536000, immutable',
  ])
  const { body, headers } = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' })
  expect([body, headers['content-encoding']]).toEqual(['compressed', 'br'])
})

test.each(['/assets/app-0000.js', '/api/nada'])('%s is not the page but missing', async (url) => {
  const { statusCode, headers } = await get(url)
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
})

test.each(['/../secreto.txt', '/..%2fsecreto.txt', '/assets/..%2f..%2fsecreto.txt'])(
  'nothing outside of the build is reached by %s',
  async (url) => {
    await writeFile(join(webDir, '..', 'secreto.txt'), 'secreto')
    expect((await get(url)).body).not.toBe('secreto')
    await rm(join(webDir, '..', 'secreto.txt'))
  },
)

test('before the first build the root leads to the description of the API', async () => {
  await rm(`${webDir}index.html`)
  await app.close()
  await start()
  expect((await get('/')).headers.location).toBe('/api/docs')
})
