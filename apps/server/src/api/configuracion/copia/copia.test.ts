import type { Restauracion } from '@div/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyChain } from '../../auditoria/verify-chain.ts'
import { startWholeApi, type WholeApi } from '../../testing-whole.ts'
import { llaveroOf } from './cabecera.ts'
import { gunzip } from './gzip.ts'
import { listRegistros } from './list-registros.ts'
import { readLines } from './registros.ts'
import { openCopia } from './sobre.ts'

const FRASE = 'una frase que nadie más sabe'
const FLUJO = (servidorId: string, sql: string) => ({
  version: 1,
  nodos: [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada' },
    {
      id: 'n2',
      tipo: 'proceso',
      nombre: 'Consulta',
      servidorId,
      tipoServidor: 'postgresql',
      tipoObjeto: 'consulta',
      objeto: { sql },
    },
    {
      id: 'n3',
      tipo: 'salida',
      nombre: 'Salida',
      estadoHttp: 200,
      parametros: [{ nombre: 'pais', expresion: 'BUSCAR("paises"; "ES"; "iso") & PARAMETRO("clave")' }],
    },
  ],
  conexiones: [
    { id: 'c1', origen: 'n1', destino: 'n2' },
    { id: 'c2', origen: 'n2', destino: 'n3' },
  ],
})

interface Installation {
  api: WholeApi
  ask(method: string, path: string, body?: object): Promise<ReturnType<typeof JSON.parse>>
  token: string
}

async function install(): Promise<Installation> {
  const api = await startWholeApi()
  await api.addUsuario('raiz', 'admin')
  const { token } = await api.signIn('raiz')
  return {
    api,
    token,
    async ask(method, path, body) {
      const answer = await api.call(method, `/api/${path}`, { token, ...(body && { body }) })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer.statusCode === 204 ? null : answer.json()
    },
  }
}

let from: Installation
let to: Installation
let copia: Buffer
const ids: Record<string, string> = {}

beforeAll(async () => {
  from = await install()
  to = await install()
  const { ask } = from
  ids.padre = (await ask('POST', 'categorias', { nombre: 'Ventas', color: '#123456' })).id
  const { id: categoriaId } = await ask('POST', 'categorias', { nombre: 'Online', padreId: ids.padre })
  const config = {
    host: '10.0.0.1',
    puerto: 5432,
    baseDatos: 'x',
    usuario: 'u',
    contrasena: 's3creto-de-banco',
  }
  ids.servidor = (
    await ask('POST', 'servidores', {
      nombre: 'Banco',
      tipoServidor: 'postgresql',
      permitirRedPrivada: true,
      categoriaId,
      config,
    })
  ).id
  await ask('POST', 'parametros', { nombre: 'clave', secreto: true, valor: 's3creto-de-parametro' })
  await ask('POST', 'parametros', { nombre: 'iva', tipo: 'decimal', valor: '0.21' })
  ids.tabla = (await ask('POST', 'tablas', { nombre: 'paises', columnas: [{ nombre: 'iso' }] })).id
  await from.api.deps.db
    .insertInto('tablaFilas')
    .values(
      Array.from({ length: 1_234 }, (_, index) => ({
        tablaId: ids.tabla ?? '',
        datos: JSON.stringify({ iso: `P${index}` }),
      })),
    )
    .execute()
  await ask('POST', 'consecutivos', { nombre: 'facturas', prefijo: 'F-' })
  await ask('POST', 'consecutivo', { nombre: 'facturas' })
  ids.proceso = (await ask('POST', 'procesos', { nombre: 'Cobros' })).id
  for (const sql of ['select 1', 'select 2', 'select 3']) {
    const proceso = await ask('GET', `procesos/${ids.proceso}`)
    await ask('PUT', `procesos/${ids.proceso}`, { ...proceso, flujo: FLUJO(ids.servidor ?? '', sql) })
    // The last one stays a draft.
    if (sql !== 'select 3') await ask('POST', `procesos/${ids.proceso}/publicar`, { nota: sql })
  }
  await ask('POST', `procesos/${ids.proceso}/casos-prueba`, {
    nombre: 'Sin datos',
    entrada: { a: 1 },
    esperado: { estado: 'error', codigo: 'NODO_FALLIDO' },
  })
  const acceso = { tipo: 'basico', usuario: 'ana', contrasena: 's3creto-de-canal' }
  ids.canal = (await ask('POST', 'canales', { nombre: 'Tienda', tipo: 'REST', ruta: 'tienda', acceso })).id
  await ask('PUT', `canales/${ids.canal}/procesos`, [
    { procesoId: ids.proceso, version: 1, metodo: 'GET', ruta: '/uno' },
    { procesoId: ids.proceso, version: 'publicada', metodo: 'POST', ruta: '/dos' },
  ])
  await ask('POST', 'tareas-programadas', {
    nombre: 'Diaria',
    procesoId: ids.proceso,
    cron: '0 8 * * *',
    entrada: { a: [1, { b: null }] },
  })
  const modelos = {
    modelo: 'chico',
    servidorId: ids.servidor,
    entradaPorMillon: '0.15',
    salidaPorMillon: '0.60',
  }
  for (const desde of ['2026-01-01', '2026-06-01']) await ask('POST', 'ai/pricing', { ...modelos, desde })
  await ask('POST', 'ai/budget', { nombre: 'IA', ambito: 'proceso', de: ids.proceso, importe: '100' })
  await ask('PUT', 'configuracion', {
    revision: 1,
    urlBase: 'https://div.example',
    urlTrazabilidad: null,
    historialDias: 10,
    avisoTokensDias: null,
  })
  copia = await copy(from)
})
afterAll(async () => {
  await from.api.close()
  await to.api.close()
})

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

