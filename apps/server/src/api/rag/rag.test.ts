import type { EntradaDeAuditoria, Role } from '@div/contract'
import { CLAVE, type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

let api: WholeApi
let proveedor: ProveedorDePrueba
const tokens = new Map<Role, string>()

beforeAll(async () => {
  ;[api, proveedor] = await Promise.all([
    startWholeApi({ limits: { ragDocumentoBytes: 200_000, ragDocumentos: 6 } }),
    startProveedor(),
  ])
  for (const role of ['admin', 'operador', 'lectura'] as const) {
    await api.addUsuario(role, role)
    tokens.set(role, (await api.signIn(role)).token)
  }
})
afterAll(async () => {
  await api?.close()
  await proveedor?.close()
})

async function ask(
  method: string,
  path: string,
  { body, role = 'admin' }: { body?: object; role?: Role } = {},
) {
  const answer = await api.call(method, `/api/rag${path}`, { token: tokens.get(role), ...(body && { body }) })
  return { status: answer.statusCode, json: answer.body === '' ? null : answer.json() }
}

const LIMITE = '----prueba'

function upload(id: string, nombre: string, content: string | Buffer, role: Role = 'admin') {
  const head = `--${LIMITE}\r\nContent-Disposition: form-data; name="archivo"; filename="${nombre}"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${LIMITE}--\r\n`)])
  const headers = { 'content-type': `multipart/form-data; boundary=${LIMITE}` }
  return api.call('POST', `/api/rag/${id}/documentos`, { token: tokens.get(role), body, headers })
}

async function untilRead(id: string) {
  return vi.waitFor(
    async () => {
      const { json } = await ask('GET', `/${id}/documentos`)
      expect(json.map(({ estado }: { estado: string }) => estado)).not.toContain('pendiente')
      expect(json.map(({ estado }: { estado: string }) => estado)).not.toContain('leyendo')
      return json
    },
    { timeout: 20_000, interval: 50 },
  )
}

async function create(nombre: string, rest: object = {}): Promise<string> {
  const { status, json } = await ask('POST', '', { body: { nombre, ...rest } })
  expect(status, JSON.stringify(json)).toBe(201)
  return json.id
}

/** A servidor that makes vectors. */
async function createModelos(nombre: string): Promise<string> {
  const config = { urlBase: `${proveedor.origin}/v1`, clave: CLAVE, modeloEmbeddings: 'texto-embed' }
  const body = { nombre, tipoServidor: 'openai', permitirRedPrivada: true, config }
  const made = await api.call('POST', '/api/servidores', { token: tokens.get('admin'), body })
  return made.json().id
}

const MANUAL = `# Facturas

Se emiten el lunes.

## Anulación

Una factura se anula con un abono. 🧾

# Pagos

A treinta días, por transferencia.
`

test('an uploaded text is read, cut and found, whatever its accents and forms', async () => {
  const id = await create('Manuales')
  const answer = await upload(id, 'C:\\carpeta\\manual.md', MANUAL)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    202,
    { nombre: 'manual.md', tipo: 'markdown', estado: 'pendiente' },
  ])
  const [documento] = await untilRead(id)
  expect(documento).toMatchObject({ estado: 'ok', pasajes: 3, error: null, subidoPor: 'admin' })
  const pasajes = (await ask('GET', `/${id}/documentos/${documento.id}/pasajes`)).json
  expect(pasajes.map(({ titulo }: { titulo: string[] }) => titulo)).toEqual([
    ['Facturas'],
    ['Facturas', 'Anulación'],
    ['Pagos'],
  ])
  const { json } = await ask('POST', `/${id}/buscar`, { body: { texto: 'anulacion de facturas' } })
  expect(json).toMatchObject({ modo: 'palabras', avisos: [] })
  expect(json.pasajes[0]).toMatchObject({
    documento: 'manual.md',
    titulo: ['Facturas', 'Anulación'],
    porQue: {
      palabras: ['anulación', 'factura'],
      todas: true,
      lugarPorPalabras: 1,
      lugarPorVectores: null,
      parecido: null,
    },
  })
  const [first] = json.pasajes
  const marked = first.marcas.map(({ desde, hasta }: { desde: number; hasta: number }) =>
    first.texto.slice(desde, hasta),
  )
  expect(marked).toEqual(['Anulación', 'factura'])
  expect((await ask('GET', '')).json).toMatchObject([
    { nombre: 'Manuales', documentos: 1, pasajes: 3, conError: 0, usos: 0 },
  ])
})

