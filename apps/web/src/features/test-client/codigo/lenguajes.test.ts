// @vitest-environment node
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { PeticionDePrueba } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LENGUAJES, type Lenguaje, writeCode } from './lenguajes.ts'
import { type SolicitudHttp, toSolicitudHttp } from './solicitud-http.ts'

const run = promisify(execFile)

interface Seen {
  metodo: string | undefined
  ruta: string | undefined
  cabeceras: IncomingHttpHeaders
  cuerpo: string
  bytes: Buffer<ArrayBuffer>
}

/** Tells what came, and answers it. */
let server: Server
let seen: Seen | null
let base: string
let folder: string

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const bytes = Buffer.concat(parts)
    seen = {
      metodo: request.method,
      ruta: request.url,
      cabeceras: request.headers,
      cuerpo: bytes.toString('utf8'),
      bytes,
    }
    response.writeHead(418, { 'content-type': 'text/plain' }).end('recibido')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`
  folder = await mkdtemp(join(tmpdir(), 'div-codigo-'))
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

/** Everything that one language or another would take for something else. */
const BODY = `{"nombre":"Íñigo O'Brien 😀","ruta":"C:\\\\temp\\\\u0041 $HOME \${x} %s \`date\`","nota":"a\\nb"}\n\u2028</script>`

const solicitudOf = (changes: Partial<SolicitudHttp> = {}): SolicitudHttp => ({
  metodo: 'POST',
  url: `${base}/clientes/7?q=a%20b&r=%27x%27`,
  cabeceras: [
    ['Content-Type', 'application/json'],
    ['X-Nota', `comillas " y ' y \\ y $HOME`],
    ['Authorization', 'Bearer abc'],
  ],
  cuerpo: BODY,
  ...changes,
})

interface Program {
  command: string
  file: string
  /** What it is made into first, and by whom. */
  compiled?: { file: string; by: string; args: readonly string[] }
}

const PROGRAMS: Partial<Record<Lenguaje, Program>> = {
  curl: { command: 'sh', file: 'llamar.sh' },
  javascript: { command: process.execPath, file: 'llamar.mjs' },
  python: { command: 'python3', file: 'llamar.py' },
  php: { command: 'php', file: 'llamar.php' },
  java: { command: 'java', file: 'Main.java' },
  csharp: {
    command: 'mono',
    file: 'llamar.cs',
    compiled: { file: 'llamar.exe', by: 'mcs', args: ['-langversion:latest', '-r:System.Net.Http.dll'] },
  },
}
const isThere = (command: string) =>
  (process.env.PATH ?? '').split(delimiter).some((place) => existsSync(join(place, command))) ||
  existsSync(command)

const runnable = Object.entries(PROGRAMS).filter(
  ([, { command, compiled }]) => isThere(command) && (!compiled || isThere(compiled.by)),
)

test('programs of the languages are there to try them with', () => {
  expect(runnable.map(([lenguaje]) => lenguaje)).toEqual(expect.arrayContaining(['curl', 'javascript']))
})

const decode = (ruta = '') =>
  ruta.replace(/%(?:25(?![\da-f]{2})|5b|5d|7b|7c|7d)/gi, (each) => decodeURIComponent(each))

const heardOf = () => seen

/** Java compiles what it runs. */
const RUNNING_MS = 60_000

