import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { LIMITS } from '@div/contract'
import { afterEach, expect, test } from 'vitest'
import { createRed, EN_SU_PAGINA } from './red.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections()
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the test server has no port')
  return address.port
}

const allowed = (lookup?: (host: string) => Promise<{ address: string; family: number }[]>) =>
  createRed({ permitirRedPrivada: true, limits: LIMITS, ...(lookup && { lookup }) })

test.each(['127.0.0.1', 'localhost', '0x7f.1', '2130706433', '[::ffff:7f00:1]', '[::1]', '10.0.0.1'])(
  'without permission %s is refused before anything is sent',
  async (host) => {
    let calls = 0
    const port = await serve((_, response) => {
      calls++
      response.end()
    })
    const red = createRed({ permitirRedPrivada: false, limits: LIMITS })
    await expect(red.fetch(`http://${host}:${port}/`)).rejects.toMatchObject({
      codigo: 'DIRECCION_NO_PERMITIDA',
      message: expect.stringContaining('en el servidor o en el entorno al que se llama.'),
    })
    expect(calls).toBe(0)
  },
)

test('a refusal names the place where it may be allowed', async () => {
  const red = createRed({ permitirRedPrivada: false, remedio: EN_SU_PAGINA, limits: LIMITS })
  await expect(red.fetch('http://127.0.0.1/')).rejects.toMatchObject({
    message: expect.stringContaining('permitirla en esta misma página, con «Permitir red privada».'),
  })
})

test('metadata is refused even where private networks are allowed', async () => {
  await expect(allowed().fetch('http://169.254.169.254/latest')).rejects.toMatchObject({
    codigo: 'DIRECCION_PROHIBIDA',
  })
  await expect(allowed().resolve('fd00:ec2::254')).rejects.toMatchObject({ codigo: 'DIRECCION_PROHIBIDA' })
})

test('one refused address among several refuses the name', async () => {
  const red = createRed({
    permitirRedPrivada: false,
    limits: LIMITS,
    lookup: async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  })
  await expect(red.resolve('mixto.test')).rejects.toMatchObject({ codigo: 'DIRECCION_NO_PERMITIDA' })
})

test('the connection goes to the address that was checked, whatever the name answers the second time', async () => {
  const port = await serve((request, response) => response.end(request.headers.host))
  let asked = 0
  const red = allowed(async () => [{ address: asked++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }])
  const response = await red.fetch(`http://rebote.test:${port}/`)
  expect(await response.text()).toBe(`rebote.test:${port}`)
  expect(asked).toBe(1)
})

test('a redirect to a refused address is refused', async () => {
  const port = await serve((_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  )
  await expect(allowed().fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
    codigo: 'DIRECCION_PROHIBIDA',
  })
})

test('credentials stay behind when a redirect leaves the origin, and stay on when it does not', async () => {
  const seen: (string | undefined)[] = []
  const second = await serve((request, response) => {
    seen.push(request.headers.authorization, request.headers.cookie)
    response.end('fin')
  })
  const first = await serve((request, response) => {
    if (request.url === '/dentro') {
      seen.push(request.headers.authorization)
      response.writeHead(307, { location: `http://127.0.0.1:${second}/` }).end()
    } else response.writeHead(301, { location: '/dentro' }).end()
  })
  const headers = { authorization: 'Bearer secreto', cookie: 'a=b' }
  const response = await allowed().fetch(`http://127.0.0.1:${first}/`, { headers })
  expect(await response.text()).toBe('fin')
  expect(seen).toEqual(['Bearer secreto', undefined, undefined])
})

test('no header that was configured leaves the origin, only what anybody may know', async () => {
  const seen: Record<string, unknown>[] = []
  const second = await serve((request, response) => {
    seen.push(request.headers)
    response.end('fin')
  })
  const first = await serve((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${second}/` }).end(),
  )
  const headers = {
    'x-clave-propia': 'secreta',
    'ocp-apim-subscription-key': 'secreta',
    'content-type': 'application/json',
    accept: 'text/plain',
  }
  await allowed().fetch(`http://127.0.0.1:${first}/`, { headers })
  const { host, connection, ...told } = seen[0] ?? {}
  expect({ host, told }).toEqual({
    host: `127.0.0.1:${second}`,
    told: { accept: 'text/plain', 'accept-encoding': expect.any(String) },
  })
})

test.each([307, 308])('a body does not follow a %i to another origin', async (status) => {
  const seen: string[] = []
  const second = await serve((request, response) => {
    seen.push(String(request.url))
    response.end()
  })
  const first = await serve((_, response) =>
    response.writeHead(status, { location: `http://127.0.0.1:${second}/robo` }).end(),
  )
  const sending = allowed().fetch(`http://127.0.0.1:${first}/`, { method: 'POST', body: 'client_secret=x' })
  await expect(sending).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining(`otro origen, «http://127.0.0.1:${second}»`),
  })
  expect(seen).toEqual([])
})

test.each([
  [307, 'POST', 'datos'],
  [303, 'GET', ''],
])('within the origin a %i is followed with %s and the body %j', async (status, method, body) => {
  const port = await serve(async (request, response) => {
    if (request.url === '/') return response.writeHead(status, { location: '/b' }).end()
    let text = ''
    for await (const chunk of request) text += chunk
    return response.end(`${request.method} ${text}`)
  })
  const response = await allowed().fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'datos' })
  expect(await response.text()).toBe(`${method} ${body}`)
})

test('a redirect that never ends is given up', async () => {
  const port = await serve((_, response) => response.writeHead(302, { location: '/' }).end())
  await expect(allowed().fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
  })
})

test('a redirect that asks not to be followed is the answer', async () => {
  const port = await serve((_, response) => response.writeHead(302, { location: '/x' }).end())
  const response = await allowed().fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' })
  expect(response.status).toBe(302)
})

test('the size limit counts what an answer unpacks to', async () => {
  const port = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000))),
  )
  const red = createRed({ permitirRedPrivada: true, limits: { ...LIMITS, respuestaBytes: 50_000 } })
  await expect(red.fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
    codigo: 'RESPUESTA_DEMASIADO_GRANDE',
  })
  expect((await (await allowed().fetch(`http://127.0.0.1:${port}/`)).arrayBuffer()).byteLength).toBe(100_000)
})

test.each(['ftp://ejemplo.com/', 'file:///etc/passwd', 'http://usuario:clave@ejemplo.com/', 'ejemplo.com'])(
  '%s is not an address to fetch',
  async (url) => {
    await expect(allowed().fetch(url)).rejects.toMatchObject({ codigo: 'DATOS_INVALIDOS' })
  },
)

test('a closed port is told in Spanish with its code', async () => {
  await expect(allowed().fetch('http://127.0.0.1:1/')).rejects.toMatchObject({
    codigo: 'SERVIDOR_NO_RESPONDE',
    message: expect.stringContaining('nadie escucha en ese puerto: ECONNREFUSED'),
  })
})