test('the beginning of a word finds it, a phrase only itself, and a word with a minus is left out', async () => {
  const [{ id }] = (await ask('GET', '?q=Manuales')).json
  const find = async (texto: string) =>
    (await ask('POST', `/${id}/buscar`, { body: { texto } })).json.pasajes.map(
      ({ titulo }: { titulo: string[] }) => titulo.at(-1),
    )
  expect(await find('transfer')).toEqual(['Pagos'])
  expect(await find('"treinta días"')).toEqual(['Pagos'])
  expect(await find('"días treinta"')).toEqual([])
  expect(await find('factura -abono')).toEqual(['Facturas'])
  expect(await find("'; drop table rag_pasajes; -- & | ! <->")).toEqual([])
  expect(await find('transferencia de unicornios')).toEqual(['Pagos'])
})

test('a file of the same name takes the place of the other, and what it still says is kept', async () => {
  const [{ id }] = (await ask('GET', '?q=Manuales')).json
  const idsOf = async () =>
    (
      await api.deps.db
        .selectFrom('ragPasajes')
        .select('id')
        .where('coleccionId', '=', id)
        .orderBy('orden')
        .execute()
    ).map((row) => row.id)
  const before = await idsOf()
  await upload(id, 'manual.md', MANUAL.replace('A treinta días', 'A sesenta días'))
  const [documento] = await untilRead(id)
  expect(documento).toMatchObject({ estado: 'ok', pasajes: 3 })
  const after = await idsOf()
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
  expect(after[2]).not.toBe(before[2])
  expect((await ask('POST', `/${id}/buscar`, { body: { texto: 'treinta' } })).json.pasajes).toEqual([])
})

test('another cut reads all documents again without their files', async () => {
  const [{ id }] = (await ask('GET', '?q=Manuales')).json
  const coleccion = (await ask('GET', `/${id}`)).json
  await api.deps.db
    .updateTable('ragDocumentos')
    .set({ archivo: Buffer.from('') })
    .execute()
  const body = { ...coleccion, corte: { tamano: 200, solape: 0 }, idioma: 'otro' }
  expect((await ask('PUT', `/${id}`, { body })).status).toBe(200)
  expect(await untilRead(id)).toMatchObject([{ estado: 'ok', pasajes: 3 }])
  // Words are taken as they are.
  expect((await ask('POST', `/${id}/buscar`, { body: { texto: '"facturas"' } })).json.pasajes).toHaveLength(2)
})

test.each([
  ['virus.exe', 'x', 422, 'no es de un tipo que se lea'],
  ['grande.txt', 'x'.repeat(200_001), 413, ''],
])('%s is refused at once', async (nombre, content, status, sentence) => {
  const [{ id }] = (await ask('GET', '?q=Manuales')).json
  const answer = await upload(id, nombre, content)
  expect(answer.statusCode).toBe(status)
  expect(answer.json().detail).toContain(sentence)
})

test('a document that cannot be read says why, can be read again and removed', async () => {
  const id = await create('Rotos')
  await upload(id, 'roto.pdf', 'esto no es un PDF')
  await upload(id, 'vacio.md', '   \n\n')
  const [roto, vacio] = await untilRead(id)
  expect(roto).toMatchObject({
    estado: 'error',
    error: 'El archivo no se puede leer: no es un PDF, o está dañado.',
  })
  expect(vacio).toMatchObject({ estado: 'error', error: 'El archivo no se puede leer: no tiene texto.' })
  expect((await ask('GET', '?q=Rotos')).json).toMatchObject([{ documentos: 2, conError: 2 }])
  expect((await ask('POST', `/${id}/documentos/${roto.id}/leer`)).json).toMatchObject({ error: null })
  await untilRead(id)
  expect((await ask('DELETE', `/${id}/documentos/${roto.id}`)).status).toBe(204)
  expect((await ask('GET', `/${id}/documentos/${roto.id}`)).status).toBe(404)
  expect((await ask('DELETE', `/${id}`)).status).toBe(204)
  expect(
    await api.deps.db.selectFrom('ragDocumentos').select('id').where('coleccionId', '=', id).execute(),
  ).toEqual([])
})