test.each(runnable)(
  'what is written in %s sends just that',
  { timeout: 2 * RUNNING_MS },
  async (lenguaje, { command, file, compiled }) => {
    for (const solicitud of [
      solicitudOf(),
      solicitudOf({ metodo: 'GET', cuerpo: null, cabeceras: [] }),
      // Python and PHP say of any body that is not told of that it is a form.
      ...(['python', 'php'].includes(lenguaje) ? [] : [solicitudOf({ cabeceras: [] })]),
      solicitudOf({ metodo: 'GET', cuerpo: null, url: `${base}/lista[1]?filtro={a,b}|c&r=[1-3]&p=%` }),
    ]) {
      seen = null
      const path = join(folder, file)
      await writeFile(path, writeCode(lenguaje as Lenguaje, solicitud))
      if (compiled) await run(compiled.by, [...compiled.args, path], { timeout: RUNNING_MS })
      const runs = compiled ? join(folder, compiled.file) : path
      const { stdout } = await run(command, [runs], { timeout: RUNNING_MS })
      expect(stdout).toContain('recibido')
      expect(seen).toMatchObject({
        metodo: solicitud.metodo,
        cuerpo: solicitud.cuerpo ?? '',
        cabeceras: Object.fromEntries(
          solicitud.cabeceras
            .map(([nombre, valor]) => [nombre.toLowerCase(), valor] as const)
            // The HttpClient of C# keeps those of a body with the body: where there is none, there are none.
            .filter(
              ([nombre]) => lenguaje !== 'csharp' || solicitud.cuerpo !== null || nombre !== 'content-type',
            ),
        ),
      })
      if (solicitud.cuerpo !== null && solicitud.cabeceras.length === 0)
        expect(Object.keys(heardOf()?.cabeceras ?? {})).not.toContain('content-type')
      // Java writes no brackets in an address: whoever reads it finds the same.
      expect(decode(heardOf()?.ruta)).toBe(decode(solicitud.url.slice(base.length)))
    }
  },
)

test.each(runnable)(
  'what is written in %s sends a form, with a file that stands beside it',
  { timeout: 2 * RUNNING_MS },
  async (lenguaje, { command, file, compiled }) => {
    const bytes = Buffer.from([0, 13, 10, 255, 34])
    const archivo = 'un "dato" ñ.bin'
    await writeFile(join(folder, archivo), bytes)
    await writeFile(
      join(folder, file),
      writeCode(
        lenguaje as Lenguaje,
        solicitudOf({
          cabeceras: [['X-Nota', 'uno']],
          cuerpo: null,
          campos: [
            { nombre: 'nota', contenido: `@hoy $HOME; "ñ" 'b' \\ línea\r\notra` },
            { nombre: 'datos', archivo, contenido: { archivo } },
            { nombre: 'fin', contenido: '' },
          ],
        }),
      ),
    )
    if (compiled) await run(compiled.by, [...compiled.args, file], { timeout: RUNNING_MS, cwd: folder })
    await run(command, [compiled?.file ?? file], { timeout: RUNNING_MS, cwd: folder })
    const form = await new Response(heardOf()?.bytes, {
      headers: { 'content-type': heardOf()?.cabeceras['content-type'] ?? '' },
    }).formData()
    expect([...form.keys()]).toEqual(['nota', 'datos', 'fin'])
    expect(form.get('nota')).toBe(`@hoy $HOME; "ñ" 'b' \\ línea\r\notra`)
    expect(form.get('fin')).toBe('')
    const datos = form.get('datos')
    expect(datos instanceof File && [datos.type, Buffer.from(await datos.arrayBuffer())]).toEqual([
      'application/octet-stream',
      bytes,
    ])
    expect(heardOf()?.cabeceras['x-nota']).toBe('uno')
  },
)

test.each(LENGUAJES.map(({ value }) => value))('%s is written as it always was', (lenguaje) => {
  const solicitud: SolicitudHttp = {
    metodo: 'PUT',
    url: 'https://api.ejemplo/clientes/7',
    cabeceras: [['Content-Type', 'application/json']],
    cuerpo: '{"nombre":"Ana"}',
  }
  expect(writeCode(lenguaje, solicitud)).toMatchSnapshot()
})

test('variables that are known are filled in; secrets stay names, also within what is encoded', () => {
  const peticion = {
    destino: { tipo: 'canal', canalId: null, operacion: null, ruta: '/clientes/{{id}}' },
    metodo: 'GET',
    cabeceras: [
      { nombre: 'X-Pais', valor: '{{pais}}', activa: true },
      { nombre: 'X-No', valor: 'x', activa: false },
    ],
    autenticacion: { tipo: 'basico', usuario: 'ana', contrasena: '{{clave}}' },
    cuerpo: null,
  } as const
  const place = {
    address: 'https://div.ejemplo/rest/tienda',
    valores: new Map([
      ['id', '7'],
      ['pais', 'PY'],
    ]),
  }
  expect(toSolicitudHttp({ ...peticion, cabeceras: [...peticion.cabeceras] }, place)).toEqual({
    metodo: 'GET',
    url: 'https://div.ejemplo/rest/tienda/clientes/7',
    cabeceras: [
      ['X-Pais', 'PY'],
      ['Authorization', 'Basic <base64 de ana:{{clave}}>'],
    ],
    cuerpo: null,
  })
  const known = { ...place, valores: new Map([...place.valores, ['clave', 'ñ']]) }
  const { cabeceras } = toSolicitudHttp({ ...peticion, cabeceras: [] }, known)
  expect(cabeceras).toEqual([['Authorization', `Basic ${Buffer.from('ana:ñ').toString('base64')}`]])
})

