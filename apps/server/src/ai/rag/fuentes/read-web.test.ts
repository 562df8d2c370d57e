import { LIMITS } from '@div/contract'
import type { HttpRequest, HttpResponse } from '@div/servidores'
import { expect, test } from 'vitest'
import { readWeb } from './read-web.ts'

const page = (cuerpo: string): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(cuerpo),
})

const WEB = {
  tipo: 'web' as const,
  direcciones: ['https://a.es/1', 'https://a.es/2', 'https://a.es/3'],
  permitirRedPrivada: false,
}

function read(
  request: (request: HttpRequest) => Promise<HttpResponse>,
  {
    signal = new AbortController().signal,
    ragFuenteBytes = LIMITS.ragFuenteBytes,
  }: { signal?: AbortSignal; ragFuenteBytes?: number } = {},
) {
  const client = {
    request,
    stream: () => Promise.reject(new Error('nobody reads by pieces')),
    close: () => Promise.resolve(),
  }
  return readWeb(WEB, {
    red: { openHttp: () => client },
    limits: { ...LIMITS, ragFuenteBytes },
    validadores: new Map(),
    signal,
  })
}

test('pages for which there is no room are left as they were, and how many they are is said', async () => {
  const lectura = await read(async () => page('x'.repeat(60)), { ragFuenteBytes: 100 })
  expect(lectura.encontrados.map(({ clave }) => clave)).toEqual(['https://a.es/1'])
  expect(lectura.presentes).toEqual(['https://a.es/2', 'https://a.es/3'])
  expect(lectura.fallos).toEqual(['Las páginas suman más de 100 bytes: quedan 2 direcciones sin leer.'])
})

test('what was read before the time was over counts', async () => {
  const over = new AbortController()
  const lectura = await read(
    async ({ path, signal }) => {
      if (path === '/1') return page('uno')
      over.abort(new DOMException('over', 'TimeoutError'))
      throw signal?.reason
    },
    { signal: over.signal },
  )
  expect(lectura.encontrados.map(({ clave }) => clave)).toEqual(['https://a.es/1'])
  expect(lectura.presentes).toEqual(['https://a.es/2', 'https://a.es/3'])
  expect(lectura.fallos).toEqual(['Leerlas tarda más de 300 segundos: quedan 2 direcciones sin leer.'])
})

test('whoever stops keeps nothing', async () => {
  const stopping = new AbortController()
  const reading = read(
    async ({ signal }) => {
      stopping.abort()
      throw signal?.reason
    },
    { signal: stopping.signal },
  )
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})