test('one that waits can be cancelled, and stays what it was', async () => {
  const id = await create('Cancelados')
  const { db } = api.deps
  await upload(id, 'a.md', MANUAL)
  const [{ id: documentoId }] = await untilRead(id)
  // As another process has it.
  await db
    .updateTable('ragDocumentos')
    .set({ estado: 'leyendo', toma: crypto.randomUUID(), tomadoEn: new Date() })
    .where('id', '=', documentoId)
    .execute()
  const cancelled = await ask('POST', `/${id}/documentos/${documentoId}/cancelar`)
  expect(cancelled.json).toMatchObject({ estado: 'cancelado', pasajes: 3 })
  expect((await ask('POST', `/${id}/buscar`, { body: { texto: 'abono' } })).json.pasajes).toHaveLength(1)
  // Whose reader has died is taken by another one.
  await db
    .updateTable('ragDocumentos')
    .set({ estado: 'leyendo', toma: crypto.randomUUID(), tomadoEn: new Date(Date.now() - 60_000) })
    .where('id', '=', documentoId)
    .execute()
  expect((await untilRead(id))[0]).toMatchObject({ estado: 'ok' })
})

test('whoever waits for a collection that is being written goes on giving signs of life', async () => {
  const [{ id }] = (await ask('GET', '?q=Cancelados')).json
  const { db } = api.deps
  const readToma = async () => {
    const { estado, tomadoEn } = await db
      .selectFrom('ragDocumentos')
      .select(['estado', 'tomadoEn'])
      .where('coleccionId', '=', id)
      .executeTakeFirstOrThrow()
    expect(estado).toBe('leyendo')
    return Number(tomadoEn)
  }
  await db.transaction().execute(async (trx) => {
    await sql`select from rag_colecciones where id = ${id}::uuid for no key update`.execute(trx)
    expect((await ask('POST', `/${id}/leer`)).json).toEqual({ documentos: 1 })
    const taken = await vi.waitFor(readToma, { timeout: 10_000 })
    await expect.poll(readToma).toBeGreaterThan(taken)
  })
  expect(await untilRead(id)).toMatchObject([{ estado: 'ok', pasajes: 3 }])
})

test('who cancels a document or has some read again stands in the audit', async () => {
  const [{ id }] = (await ask('GET', '?q=Cancelados')).json
  const [{ id: documentoId }] = await untilRead(id)
  for (const path of [`/documentos/${documentoId}/leer`, '/leer'])
    expect((await ask('POST', `/${id}${path}`, { role: 'operador' })).status).toBe(200)
  await untilRead(id)
  // It is read: nothing is cancelled, and nothing told.
  await ask('POST', `/${id}/documentos/${documentoId}/cancelar`)
  const token = tokens.get('admin')
  const { entradas } = (await api.call('GET', `/api/auditoria?recursoId=${id}`, { token })).json()
  const nombre = 'Cancelados'
  expect(
    entradas.map(({ usuario, accion, detalle }: EntradaDeAuditoria) => [usuario, accion, detalle]),
  ).toMatchObject([
    ['operador', 'leerDocumentos', { nombre }],
    ['operador', 'leerDocumento', { nombre, documento: 'a.md' }],
    ['admin', 'leerDocumentos', { nombre }],
    ['admin', 'cancelarDocumento', { nombre, documento: 'a.md' }],
    ['admin', 'subirDocumento', { nombre, documento: 'a.md' }],
    ['admin', 'crear', { nombre }],
  ])
})