const PLACE = { address: 'https://div.ejemplo/rest/tienda', valores: new Map<string, string>() }
const PETICION: PeticionDePrueba = {
  destino: { tipo: 'externa', url: 'https://api.ejemplo/x' },
  metodo: 'GET',
  cabeceras: [],
  autenticacion: { tipo: 'ninguna' },
  cuerpo: null,
}

test.each([
  [' https://API.ejemplo/a b?q=c d#arriba ', 'https://api.ejemplo/a%20b?q=c%20d'],
  ['https://api.ejemplo/{id}/ñ?f={"a":1}', 'https://api.ejemplo/%7Bid%7D/%C3%B1?f={%22a%22:1}'],
  ['https://api.ejemplo/a/../b', 'https://api.ejemplo/b'],
  ['https://{{host}}.ejemplo/{{ id }} x?k={{clave}}', 'https://{{host}}.ejemplo/{{id}}%20x?k={{clave}}'],
  ['{{base}}/clientes', '{{base}}/clientes'],
  ['api.ejemplo/x', 'api.ejemplo/x'],
])('the address %j is copied as it is sent: %j', (url, sent) => {
  expect(toSolicitudHttp({ ...PETICION, destino: { tipo: 'externa', url } }, PLACE).url).toBe(sent)
})

test('the path of a canal is copied as it is sent', () => {
  const destino = { tipo: 'canal', canalId: null, operacion: null, ruta: '/a b/{c}?d=[1]#e' } as const
  expect(toSolicitudHttp({ ...PETICION, destino }, PLACE).url).toBe(
    'https://div.ejemplo/rest/tienda/a%20b/%7Bc%7D?d=[1]',
  )
})

test('the body of a GET, which is not sent, is not copied', () => {
  expect(toSolicitudHttp({ ...PETICION, cuerpo: '{}' }, PLACE).cuerpo).toBeNull()
  expect(toSolicitudHttp({ ...PETICION, metodo: 'POST', cuerpo: '{}' }, PLACE).cuerpo).toBe('{}')
})

test('of a text that was written before the form in its place, nothing is copied', () => {
  const partes = [
    { nombre: 'nota', valor: '{{a}}', activa: true },
    { nombre: 'no', valor: '', activa: false },
  ]
  const copied = toSolicitudHttp({ ...PETICION, metodo: 'POST', cuerpo: '{}', partes }, PLACE)
  expect(copied).toMatchObject({ cuerpo: null, campos: [{ nombre: 'nota', contenido: '{{a}}' }] })
})

test('who calls is told once, by the authentication before a header that was written by hand', () => {
  const cabeceras = ['Authorization', 'AUTHORIZATION'].map((nombre) => ({
    nombre,
    valor: nombre,
    activa: true,
  }))
  const token = { tipo: 'token', token: 'abc' } as const
  expect(toSolicitudHttp({ ...PETICION, cabeceras, autenticacion: token }, PLACE).cabeceras).toEqual([
    ['Authorization', 'Bearer abc'],
  ])
  expect(toSolicitudHttp({ ...PETICION, cabeceras }, PLACE).cabeceras).toEqual([
    ['AUTHORIZATION', 'AUTHORIZATION'],
  ])
})

test.each([
  ['https://api.ejemplo/x?q=[1]', true],
  ['https://api.ejemplo/x?q={a}', true],
  ['https://api.ejemplo/x', false],
])('curl takes %s for one address', (url, isSaid) => {
  const code = writeCode('curl', { metodo: 'GET', url, cabeceras: [], cuerpo: null })
  expect(code.includes('--globoff')).toBe(isSaid)
})
