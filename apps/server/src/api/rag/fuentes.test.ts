import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FuenteDeRagGuardada, LIMITS, type Role } from '@div/contract'
import { CLAVE, type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startFuentes } from '../../ai/rag/fuentes/start-fuentes.ts'
import { createRed } from '../../red/red.ts'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

interface Pagina {
  status?: number
  tipo?: string
  cuerpo?: string
  etag?: string
  location?: string
}

/** A process of its own reads each document, also on a busy machine. */
vi.setConfig({ testTimeout: 90_000 })

let api: WholeApi
let web: Server
let proveedor: ProveedorDePrueba
let origin: string
const paginas = new Map<string, Pagina>()
const asked: { ruta: string; ifNoneMatch: string | undefined }[] = []
const tokens = new Map<Role, string>()

beforeAll(async () => {
  web = createServer((request, response) => {
    const ruta = request.url ?? ''
    const ifNoneMatch = request.headers['if-none-match']
    asked.push({ ruta, ifNoneMatch })
    const pagina = paginas.get(ruta) ?? { status: 404 }
    const { status = 200, tipo = 'text/html; charset=utf-8', cuerpo = '', etag, location } = pagina
    if (etag !== undefined && etag === ifNoneMatch) {
      response.writeHead(304).end()
      return
    }
    response.writeHead(status, { 'content-type': tipo, ...(etag && { etag }), ...(location && { location }) })
    response.end(cuerpo)
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  ;[api, proveedor] = await Promise.all([startWholeApi({ limits: { ragDocumentos: 8 } }), startProveedor()])
  for (const role of ['admin', 'operador', 'lectura'] as const) {
    await api.addUsuario(role, role)
    tokens.set(role, (await api.signIn(role)).token)
  }
})
afterAll(async () => {
  await api?.close()
  await proveedor?.close()
  web.close()
})

async function ask(
  method: string,
  path: string,
  { body, role = 'admin' }: { body?: object; role?: Role } = {},
) {
  const answer = await api.call(method, `/api/${path}`, { token: tokens.get(role), ...(body && { body }) })
  return { status: answer.statusCode, json: answer.body === '' ? null : answer.json() }
}

async function make(path: string, body: object) {
  const { status, json } = await ask('POST', path, { body })
  expect(status, JSON.stringify(json)).toBe(201)
  return json
}

/** Until it has been read, and its documents with it. */
function untilRead(coleccionId: string, fuenteId: string): Promise<FuenteDeRagGuardada> {
  return vi.waitFor(
    async () => {
      const { json } = await ask('GET', `rag/${coleccionId}/fuentes/${fuenteId}`)
      expect(['ok', 'error']).toContain(json.estado)
      const documentos = await ask('GET', `rag/${coleccionId}/documentos`)
      for (const { estado } of documentos.json) expect(['ok', 'error']).toContain(estado)
      return json
    },
    { timeout: 30_000, interval: 50 },
  )
}

async function nombresOf(coleccionId: string): Promise<string[]> {
  const { json } = await ask('GET', `rag/${coleccionId}/documentos`)
  return json.map(({ nombre }: { nombre: string }) => nombre)
}

test('pages are read with their accents, asked for again only where they changed, and gone with the web', async () => {
  const { id } = await make('rag', { nombre: 'Web' })
  paginas.set('/a', {
    cuerpo: '<h1>Devolución</h1><script>alert("no")</script><p>Se acepta en 30 días.</p>',
    etag: '"1"',
  })
  paginas.set('/b.md', { tipo: 'text/markdown', cuerpo: '# Envíos\n\nLlegan el jueves.' })
  paginas.set('/vieja', { status: 301, location: '/b.md' })
  const direcciones = [`${origin}/a`, `${origin}/b.md`, `${origin}/vieja`]
  const fuente = await make(`rag/${id}/fuentes`, {
    nombre: 'Ayuda',
    origen: { tipo: 'web', direcciones, permitirRedPrivada: true },
  })
  const read = await untilRead(id, fuente.id)
  expect(read).toMatchObject({ estado: 'ok', error: null, cuentas: { nuevos: 3, cambiados: 0, quitados: 0 } })
  expect(Date.parse(read.proximaEn ?? '')).toBeGreaterThan(Date.now())
  const found = await ask('POST', `rag/${id}/buscar`, { body: { texto: 'devolucion' } })
  expect(found.json.pasajes).toMatchObject([
    { documento: `${origin}/a`, texto: expect.stringContaining('30 días') },
  ])
  expect(JSON.stringify(found.json)).not.toContain('alert')

  asked.length = 0
  paginas.set('/b.md', { tipo: 'text/markdown', cuerpo: '# Envíos\n\nLlegan el viernes.' })
  paginas.delete('/vieja')
  await ask('POST', `rag/${id}/fuentes/${fuente.id}/leer`)
  expect(await untilRead(id, fuente.id)).toMatchObject({
    cuentas: { nuevos: 0, cambiados: 1, iguales: 1, quitados: 1 },
  })
  expect(asked.find(({ ruta }) => ruta === '/a')).toEqual({ ruta: '/a', ifNoneMatch: '"1"' })
  expect((await ask('POST', `rag/${id}/buscar`, { body: { texto: 'viernes' } })).json.pasajes).toHaveLength(1)
  expect((await ask('POST', `rag/${id}/buscar`, { body: { texto: 'jueves' } })).json.pasajes).toEqual([])

  const acciones = await api.deps.db
    .selectFrom('auditoria')
    .select('accion')
    .where('recursoId', '=', id)
    .orderBy('id')
    .execute()
  expect(acciones.map(({ accion }) => accion)).toEqual(['crear', 'guardarFuente', 'leerFuente'])
})

test('what cannot be read is said, and what was read of it before stays', async () => {
  const { id } = await make('rag', { nombre: 'Web con fallos' })
  paginas.set('/ok', { cuerpo: '<p>Sigue aquí.</p>' })
  paginas.set('/imagen', { tipo: 'image/png', cuerpo: 'x' })
  const direcciones = [`${origin}/ok`, `${origin}/imagen`]
  const { id: fuenteId } = await make(`rag/${id}/fuentes`, {
    nombre: 'Ayuda',
    origen: { tipo: 'web', direcciones, permitirRedPrivada: true },
    cadaMinutos: null,
  })
  const read = await untilRead(id, fuenteId)
  expect(read).toMatchObject({ estado: 'error', proximaEn: null, cuentas: { nuevos: 1 } })
  expect(read.error).toContain('es de un tipo que no se lee (image/png)')
  paginas.set('/ok', { status: 503 })
  await ask('POST', `rag/${id}/fuentes/${fuenteId}/leer`)
  expect((await untilRead(id, fuenteId)).error).toContain('respondió 503')
  expect(await nombresOf(id)).toEqual([`${origin}/ok`])
})

test('the private network is reached only where an admin allowed it, also after a redirect', async () => {
  const { id } = await make('rag', { nombre: 'Red privada' })
  const origen = { tipo: 'web', direcciones: [`${origin}/ok`], permitirRedPrivada: false }
  const { id: fuenteId } = await make(`rag/${id}/fuentes`, { nombre: 'Dentro', origen })
  const read = await untilRead(id, fuenteId)
  expect(read.estado).toBe('error')
  expect(await nombresOf(id)).toEqual([])
  const allowed = { nombre: 'Otra', origen: { ...origen, permitirRedPrivada: true } }
  const asOperador = await ask('POST', `rag/${id}/fuentes`, { body: allowed, role: 'operador' })
  expect(asOperador.status).toBe(403)
  expect((await ask('POST', `rag/${id}/fuentes`, { body: allowed, role: 'lectura' })).status).toBe(403)
})

/** A servidor that is the database of the test itself. */
async function makeServidor(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.deps.db)
  const url = new URL(process.env.DIV_TEST_POSTGRES ?? '')
  const config = {
    host: url.hostname,
    puerto: Number(url.port),
    baseDatos: rows[0]?.name,
    usuario: decodeURIComponent(url.username),
    contrasena: decodeURIComponent(url.password),
  }
  const body = { nombre: 'Artículos', tipoServidor: 'postgresql', permitirRedPrivada: true, config }
  return (await make('servidores', body)).id
}

test('rows of a query are documents: new ones come, changed ones are read anew, those that are gone go', async () => {
  const { db } = api.deps
  const servidorId = await makeServidor()
  await sql`create table articulos (id integer, titulo text, cuerpo text)`.execute(db)
  await sql`insert into articulos values (1, 'Garantía', 'Dos años.'), (2, 'Pago', 'Con tarjeta.'), (3, 'Sede', 'En Lima.')`.execute(
    db,
  )
  const { id } = await make('rag', { nombre: 'Artículos' })
  const origen = {
    tipo: 'consulta',
    servidorId,
    sql: 'select id, titulo, cuerpo from articulos order by id',
    clave: 'id',
    titulo: 'titulo',
    texto: 'cuerpo',
  }
  const { id: fuenteId, revision } = await make(`rag/${id}/fuentes`, { nombre: 'Base', origen })
  expect((await untilRead(id, fuenteId)).cuentas).toEqual({
    nuevos: 3,
    cambiados: 0,
    iguales: 0,
    quitados: 0,
  })
  expect(await nombresOf(id)).toEqual(['Garantía · 1', 'Pago · 2', 'Sede · 3'])

  await sql`update articulos set cuerpo = 'Tres años.' where id = 1`.execute(db)
  await sql`delete from articulos where id = 2`.execute(db)
  // Due again.
  await sql`update rag_fuentes set proxima_en = now() - interval '1 second' where id = ${fuenteId}::uuid`.execute(
    db,
  )
  await vi.waitFor(
    async () => expect((await ask('GET', `rag/${id}/fuentes/${fuenteId}`)).json.cuentas.quitados).toBe(1),
    { timeout: 20_000 },
  )
  expect(await untilRead(id, fuenteId)).toMatchObject({
    cuentas: { nuevos: 0, cambiados: 1, iguales: 1, quitados: 1 },
  })
  const found = await ask('POST', `rag/${id}/buscar`, { body: { texto: 'garantia' } })
  expect(found.json.pasajes).toMatchObject([{ texto: expect.stringContaining('Tres años') }])

  expect((await ask('GET', `servidores/${servidorId}/usos`)).json).toMatchObject([{ recurso: 'rag', id }])
  expect(
    (await ask('GET', 'servidores')).json.find((each: { id: string }) => each.id === servidorId).usos,
  ).toBe(1)
  const asReader = await ask('GET', `rag/${id}/fuentes`, { role: 'lectura' })
  expect(asReader.json[0].origen.sql).toBe('…')

  // A statement that writes, one that does so unseen, and a column that there is not.
  await sql`create function anotar(nota text) returns text language sql as
    $$ insert into articulos values (9, 'De más', nota) returning cuerpo $$`.execute(db)
  for (const [change, said] of [
    [{ sql: "update articulos set cuerpo = 'x' returning *" }, 'es de solo lectura y esta sentencia escribe'],
    [{ sql: 'select id, titulo, anotar(cuerpo) as cuerpo from articulos' }, 'la conexión es de solo lectura'],
    [{ texto: 'resumen' }, 'no da la columna «resumen»'],
  ] as const) {
    const { json } = await ask('GET', `rag/${id}/fuentes/${fuenteId}`)
    const body = { nombre: 'Base', origen: { ...origen, ...change }, revision: json.revision }
    expect((await ask('PUT', `rag/${id}/fuentes/${fuenteId}`, { body })).status).toBe(200)
    const read = await untilRead(id, fuenteId)
    expect(read).toMatchObject({ estado: 'error', error: expect.stringContaining(said) })
    // Once.
    expect(read.error?.split(said)).toHaveLength(2)
  }
  expect(await nombresOf(id)).toHaveLength(2)
  expect((await sql`select from articulos where id = 9`.execute(db)).rows).toEqual([])
  const stale = { nombre: 'Base', origen, revision }
  expect((await ask('PUT', `rag/${id}/fuentes/${fuenteId}`, { body: stale })).status).toBe(409)

  expect((await ask('DELETE', `rag/${id}/fuentes/${fuenteId}`)).status).toBe(204)
  expect(await nombresOf(id)).toEqual([])
})

test('more rows than a collection holds change nothing', async () => {
  const { id } = await make('rag', { nombre: 'Demasiados' })
  const servidores = (await ask('GET', 'servidores')).json
  const origen = {
    tipo: 'consulta',
    servidorId: servidores[0].id,
    sql: "select n as id, 'T' as titulo, 'texto ' || n as cuerpo from generate_series(1, 9) n",
    clave: 'id',
    titulo: 'titulo',
    texto: 'cuerpo',
  }
  const { id: fuenteId } = await make(`rag/${id}/fuentes`, { nombre: 'Base', origen })
  const read = await untilRead(id, fuenteId)
  expect(read).toMatchObject({ estado: 'error', error: expect.stringContaining('ragDocumentos') })
  expect(await nombresOf(id)).toEqual([])
})

test('vectors are charged to whoever put the document in, and are not paid for twice where an indexing breaks', async () => {
  const { db } = api.deps
  const config = { urlBase: `${proveedor.origin}/v1`, clave: CLAVE, modeloEmbeddings: 'texto-embed' }
  const servidor = await make('servidores', {
    nombre: 'Modelos',
    tipoServidor: 'openai',
    permitirRedPrivada: true,
    config,
  })
  const { id } = await make('rag', { nombre: 'Con vectores', servidorId: servidor.id })
  paginas.set('/v', { tipo: 'text/markdown', cuerpo: '# Uno\n\nPrimera parte.\n\n# Dos\n\nSegunda parte.' })
  const origen = { tipo: 'web', direcciones: [`${origin}/v`], permitirRedPrivada: true }
  const { id: fuenteId } = await make(`rag/${id}/fuentes`, { nombre: 'Ayuda', origen })
  await untilRead(id, fuenteId)
  const { rows } = await sql<{ usuario: string; veces: number }>`
    select username as usuario, count(*)::int as veces from ai_consumos join usuarios on usuarios.id = usuario_id group by 1`.execute(
    db,
  )
  expect(rows).toEqual([{ usuario: 'admin', veces: 1 }])
  expect(await db.selectFrom('ragVectoresPagados').selectAll().execute()).toEqual([])

  // As an indexing leaves them that broke after it had paid.
  await sql`
    insert into rag_vectores_pagados (coleccion_id, huella, vector)
    select coleccion_id, huella, vector from rag_pasajes where coleccion_id = ${id}::uuid`.execute(db)
  await sql`delete from rag_pasajes where coleccion_id = ${id}::uuid`.execute(db)
  await ask('POST', `rag/${id}/leer`)
  await untilRead(id, fuenteId)
  const pasajes = await db.selectFrom('ragPasajes').select('vector').where('coleccionId', '=', id).execute()
  expect(pasajes).toHaveLength(2)
  expect(pasajes.every(({ vector }) => vector !== null)).toBe(true)
  expect(await db.selectFrom('aiConsumos').select('id').execute()).toHaveLength(1)
  expect(await db.selectFrom('ragVectoresPagados').selectAll().execute()).toEqual([])
})

test('a source is read at its hours, by one process alone', async () => {
  const { id } = await make('rag', { nombre: 'A sus horas' })
  paginas.set('/hora', { tipo: 'text/plain', cuerpo: 'Se abre a las ocho.' })
  const origen = { tipo: 'web', direcciones: [`${origin}/hora`], permitirRedPrivada: true }
  const cuando = { cadaMinutos: null, cron: '0 8 * * *', zonaHoraria: 'America/Bogota' }
  const both = await ask('POST', `rag/${id}/fuentes`, {
    body: { nombre: 'Horario', origen, ...cuando, cadaMinutos: 60 },
  })
  expect([both.status, both.json.errores]).toMatchObject([422, [{ campo: 'cron' }]])
  const fuente = await make(`rag/${id}/fuentes`, { nombre: 'Horario', origen, ...cuando })
  const read = await untilRead(id, fuente.id)
  expect(read).toMatchObject(cuando)
  // Bogotá is five hours behind all the year.
  expect(read.proximaEn).toMatch(/T13:00:00\.000Z$/)

  const { db } = api.deps
  const others = [1, 2, 3].map(() =>
    startFuentes({
      db,
      limits: LIMITS,
      llamadas: () => Promise.reject(new Error('no page is asked by a query')),
      createRed: (options) => createRed({ ...options, limits: LIMITS }),
      log: { warn() {} },
      onDocumentos: () => {},
    }),
  )
  try {
    asked.length = 0
    await db
      .updateTable('ragFuentes')
      .set({ proximaEn: new Date(Date.now() - 1_000) })
      .where('id', '=', fuente.id)
      .execute()
    for (const other of others) other.wake()
    const again = await vi.waitFor(
      async () => {
        const { json } = await ask('GET', `rag/${id}/fuentes/${fuente.id}`)
        expect(Date.parse(json.leidaEn)).toBeGreaterThan(Date.parse(read.leidaEn ?? ''))
        return json
      },
      { timeout: 20_000, interval: 50 },
    )
    for (const other of others) other.wake()
    expect(again.proximaEn).toBe(read.proximaEn)
  } finally {
    await Promise.all(others.map((other) => other.stop()))
  }
  expect(asked.filter(({ ruta }) => ruta === '/hora')).toHaveLength(1)
}, 60_000)