test('a collection that a role does not see is none for it, on every way', async () => {
  const servidorId = await createModelos('Modelos ocultos')
  const id = await create('Nóminas', { roles: ['admin'], servidorId })
  await upload(id, 'nominas.md', '# Sueldos\n\nLo que cobra cada uno.')
  const [documento] = await untilRead(id)
  const { revision, ...coleccion } = (await ask('GET', `/${id}`)).json
  const tellOf = async (role: Role) => {
    const token = tokens.get(role)
    const { rag } = (await api.call('GET', '/api/inventario', { token })).json()
    const usos = await api.call('GET', `/api/servidores/${servidorId}/usos`, { token })
    return [...rag, ...usos.json().map(({ nombre }: { nombre: string }) => nombre)]
  }
  expect((await tellOf('admin')).filter((nombre) => nombre === 'Nóminas')).toHaveLength(2)
  for (const role of ['operador', 'lectura'] as const) {
    const told = await tellOf(role)
    expect([told.includes('Manuales'), told.includes('Nóminas')]).toEqual([true, false])
    const seen = (await ask('GET', '?q=Nóminas', { role })).json
    expect(seen).toEqual([])
    for (const path of ['', '/resumen', '/usos', '/documentos', `/documentos/${documento.id}/pasajes`])
      expect((await ask('GET', `/${id}${path}`, { role })).status, path).toBe(404)
    expect((await ask('POST', `/${id}/buscar`, { role, body: { texto: 'sueldos' } })).status).toBe(404)
  }
  const role = 'operador'
  expect((await ask('PUT', `/${id}`, { role, body: { ...coleccion, revision } })).status).toBe(404)
  expect((await ask('DELETE', `/${id}`, { role })).status).toBe(404)
  expect((await ask('POST', `/${id}/leer`, { role })).status).toBe(404)
  expect((await upload(id, 'otro.md', 'x', role)).statusCode).toBe(404)
  const lote = await ask('POST', '/lote', { role, body: { accion: 'eliminar', ids: [id] } })
  expect(lote.json).toMatchObject({ resultados: [{ ok: false }] })
  const own = await ask('POST', '', { role, body: { nombre: 'Ajena', roles: ['lectura'] } })
  expect([own.status, own.json.errores]).toMatchObject([422, [{ campo: 'roles' }]])
  expect((await ask('POST', `/${id}/buscar`, { body: { texto: 'sueldos' } })).json.pasajes).toHaveLength(1)
})

const flujoOf = (servidorId: string, coleccion: string) => ({
  version: 1,
  nodos: [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      parametros: [{ nombre: 'pregunta', tipo: 'texto', requerido: true }],
    },
    {
      id: 'n2',
      tipo: 'proceso',
      nombre: 'Manual',
      servidorId,
      tipoServidor: 'interno',
      tipoObjeto: 'rag',
      objeto: { coleccion, texto: '{pregunta}', limite: 1 },
      parametros: [{ nombre: 'pregunta', valorAsignado: { nodo: 'n1', ruta: 'pregunta' } }],
    },
    {
      id: 'n3',
      tipo: 'salida',
      nombre: 'Salida',
      parametros: [{ nombre: 'pasaje', valorAsignado: { nodo: 'n2', ruta: 'pasajes[0].texto' } }],
    },
  ],
  conexiones: [
    { id: 'c1', origen: 'n1', destino: 'n2' },
    { id: 'c2', origen: 'n2', destino: 'n3' },
  ],
})