async function copy({ api, token }: Installation, frase = FRASE): Promise<Buffer> {
  const answer = await api.call('POST', '/api/configuracion/copia', { token, body: { frase } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

function restore({ api, token }: Installation, file: Buffer, { frase = FRASE, simular = false } = {}) {
  const boundary = 'limite'
  const field = `--${boundary}\r\ncontent-disposition: form-data; name="frase"\r\n\r\n${frase}\r\n`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="archivo"; filename="x.divcopia"\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(field + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return api.call('POST', `/api/configuracion/restaurar${simular ? '?simular=1' : ''}`, {
    token,
    body: payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
}

/** All that is defined, with its secrets open; what is no definition is left out. */
async function whole({ api: { deps } }: Installation) {
  const all = await deps.db
    .transaction()
    .execute((trx) => collect(listRegistros(trx, { secretos: deps.secretos, conFilas: true })))
  return all.map((registro) => JSON.stringify(registro)).toSorted()
}

test('the file holds all that is defined, and shows nothing of it', async () => {
  expect(copia.subarray(0, 8).toString()).toBe('DIVCOPIA')
  expect(copia.toString('latin1')).not.toMatch(/s3creto|Banco|Cobros/)
  async function* bytes() {
    yield copia
  }
  const lines = await collect(readLines(gunzip(openCopia(llaveroOf(FRASE), bytes())), { maxBytes: 1e9 }))
  const kinds = Map.groupBy(lines, ({ tipo }) => tipo)
  expect(Object.fromEntries([...kinds].map(([tipo, { length }]) => [tipo, length]))).toEqual({
    copia: 1,
    categorias: 2,
    servidores: 1,
    parametros: 2,
    tablas: 1,
    filas: 3,
    consecutivos: 1,
    procesos: 1,
    versiones: 2,
    casos: 1,
    canales: 1,
    'tareas-programadas': 1,
    alertas: 1,
    'ai/pricing': 2,
    'ai/budget': 1,
    configuracion: 1,
  })
})

test('what it would do to an empty installation is told, and nothing is done', async () => {
  const before = await whole(to)
  const answer = await restore(to, copia, { simular: true })
  const told: Restauracion = answer.json()
  expect(told).toMatchObject({
    simulada: true,
    cuentas: { crear: 13, reemplazar: 1, dejar: 1, conflicto: 0 },
    soloAqui: 0,
  })
  expect(told.elementos[0]).toEqual({
    recurso: 'configuracion',
    id: '',
    nombre: 'Configuración',
    efecto: 'reemplazar',
    detalle: null,
  })
  expect(await whole(to)).toEqual(before)
})

test('restored under another master key it is the same installation, whole', async () => {
  const answer = await restore(to, copia)
  expect(answer.json()).toMatchObject({ simulada: false, cuentas: { crear: 13, reemplazar: 1 } })
  expect(await whole(to)).toEqual(await whole(from))
  const sealed = async ({ api }: Installation) =>
    (await api.deps.db.selectFrom('servidores').select('config').executeTakeFirstOrThrow()).config.contrasena
  expect(await sealed(to)).not.toBe(await sealed(from))
  // What is derived from the documents is there too.
  for (const path of [`servidores/${ids.servidor}/usos`, `tablas/${ids.tabla}/usos`]) {
    expect(await to.ask('GET', path)).toEqual(await from.ask('GET', path))
  }
  const { db } = to.api.deps
  expect(await verifyChain(db)).toMatchObject({ integra: true })
  const { entradas } = await to.ask('GET', `auditoria?recursoId=${ids.canal}`)
  expect(entradas).toMatchObject([{ usuario: 'raiz', accion: 'restaurar', detalle: { efecto: 'crear' } }])
})

test('restored again it leaves everything as it is', async () => {
  const before = await to.ask('GET', `procesos/${ids.proceso}`)
  const answer = await restore(to, copia)
  expect(answer.json()).toMatchObject({ cuentas: { crear: 0, reemplazar: 0, dejar: 15, conflicto: 0 } })
  expect(await to.ask('GET', `procesos/${ids.proceso}`)).toEqual(before)
})

test('what was changed since is put back, what was added stays, and a number given out is not given again', async () => {
  const servidor = await to.ask('GET', `servidores/${ids.servidor}`)
  await to.ask('PUT', `servidores/${ids.servidor}`, {
    ...servidor,
    config: { ...servidor.config, contrasena: 'otra' },
  })
  await to.api.deps.db.deleteFrom('tablaFilas').where('id', '=', '7').execute()
  await to.api.deps.db
    .updateTable('procesoVersiones')
    .set({ flujo: JSON.stringify(FLUJO(ids.servidor ?? '', 'select 99')) })
    .where('version', '=', 1)
    .execute()
  await to.api.deps.db.updateTable('procesoCasos').set({ entrada: '{}' }).execute()
  await to.ask('POST', 'consecutivo', { nombre: 'facturas' })
  const facturas = (await to.ask('GET', 'consecutivos'))[0]
  await to.ask('PUT', `consecutivos/${facturas.id}`, { ...facturas, prefijo: 'X-' })
  await to.ask('POST', 'parametros', { nombre: 'nuevo', valor: 'x' })

  const told: Restauracion = (await restore(to, copia)).json()
  expect(told).toMatchObject({ cuentas: { crear: 0, reemplazar: 4, dejar: 11 }, soloAqui: 1 })
  expect(told.elementos.slice(0, 4).map(({ nombre }) => nombre)).toEqual([
    'Banco',
    'paises',
    'facturas',
    'Cobros',
  ])
  const { secretos, db } = to.api.deps
  const { config } = await db.selectFrom('servidores').select('config').executeTakeFirstOrThrow()
  expect(secretos.open(ids.servidor ?? '', String(config.contrasena))).toBe('s3creto-de-banco')
  expect(await to.ask('GET', `servidores/${ids.servidor}`)).toMatchObject({ revision: servidor.revision + 2 })
  expect(await to.ask('POST', 'consecutivo', { nombre: 'facturas' })).toMatchObject({ valor: 'F-3' })
  expect(await to.ask('GET', 'parametros')).toHaveLength(3)
  const filas = await db
    .selectFrom('tablaFilas')
    .select('id')
    .where('tablaId', '=', ids.tabla ?? '')
    .execute()
  expect(filas).toHaveLength(1_234)
  await to.ask('POST', `tablas/${ids.tabla}/filas`, { iso: 'nueva' })
})

test('what stands here under another id takes the place of what has its name, and what names it follows', async () => {
  const other = await install()
  const config = { host: 'h', puerto: 1, baseDatos: 'x', usuario: 'u', contrasena: 'c' }
  const { id } = await other.ask('POST', 'servidores', {
    nombre: 'BANCO',
    tipoServidor: 'postgresql',
    config,
  })
  expect((await restore(other, copia)).json()).toMatchObject({ cuentas: { crear: 12, reemplazar: 2 } })
  const [proceso] = await other.ask('GET', 'procesos')
  const { flujo } = await other.ask('GET', `procesos/${proceso.id}`)
  expect(flujo.nodos[1].servidorId).toBe(id)
  expect(await other.ask('GET', `servidores/${id}/usos`)).toMatchObject([{ nombre: 'Cobros' }])
  expect((await restore(other, copia)).json()).toMatchObject({ cuentas: { dejar: 15 } })
  await other.api.close()
})

test('what cannot stand beside what is here is told, and then nothing is changed', async () => {
  const other = await install()
  const config = { urlBase: 'https://banco.example' }
  await other.ask('POST', 'servidores', { nombre: 'Banco', tipoServidor: 'rest', config })
  await other.ask('POST', 'canales', { nombre: 'Otro', tipo: 'REST', ruta: 'tienda' })
  const before = await whole(other)
  const told: Restauracion = (await restore(other, copia, { simular: true })).json()
  expect(told.elementos.slice(0, 2)).toMatchObject([
    { nombre: 'Banco', efecto: 'conflicto', detalle: 'Aquí es un servidor de tipo rest.' },
    { nombre: 'Tienda', efecto: 'conflicto', detalle: 'Otro canal de aquí tiene esta ruta.' },
  ])
  const refused = await restore(other, copia)
  expect(refused.json()).toMatchObject({ status: 409, codigo: 'COPIA_EN_CONFLICTO' })
  expect(await whole(other)).toEqual(before)
  await other.api.close()
})

test('the documents of a collection that is put back are read again, and what a budget counts is counted anew', async () => {
  const other = await install()
  const { db } = other.api.deps
  const coleccion = await other.ask('POST', 'rag', { nombre: 'Manuales' })
  const presupuesto = await other.ask('POST', 'ai/budget', { nombre: 'IA', importe: '100', moneda: 'USD' })
  const own = await copy(other)
  await other.ask('PUT', `rag/${coleccion.id}`, { ...coleccion, idioma: 'otro' })
  await other.ask('PUT', `ai/budget/${presupuesto.id}`, { ...presupuesto, moneda: 'EUR' })
  await insertDocumentoLeido(other, coleccion.id)
  await insertConsumo(other, '2.5')
  expect(await other.ask('GET', `ai/budget/${presupuesto.id}/resumen`)).toMatchObject({ gastado: '0' })

  expect((await restore(other, own)).json()).toMatchObject({ cuentas: { reemplazar: 2 } })
  const { estado, pasajes } = await db
    .selectFrom('ragDocumentos')
    .select(['estado', 'pasajes'])
    .executeTakeFirstOrThrow()
  // Somebody may have begun with it by now, or even be done.
  expect({ estado, pasajes }).not.toEqual({ estado: 'ok', pasajes: 0 })
  expect(await other.ask('GET', `ai/budget/${presupuesto.id}/resumen`)).toMatchObject({ gastado: '2.5' })
  await other.api.close()
})

/** One that was read, without passages: nobody does so. */
async function insertDocumentoLeido({ api: { deps } }: Installation, coleccionId: string): Promise<void> {
  await deps.db
    .insertInto('ragDocumentos')
    .values({
      id: uuid(),
      coleccionId,
      nombre: 'manual.md',
      tipo: 'markdown',
      bytes: 0,
      archivo: Buffer.from(''),
      texto: 'Hola.',
      estado: 'ok',
      error: null,
      fase: 'texto',
      hecho: 0,
      total: null,
      toma: null,
      tomadoEn: null,
      intentos: 0,
      subidoPor: 'raiz',
    })
    .execute()
}

async function insertConsumo({ api: { deps } }: Installation, importe: string): Promise<void> {
  const nobody = {
    usuarioId: null,
    role: null,
    agente: null,
    procesoId: null,
    canalId: null,
    ejecucionId: null,
    mensajeId: null,
  }
  await deps.db
    .insertInto('aiConsumos')
    .values({
      ...nobody,
      id: uuid(),
      estado: 'liquidado',
      servidorId: null,
      modelo: 'chico',
      clase: 'texto',
      entrada: 7,
      salida: 3,
      reservado: importe,
      importe,
      moneda: 'USD',
    })
    .execute()
}

test('a wrong phrase, a damaged file and one that is no copy each have their sentence', async () => {
  const wrong = await restore(to, copia, { frase: 'otra frase cualquiera' })
  expect(wrong.json()).toMatchObject({ status: 422, codigo: 'FRASE_INCORRECTA' })
  const damaged = Buffer.from(copia)
  damaged[copia.length - 30] = (damaged[copia.length - 30] ?? 0) ^ 1
  expect((await restore(to, damaged)).json()).toMatchObject({
    status: 422,
    codigo: 'COPIA_ILEGIBLE',
    detail: 'La copia no se puede restaurar: el archivo está dañado o incompleto. No se cambió nada.',
  })
  const foreign = await restore(
    to,
    Buffer.from('esto no es una copia de nada, y es bastante largo para serlo'.repeat(3)),
  )
  expect(foreign.json()).toMatchObject({ status: 422, codigo: 'COPIA_ILEGIBLE' })
  expect((await restore(to, copia, { frase: 'corta' })).json()).toMatchObject({
    status: 422,
    errores: [{ campo: 'frase' }],
  })
})

test('a file beyond the limit is refused by its name', async () => {
  const small = await startWholeApi({ limits: { copiaBytes: 1_000 } })
  await small.addUsuario('raiz', 'admin')
  const { token } = await small.signIn('raiz')
  const answer = await restore({ api: small, token, ask: from.ask }, copia)
  expect(answer.json()).toMatchObject({ status: 413, detail: 'El cuerpo supera el límite de 1000 bytes.' })
  await small.close()
})

test('nobody but an admin makes or restores one', async () => {
  await to.api.addUsuario('ope', 'operador')
  const { token } = await to.api.signIn('ope')
  const asked = await to.api.call('POST', '/api/configuracion/copia', { token, body: { frase: FRASE } })
  expect(asked.statusCode).toBe(403)
  expect((await restore({ ...to, token }, copia)).statusCode).toBe(403)
})
