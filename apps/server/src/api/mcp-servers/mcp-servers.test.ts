import type { EntradaDeAuditoria, HerramientaDeMcp, Role } from '@div/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INYECCION, type McpDePrueba, startMcpDePrueba } from '../../ai/mcp/testing.ts'
import { type OAuthDePrueba, startOAuthDePrueba } from '../../ai/mcp/testing-oauth.ts'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

let api: WholeApi
let prueba: McpDePrueba
let oauth: OAuthDePrueba
const tokens = new Map<Role, string>()

beforeAll(async () => {
  ;[api, prueba, oauth] = await Promise.all([startWholeApi(), startMcpDePrueba(), startOAuthDePrueba()])
  for (const role of ['admin', 'operador', 'lectura'] as const) {
    await api.addUsuario(role, role)
    tokens.set(role, (await api.signIn(role)).token)
  }
})
afterAll(async () => {
  await api?.close()
  await prueba?.close()
  await oauth?.close()
})

async function ask(
  method: string,
  path: string,
  { body, role = 'admin' }: { body?: object; role?: Role } = {},
) {
  const answer = await api.call(method, `/api/${path}`, {
    token: tokens.get(role),
    ...(body && { body }),
    headers: { origin: WEB },
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    json: answer.body === '' ? null : answer.json(),
  }
}

const WEB = 'http://localhost:30000'

async function create(nombre: string, config: object): Promise<string> {
  const body = { nombre, tipoServidor: 'mcp', permitirRedPrivada: true, config }
  const { status, json } = await ask('POST', 'servidores', { body })
  expect(status, JSON.stringify(json)).toBe(201)
  return json.id
}

async function look(id: string): Promise<Map<string, HerramientaDeMcp>> {
  const { status, json } = await ask('GET', `mcp-servers/${id}`)
  expect(status, JSON.stringify(json)).toBe(200)
  return new Map(json.herramientas.map((each: HerramientaDeMcp) => [each.nombre, each]))
}

async function permit(id: string, nombre: string, escribe: boolean, role: Role = 'operador') {
  const huella = (await look(id)).get(nombre)?.huella
  return ask('POST', `mcp-servers/${id}/permitir`, { body: { nombre, huella, escribe }, role })
}

test('tools are looked at, allowed one by one, tried, and withdrawn; each is told in the audit', async () => {
  const id = await create('Ajeno', { url: prueba.url })
  expect([...(await look(id)).values()].map(({ estado }) => estado)).toEqual(['nueva', 'nueva', 'nueva'])
  const trial = { body: { nombre: 'saludar', argumentos: { nombre: 'Ana' } } }
  expect((await ask('POST', `mcp-servers/${id}/probar`, trial)).json.codigo).toBe('HERRAMIENTA_NO_PERMITIDA')
  expect((await permit(id, 'saludar', false)).json).toMatchObject({ permitidas: 1, escriben: 0 })
  expect((await permit(id, 'borrar', true)).json).toMatchObject({ permitidas: 2, escriben: 1 })
  expect((await ask('POST', `mcp-servers/${id}/probar`, trial)).json).toMatchObject({
    texto: 'Hola, Ana',
    esError: false,
  })
  const failing = { body: { nombre: 'borrar', argumentos: { id: 0 } } }
  expect((await ask('POST', `mcp-servers/${id}/probar`, failing)).json).toMatchObject({ esError: true })
  const withdrawn = await ask('POST', `mcp-servers/${id}/retirar`, {
    body: { nombre: 'borrar' },
    role: 'operador',
  })
  expect(withdrawn.json).toMatchObject({ permitidas: 1 })
  const listed = await ask('GET', 'mcp-servers?limite=1', { role: 'lectura' })
  expect([listed.headers['x-total-count'], listed.json[0].nombre]).toEqual(['1', 'Ajeno'])
  const { json } = await ask('GET', `auditoria?recurso=servidores&limite=50`)
  const told = json.entradas.map(({ accion, detalle }: EntradaDeAuditoria) => [accion, detalle.herramienta])
  expect(told).toContainEqual(['permitirHerramienta', 'saludar'])
  expect(told).toContainEqual(['retirarHerramienta', 'borrar'])
  expect(told).toContainEqual(['probar', 'borrar'])
})

test('who only reads allows, tries and lets in nothing', async () => {
  const id = await create('Solo mirado', { url: prueba.url })
  expect((await permit(id, 'saludar', false, 'lectura')).status).toBe(403)
  for (const path of ['probar', 'retirar'])
    expect(
      (await ask('POST', `mcp-servers/${id}/${path}`, { body: { nombre: 'saludar' }, role: 'lectura' }))
        .status,
    ).toBe(403)
  const asked = { body: { volverA: `${WEB}/mcp` }, role: 'lectura' } as const
  expect((await ask('POST', `mcp-servers/${id}/autorizar`, asked)).status).toBe(403)
})

test('what is allowed is what was looked at: a tool that changed meanwhile is refused, and off where it was allowed', async () => {
  const id = await create('Cambiante', { url: prueba.url })
  await permit(id, 'saludar', false)
  const seen = (await look(id)).get('saludar')
  prueba.describeSaludar(INYECCION)
  const late = { body: { nombre: 'saludar', huella: seen?.huella, escribe: false } }
  expect((await ask('POST', `mcp-servers/${id}/permitir`, late)).json.codigo).toBe('HERRAMIENTA_CAMBIADA')
  const trial = { body: { nombre: 'saludar', argumentos: { nombre: 'Ana' } } }
  expect((await ask('POST', `mcp-servers/${id}/probar`, trial)).json.codigo).toBe('HERRAMIENTA_CAMBIADA')
  // What it says of itself is shown as it was written, beside what it said before.
  expect((await look(id)).get('saludar')).toMatchObject({
    estado: 'cambiada',
    descripcion: INYECCION,
    antes: { descripcion: 'Saluda a alguien por su nombre.' },
  })
  expect((await permit(id, 'saludar', false)).status).toBe(200)
  expect((await ask('POST', `mcp-servers/${id}/probar`, trial)).json.texto).toBe('Hola, Ana')
})

test('no more tools are allowed of one server than its settings can be read with', async () => {
  const id = await create('Con muchas', { url: prueba.url })
  await permit(id, 'saludar', false)
  const { db } = api.deps
  const { config } = await db
    .selectFrom('servidores')
    .select('config')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [saludar] = config.herramientas as object[]
  const herramientas = Array.from({ length: 1_000 }, (_, at) => ({ ...saludar, nombre: `vieja_${at}` }))
  await db
    .updateTable('servidores')
    .set({ config: JSON.stringify({ ...config, herramientas }) })
    .where('id', '=', id)
    .execute()
  expect((await permit(id, 'borrar', true)).json).toMatchObject({
    codigo: 'LIMITE_SUPERADO',
    errores: [{ campo: 'nombre', mensaje: expect.stringContaining('Retire una') }],
  })
  await ask('POST', `mcp-servers/${id}/retirar`, { body: { nombre: 'vieja_0' } })
  expect((await permit(id, 'borrar', true)).json).toMatchObject({ permitidas: 1_000 })
})

test('a node of a proceso calls a tool that was allowed, and one that was not is found when it is drawn', async () => {
  const id = await create('De procesos', { url: prueba.url })
  await permit(id, 'saludar', false)
  const flujo = (herramienta: string) => ({
    version: 1,
    nodos: [
      {
        id: 'n1',
        tipo: 'entrada',
        nombre: 'Entrada',
        posicion: { x: 0, y: 0 },
        parametros: [{ nombre: 'quien', tipo: 'texto', requerido: true }],
      },
      {
        id: 'n2',
        tipo: 'proceso',
        nombre: 'Saludar',
        posicion: { x: 1, y: 0 },
        servidorId: id,
        tipoServidor: 'mcp',
        tipoObjeto: 'consulta',
        objeto: { nombre: herramienta },
        parametros: [{ nombre: 'nombre', valorAsignado: { nodo: 'n1', ruta: 'quien' } }],
      },
      {
        id: 'n3',
        tipo: 'salida',
        nombre: 'Salida',
        posicion: { x: 2, y: 0 },
        parametros: [{ nombre: 'saludo', valorAsignado: { nodo: 'n2', ruta: 'datos.saludo' } }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  })
  const add = async (herramienta: string) =>
    (await ask('POST', 'procesos', { body: { nombre: `Con ${herramienta}`, flujo: flujo(herramienta) } }))
      .json.id
  const run = await ask('POST', `procesos/${await add('saludar')}/ejecutar`, {
    body: { entrada: { quien: 'Ana' } },
  })
  expect(run.json).toMatchObject({ estado: 'ok', salida: { saludo: 'Hola, Ana' } })
  const checked = await ask('POST', `procesos/${await add('borrar')}/validar`)
  expect(checked.json.hallazgos).toContainEqual(
    expect.objectContaining({
      nodo: 'n2',
      campo: 'objeto.nombre',
      mensaje: expect.stringContaining('borrar'),
    }),
  )
})

describe('a server that a person must let this product into', () => {
  let id: string
  beforeAll(async () => {
    id = await create('Con permiso', { url: oauth.mcp.url, autenticacion: { tipo: 'oauthCodigo' } })
  })

  /** As a browser does that is sent there and back. */
  async function authorize(role: Role = 'admin') {
    const asked = await ask('POST', `mcp-servers/${id}/autorizar`, { body: { volverA: `${WEB}/mcp` }, role })
    expect(asked.status, JSON.stringify(asked.json)).toBe(200)
    const answer = await fetch(asked.json.direccion, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    expect(`${back.origin}${back.pathname}`).toBe(`${WEB}/mcp`)
    return { codigo: back.searchParams.get('code'), estado: back.searchParams.get('state') }
  }

  test('says so before anybody has, and is used when somebody did; the token is renewed, and asked for again when it cannot be', async () => {
    expect((await ask('GET', `mcp-servers/${id}`)).json.codigo).toBe('AUTORIZACION_PENDIENTE')
    const body = await authorize()
    expect(oauth.clientes[0]).toMatchObject({ client_name: 'DIV', redirect_uris: [`${WEB}/mcp`] })
    const { status, json } = await ask('POST', 'mcp-servers/autorizaciones', { body })
    expect([status, json.autorizacion]).toEqual([
      200,
      { estado: 'vigente', por: 'admin', momento: expect.any(String) },
    ])
    // An answer is taken once.
    expect((await ask('POST', 'mcp-servers/autorizaciones', { body })).json.codigo).toBe(
      'AUTORIZACION_NO_VALIDA',
    )
    expect((await look(id)).size).toBe(3)

    oauth.expire()
    expect((await look(id)).size).toBe(3)
    expect(oauth.renewals()).toBe(1)
    const stored = await api.deps.db
      .selectFrom('mcpAutorizaciones')
      .select('sellada')
      .executeTakeFirstOrThrow()
    expect(stored.sellada).not.toContain('renovacion')

    oauth.revoke()
    expect((await ask('GET', `mcp-servers/${id}`)).json.codigo).toBe('AUTORIZACION_PENDIENTE')
    const [{ autorizacion }] = (await ask('GET', 'mcp-servers')).json.filter(
      (each: { id: string }) => each.id === id,
    )
    expect(autorizacion).toEqual({ estado: 'pendiente', por: null, momento: null })
  })

  test('what came back counts for who was asked, and nobody else', async () => {
    const body = await authorize('operador')
    expect((await ask('POST', 'mcp-servers/autorizaciones', { body })).json.codigo).toBe(
      'AUTORIZACION_NO_VALIDA',
    )
    expect((await ask('POST', 'mcp-servers/autorizaciones', { body, role: 'operador' })).status).toBe(200)
    expect((await ask('DELETE', `mcp-servers/${id}/autorizacion`)).status).toBe(204)
    expect((await ask('GET', `mcp-servers/${id}`)).json.codigo).toBe('AUTORIZACION_PENDIENTE')
  })

  test('who lets in is sent nowhere else than back here', async () => {
    const asked = await ask('POST', `mcp-servers/${id}/autorizar`, {
      body: { volverA: 'https://otro.ejemplo/mcp' },
    })
    expect(asked.json.codigo).toBe('AUTORIZACION_NO_VALIDA')
  })

  test('what was allowed at one address is not shown to another one', async () => {
    const body = await authorize()
    await ask('POST', 'mcp-servers/autorizaciones', { body })
    const { json } = await ask('GET', `servidores/${id}`)
    const moved = { ...json, config: { ...json.config, url: prueba.url } }
    expect((await ask('PUT', `servidores/${id}`, { body: moved })).status).toBe(200)
    prueba.seen.length = 0
    expect((await ask('GET', `mcp-servers/${id}`)).json.codigo).toBe('AUTORIZACION_PENDIENTE')
    expect(prueba.seen).toEqual([])
  })
})