test('a proceso searches, holds the name of its collection, and may only name what its author sees', async () => {
  const admin = tokens.get('admin')
  const operador = tokens.get('operador')
  const interno = await api.call('POST', '/api/servidores', {
    token: admin,
    body: { nombre: 'DIV', tipoServidor: 'interno', config: {} },
  })
  const servidorId = interno.json().id
  const made = await api.call('POST', '/api/procesos', {
    token: operador,
    body: { nombre: 'Preguntar al manual', flujo: flujoOf(servidorId, 'Manuales') },
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json()
  const run = await api.call('POST', `/api/procesos/${id}/ejecutar`, {
    token: operador,
    body: { entrada: { pregunta: 'anula abono' } },
  })
  expect(run.json()).toMatchObject({
    estado: 'ok',
    salida: { pasaje: '## Anulación\n\nUna factura se anula con un abono. 🧾' },
  })
  const [coleccion] = (await ask('GET', '?q=Manuales')).json
  expect(coleccion.usos).toBe(1)
  expect((await ask('DELETE', `/${coleccion.id}`)).status).toBe(409)
  const stored = (await ask('GET', `/${coleccion.id}`)).json
  const renamed = await ask('PUT', `/${coleccion.id}`, { body: { ...stored, nombre: 'Otros' } })
  expect(renamed.status).toBe(409)

  const refused = await api.call('POST', '/api/procesos', {
    token: operador,
    body: { nombre: 'Mirar sueldos', flujo: flujoOf(servidorId, 'Nóminas') },
  })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().hallazgos).toMatchObject([{ nodo: 'n2', campo: 'rag' }])
})

test('vectors that a search takes are counted for whoever searches, and for the run that does', async () => {
  const { db } = api.deps
  const id = await create('Contados', { servidorId: await createModelos('Modelos contados') })
  await upload(id, 'manual.md', MANUAL)
  await untilRead(id)
  await db.deleteFrom('aiConsumos').execute()
  const role = 'operador'
  await ask('POST', `/${id}/buscar`, { role, body: { texto: 'abono' } })

  const token = tokens.get(role)
  const interno = await db
    .selectFrom('servidores')
    .select('id')
    .where('tipoServidor', '=', 'interno')
    .executeTakeFirstOrThrow()
  const made = await api.call('POST', '/api/procesos', {
    token,
    body: { nombre: 'Contar', flujo: flujoOf(interno.id, 'Contados') },
  })
  const { id: procesoId } = made.json()
  const run = await api.call('POST', `/api/procesos/${procesoId}/ejecutar`, {
    token,
    body: { entrada: { pregunta: 'abono' } },
  })
  const { estado, idEjecucion: ejecucionId } = run.json()
  expect(estado).toBe('ok')

  const operador = await db
    .selectFrom('usuarios')
    .select('id')
    .where('username', '=', role)
    .executeTakeFirstOrThrow()
  const ledger = await db
    .selectFrom('aiConsumos')
    .select(['usuarioId', 'role', 'procesoId', 'ejecucionId', 'clase'])
    .orderBy('id')
    .execute()
  const known = { usuarioId: operador.id, role, clase: 'vectores' }
  expect(ledger).toEqual([
    { ...known, procesoId: null, ejecucionId: null },
    { ...known, procesoId, ejecucionId },
  ])
})

test('with a model both ways are searched, and without it words go on', async () => {
  const servidorId = await createModelos('Modelos')
  const id = await create('Con vectores', { servidorId })
  await upload(id, 'manual.md', MANUAL)
  expect(await untilRead(id)).toMatchObject([{ estado: 'ok', pasajes: 3 }])
  const asked = proveedor.seen.filter(({ body }) => body.input !== undefined).length
  const search = async (body: object) => (await ask('POST', `/${id}/buscar`, { body })).json
  const found = await search({ texto: 'abono' })
  expect(found.modo).toBe('hibrido')
  expect(found.pasajes).toHaveLength(3)
  expect(found.pasajes[0].porQue).toMatchObject({ lugarPorPalabras: 1, parecido: expect.any(Number) })
  const byVectors = await search({ texto: 'abono', modo: 'vectores' })
  expect(byVectors.pasajes.map(({ porQue }: { porQue: object }) => porQue)).toMatchObject([
    { lugarPorVectores: 1, lugarPorPalabras: null },
    { lugarPorVectores: 2 },
    { lugarPorVectores: 3 },
  ])

  // What did not change needs no new vector.
  await upload(id, 'manual.md', MANUAL.replace('el lunes', 'el martes'))
  await untilRead(id)
  const inputs = proveedor.seen.filter(({ body }) => body.input !== undefined).slice(asked + 2)
  expect(inputs.map(({ body }) => [body.input].flat().length)).toEqual([1])

  expect((await ask('POST', `/${id}/documentos/${(await untilRead(id))[0].id}/leer`)).status).toBe(200)
  await untilRead(id)
  await proveedor.close()
  const alone = await search({ texto: 'abono' })
  expect(alone.pasajes[0].porQue.lugarPorPalabras).toBe(1)
  expect(alone.avisos[0]).toMatch(/^Se buscó solo por palabras/)
  expect((await ask('POST', `/${id}/buscar`, { body: { texto: 'abono', modo: 'vectores' } })).status).toBe(
    502,
  )

  const usos = await api.call('GET', `/api/servidores/${servidorId}/usos`, { token: tokens.get('admin') })
  expect(usos.json()).toMatchObject([{ recurso: 'rag', nombre: 'Con vectores' }])
})
