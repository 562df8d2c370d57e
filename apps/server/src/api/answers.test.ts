import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from './auditoria/audit.ts'
import { startWholeApi, type WholeApi } from './testing-whole.ts'

let api: WholeApi
let token: string
/** Whose models an agente speaks with. */
let modelos = ''
/** The id of what was created of each resource, in the order in which it was. */
const ids = new Map<string, string>()

beforeAll(async () => {
  // The one that every installation begins with, and one more.
  api = await startWholeApi({ limits: { alertas: 2, alertaPruebasPorMinuto: 2 } })
  const { id } = await api.addUsuario('raiz', 'admin')
  ids.set('usuarios', id)
  token = (await api.signIn('raiz')).token
})
afterAll(() => api.close())

async function ask(method: string, path: string, body?: object) {
  const answer = await api.call(method, `/api/${path}`, { token, ...(body && { body }) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer
}
const get = async (path: string) => (await ask('GET', path)).json()
async function addModelos(): Promise<string> {
  const body = { nombre: 'Modelos', tipoServidor: 'ollama', permitirRedPrivada: true, config: {} }
  modelos = (await ask('POST', 'servidores', body)).json().id
  return modelos
}
const idOf = (resource: string) => ids.get(resource) ?? ''

const flujo = () => ({
  version: 1,
  nodos: [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada' },
    {
      id: 'n2',
      tipo: 'proceso',
      nombre: 'Consulta',
      servidorId: idOf('servidores'),
      tipoServidor: 'postgresql',
      tipoObjeto: 'consulta',
      objeto: { sql: 'select 1' },
    },
    {
      id: 'n3',
      tipo: 'salida',
      nombre: 'Salida',
      estadoHttp: 200,
      parametros: [
        { nombre: 'iva', expresion: 'PARAMETRO("iva")' },
        { nombre: 'pais', expresion: 'BUSCAR("paises"; "ES"; "iso")' },
        { nombre: 'numero', expresion: 'CONSECUTIVO("facturas")' },
      ],
    },
  ],
  conexiones: [
    { id: 'c1', origen: 'n1', destino: 'n2' },
    { id: 'c2', origen: 'n2', destino: 'n3' },
  ],
})

const SERVIDOR = {
  tipoServidor: 'postgresql',
  permitirRedPrivada: true,
  // Nobody listens there.
  config: { host: '127.0.0.1', puerto: 1, baseDatos: 'x', usuario: 'u', contrasena: 's3creto' },
}

/** Whoever knows such an address may write where it leads. */
const WEBHOOK = {
  url: 'http://127.0.0.1:1/ganchos/cr3dencial?clave=cr3dencial',
  secreto: 'un s3creto de veinticuatro',
}

test.each<[string, () => object | Promise<object>]>([
  ['categorias', () => ({ nombre: 'Ventas' })],
  ['servidores', () => ({ nombre: 'Tienda', ...SERVIDOR })],
  ['parametros', () => ({ nombre: 'iva', tipo: 'decimal', valor: '0.21' })],
  ['tablas', () => ({ nombre: 'paises', columnas: [{ nombre: 'iso' }] })],
  ['consecutivos', () => ({ nombre: 'facturas' })],
  ['rag', () => ({ nombre: 'Manuales', roles: ['lectura', 'operador'] })],
  ['procesos', () => ({ nombre: 'Cobro', categoriaId: idOf('categorias'), flujo: flujo() })],
  [
    'canales',
    () => ({
      nombre: 'Cobros',
      tipo: 'REST',
      ruta: 'cobros',
      acceso: { tipo: 'basico', usuario: 'u', contrasena: 'una contraseña' },
      aviso: WEBHOOK,
    }),
  ],
  [
    'calendarios',
    () => ({
      nombre: 'España',
      finDeSemana: true,
      festivos: [{ fecha: '2024-12-25', nombre: 'Navidad', anual: true }],
    }),
  ],
  [
    'tareas-programadas',
    () => ({
      nombre: 'Diaria',
      procesoId: idOf('procesos'),
      cron: '0 8 * * *',
      calendarioId: idOf('calendarios'),
    }),
  ],
  [
    'ai-capabilities',
    () => ({
      nombre: 'cobrar',
      descripcion: 'Cobra una factura.',
      objetivo: { tipo: 'proceso', procesoId: idOf('procesos') },
    }),
  ],
  [
    'ai-contexts',
    () => ({
      nombre: 'Tienda',
      variables: [{ nombre: 'pais' }],
      piezas: [
        { tipo: 'texto', texto: 'Vende en {{pais}}.' },
        { tipo: 'parametro', parametroId: idOf('parametros') },
        { tipo: 'tabla', tablaId: idOf('tablas'), filtro: { columna: 'iso', valor: '{{pais}}' } },
        { tipo: 'esquema', servidorId: idOf('servidores'), objetos: ['public.clientes'] },
      ],
    }),
  ],
  [
    'ai-agents',
    async () => ({
      nombre: 'Cobrador',
      instrucciones: 'Cobras facturas.',
      servidorId: await addModelos(),
      capacidades: [idOf('ai-capabilities')],
    }),
  ],
  [
    'ai/pricing',
    () => ({
      modelo: 'chico',
      servidorId: idOf('servidores'),
      desde: '2026-01-01',
      entradaPorMillon: '0.15',
      salidaPorMillon: '0.60',
    }),
  ],
  [
    'ai/budget',
    () => ({ nombre: 'Cobros', ambito: 'proceso', de: idOf('procesos'), importe: '100', duro: true }),
  ],
  ['tokens', () => ({ nombre: 'Socio', canales: [idOf('canales')], capacidades: [idOf('ai-capabilities')] })],
  [
    'alertas',
    () => ({
      // Before the one that every installation begins with.
      nombre: 'Cobros que fallan',
      condicion: { tipo: 'fallos', procesoId: idOf('procesos'), cantidad: 3 },
      webhook: WEBHOOK,
    }),
  ],
  ['entornos', () => ({ nombre: 'Producción', urlBase: 'https://div.ejemplo.es', clave: 'divapi_s3creto' })],
])('%s take back what they answer', async (resource, body) => {
  const { id } = (await ask('POST', resource, await body())).json()
  ids.set(resource, id)
  const record = await get(`${resource}/${id}`)
  expect(JSON.stringify(record)).not.toMatch(/s3creto|una contraseña/)
  expect((await ask('PUT', `${resource}/${id}`, record)).json()).toEqual({
    ...record,
    revision: record.revision + 1,
    actualizadoEn: expect.any(String),
  })
  expect((await get(resource))[0]).toMatchObject({ id, nombre: record.nombre })
})

test('what is published is answered from either side', async () => {
  const proceso = `procesos/${idOf('procesos')}`
  const canal = `canales/${idOf('canales')}`
  expect((await ask('POST', `${proceso}/publicar`)).json()).toMatchObject({ version: 1 })
  const assigned = [{ procesoId: idOf('procesos'), metodo: 'GET', ruta: '/' }]
  const asignaciones = (await ask('PUT', `${canal}/procesos`, assigned)).json()
  expect(await get(`${canal}/procesos`)).toEqual(asignaciones)
  expect((await ask('PUT', `${canal}/procesos`, asignaciones)).json()).toEqual(asignaciones)
  expect(await get('canal-procesos')).toMatchObject([{ canal: 'Cobros', proceso: 'Cobro' }])
  expect(await get(`${proceso}/canales`)).toMatchObject([{ canal: 'Cobros', version: 'publicada' }])
  expect(await get('canales')).toMatchObject([{ procesos: 1 }])
  expect(await get('procesos')).toMatchObject([{ nodos: 3, conCambios: false, versionPublicada: 1 }])
  expect(await get(`${proceso}/versiones/1`)).toMatchObject({ version: 1, publicadaPor: 'raiz' })
})

test.each([
  ['categorias', ['procesos']],
  ['servidores', ['procesos', 'ai-contexts']],
  ['parametros', ['procesos', 'ai-contexts']],
  ['tablas', ['procesos', 'ai-contexts']],
  ['consecutivos', ['procesos']],
  ['rag', []],
  ['procesos', ['ai-capabilities', 'canales', 'tareas-programadas', 'alertas']],
  ['ai-capabilities', ['tokens', 'ai-agents']],
  ['ai-agents', []],
  ['ai-contexts', []],
  ['canales', ['tokens']],
  ['calendarios', ['tareas-programadas']],
  ['tareas-programadas', []],
  ['tokens', []],
  ['alertas', []],
  ['ai/pricing', []],
  ['ai/budget', []],
  ['entornos', []],
  ['usuarios', []],
])('%s say that %o use them', async (resource, users) => {
  const usos = await get(`${resource}/${idOf(resource)}/usos`)
  expect(usos.map(({ recurso }: { recurso: string }) => recurso)).toEqual(users)
})

test('the history of alertas loses none that began in the same moment where a page ends', async () => {
  const { db } = api.deps
  const desde = new Date('2026-03-01T12:00:00.123Z')
  const rows = Array.from({ length: 5 }, (_, index) => ({
    id: crypto.randomUUID(),
    alertaId: idOf('alertas'),
    sujeto: String(index),
    mensaje: 'Fallaron 3.',
    desde,
    hasta: desde,
    avisada: null,
    bienDesde: null,
  }))
  await db.insertInto('alertasIncidencias').values(rows).execute()
  // Each a little later, as the clock of the database has it.
  await sql`update alertas_incidencias set desde = desde + sujeto::int * interval '100 microseconds'`.execute(
    db,
  )
  const seen: string[] = []
  let from = ''
  for (let page = 0; page < 3; page++) {
    const found: { id: string; desde: string }[] = await get(`alertas/incidencias?limite=2${from}`)
    seen.push(...found.map(({ id }) => id))
    const last = found.at(-1)
    from = `&antesDe=${last?.desde}&antesDeId=${last?.id}`
  }
  expect(seen.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  await db.deleteFrom('alertasIncidencias').execute()
})

test('no more alertas are active than are looked at, and one that watches something else begins anew', async () => {
  const send = (method: string, path: string, body: object) =>
    api.call(method, `/api/alertas${path}`, { body, token })
  const tercera = { nombre: 'Tercera', condicion: { tipo: 'cola' } }
  const refused = { codigo: 'LIMITE_SUPERADO', detail: 'Se superó el límite alertas: el máximo es 2.' }
  expect((await send('POST', '', tercera)).json()).toMatchObject(refused)
  const { id, ...inactive } = (await send('POST', '', { ...tercera, activo: false })).json()
  expect((await send('PUT', `/${id}`, { ...inactive, activo: true })).json()).toMatchObject(refused)
  expect((await send('POST', '/lote', { accion: 'activar', ids: [id] })).json()).toMatchObject({
    resultados: [{ ok: false, codigo: 'LIMITE_SUPERADO' }],
  })
  await ask('DELETE', `alertas/${id}`)

  const path = `alertas/${idOf('alertas')}`
  const { db } = api.deps
  const open = { id: idOf('alertas'), alertaId: idOf('alertas'), sujeto: '', mensaje: 'Fallaron 3.' }
  await db
    .insertInto('alertasIncidencias')
    .values({ ...open, desde: new Date(), hasta: null, avisada: new Date(), bienDesde: null })
    .execute()
  const standing = () => db.selectFrom('alertasIncidencias').selectAll().where('hasta', 'is', null).execute()
  await ask('PUT', path, { ...(await get(path)), descripcion: 'Llame a Ana.' })
  expect(await standing()).toHaveLength(1)
  const stored = await get(path)
  await ask('PUT', path, { ...stored, condicion: { ...stored.condicion, cantidad: 4 } })
  expect(await standing()).toEqual([])
  await db.deleteFrom('alertasIncidencias').execute()
})

test('an alerta names what there is, is silenced without being changed, and says how it stands', async () => {
  const path = `alertas/${idOf('alertas')}`
  const gone = '00000000-0000-4000-8000-000000000000'
  const refuse = async (changes: object) => {
    const body = { nombre: 'Otra', condicion: { tipo: 'cola' }, ...changes }
    return (await api.call('POST', '/api/alertas', { body, token })).json().errores
  }
  expect(await refuse({ condicion: { tipo: 'circuito', servidorId: gone } })).toMatchObject([
    { campo: 'condicion.servidorId' },
  ])
  expect(await refuse({ correo: { servidorId: idOf('servidores'), para: ['ana@tienda.es'] } })).toMatchObject(
    [{ campo: 'correo.servidorId', mensaje: 'Elija un servidor de correo (SMTP).' }],
  )
  const { revision } = await get(path)
  const hasta = new Date(Date.now() + 3_600_000).toISOString()
  expect((await ask('POST', `${path}/silenciar`, { hasta })).json()).toMatchObject({
    silenciadaHasta: hasta,
    revision,
  })
  expect(await get(`${path}/resumen`)).toMatchObject({
    estado: 'normal',
    silenciadaHasta: hasta,
    desde: null,
    mensaje: null,
  })
  expect((await ask('POST', `${path}/silenciar`, { hasta: null })).json()).toMatchObject({
    silenciadaHasta: null,
  })
  expect((await ask('POST', `${path}/probar`)).json()).toMatchObject({
    vias: [{ via: 'webhook', ok: false }],
  })
  // Somebody else does, on another node.
  const prueba = { accion: 'probar', recurso: 'alertas', recursoId: idOf('alertas') } as const
  await api.deps.db.transaction().execute((trx) => audit(trx, { ...prueba, usuario: 'eva', detalle: {} }))
  expect((await api.call('POST', `/api/${path}/probar`, { token })).json()).toMatchObject({
    status: 429,
    codigo: 'DEMASIADAS_PETICIONES',
  })
  expect(await get('alertas/incidencias')).toEqual([])
  const { db } = api.deps
  await db
    .insertInto('alertasFallos')
    .values({ alertaId: idOf('alertas'), mensaje: 'se cayó', desde: new Date() })
    .execute()
  expect(await get(`${path}/resumen`)).toMatchObject({
    estado: 'fallida',
    mensaje: 'No se pudo comprobar: se cayó',
  })
  await db.deleteFrom('alertasFallos').execute()
  expect(await get('alertas/vigilancia')).toEqual({ ultima: null })
})

test('who may not edit what tells a webhook is told where it is, and no more, wherever they look', async () => {
  await api.addUsuario('lectora', 'lectura')
  const { token: reading } = await api.signIn('lectora')
  const look = async (path: string, as = reading) => {
    const { body, statusCode } = await api.call('GET', `/api/${path}`, { token: as })
    expect(statusCode, body).toBe(200)
    return body
  }
  const shown = [
    ...['alertas', 'canales'].flatMap((resource) => [
      resource,
      ...['', '/resumen', '/usos'].map((part) => `${resource}/${idOf(resource)}${part}`),
    ]),
    'alertas/incidencias',
    'search?q=Cobros',
    'notificaciones',
  ]
  for (const path of shown) expect(await look(path), path).not.toContain('cr3dencial')
  expect(await look('auditoria', token)).not.toContain('cr3dencial')
  for (const path of [`alertas/${idOf('alertas')}`, `canales/${idOf('canales')}`]) {
    expect(await look(path)).toContain('"http://127.0.0.1:1/…"')
    expect(await look(path, token)).toContain(WEBHOOK.url)
  }
})

test('what is not kept is answered too', async () => {
  const { proximas } = await get('tareas-programadas/proximas?cron=0+8+*+*+*&cantidad=3')
  expect(proximas).toHaveLength(3)
  const moved = `calendarioId=${idOf('calendarios')}&enFestivo=siguienteHabil`
  const { horas } = await get(`tareas-programadas/proximas?cron=0+8+25+12+*&cantidad=1&${moved}`)
  expect(horas).toMatchObject([{ festivo: 'Navidad', seOmite: false }])
  const repeated = { nombre: 'Otro', festivos: ['a', 'b'].map((nombre) => ({ fecha: '2026-05-01', nombre })) }
  const refused = await api.call('POST', '/api/calendarios', { body: repeated, token })
  expect(refused.json().errores).toMatchObject([{ campo: 'festivos[1].fecha' }])
  const tested = (await ask('POST', 'servidores/probar', SERVIDOR)).json()
  expect(tested.pasos.at(-1)).toMatchObject({ ok: false, error: expect.any(String) })
  expect(await get('consecutivo')).toMatchObject([{ nombre: 'facturas', ultimo: null }])
})

test('what nothing uses any more is removed without a word', async () => {
  ids.delete('usuarios')
  for (const [resource, id] of [...ids].toReversed()) await ask('DELETE', `${resource}/${id}`)
  await ask('DELETE', `servidores/${modelos}`)
  // Every installation begins with one.
  const [primera] = await get('alertas')
  expect(primera).toMatchObject({ nombre: 'Tareas que fallan', actualizadoPor: null })
  await ask('DELETE', `alertas/${primera.id}`)
  for (const resource of ids.keys()) expect(await get(resource)).toEqual([])
})
