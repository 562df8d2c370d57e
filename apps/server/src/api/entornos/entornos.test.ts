import type { Comparacion, ProcesoComparado } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addClave,
  type Div,
  describeEntorno,
  flujoDeConsulta,
  flujoQueLlama,
  sayName,
  startDiv,
  type Web,
} from './testing.ts'

let aqui: Div
let alli: Div
let webs: Web[]
let entornoId: string
let token: string
let tokenAlli: string

const post = (api: Div, url: string, body: object, bearer: string) =>
  api.call('POST', `/api/${url}`, { body, token: bearer })
const created = async (api: Div, resource: string, body: object, bearer: string) => {
  const answer = await post(api, resource, body, bearer)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const rest = (nombre: string, urlBase: string) => ({
  nombre,
  tipoServidor: 'rest',
  permitirRedPrivada: true,
  config: { urlBase },
})

beforeAll(async () => {
  webs = await Promise.all([sayName('desarrollo'), sayName('producción')])
  aqui = await startDiv({ conTienda: true })
  alli = await startDiv({ conTienda: true })
  token = (await aqui.signIn('jefa')).token
  tokenAlli = (await alli.signIn('jefa')).token
  const { clave } = await addClave(alli, 'jefa')
  const vinculos = { servidores: { almacén: 'Almacén de producción' }, parametros: { iva: 'iva_general' } }
  const entorno = await created(
    aqui,
    'entornos',
    describeEntorno({ urlBase: `${alli.urlBase}/`, clave, vinculos }),
    token,
  )
  entornoId = entorno.id
  const { id: servidorId } = await created(aqui, 'servidores', rest('Almacén', webs[0]?.url ?? ''), token)
  await created(aqui, 'parametros', { nombre: 'iva', tipo: 'decimal', valor: '0.10' }, token)
  const consulta = await created(
    aqui,
    'procesos',
    { nombre: 'Consultar almacén', flujo: flujoDeConsulta(servidorId), concurrencia: 7 },
    token,
  )
  const servidores = (await aqui.call('GET', '/api/servidores', { token })).json()
  const interno = servidores.find(({ tipoServidor }: { tipoServidor: string }) => tipoServidor === 'interno')
  const llamador = await created(
    aqui,
    'procesos',
    { nombre: 'Llamar a consultar', flujo: flujoQueLlama(interno.id, consulta.id) },
    token,
  )
  for (const { id } of [consulta, llamador])
    expect((await post(aqui, `procesos/${id}/publicar`, {}, token)).statusCode).toBe(200)
})
afterAll(async () => {
  await Promise.all([aqui.close(), alli.close(), ...webs.map((web) => web.close())])
})

async function compare(bearer = token): Promise<Comparacion> {
  const answer = await aqui.call('GET', `/api/entornos/${entornoId}/comparar`, { token: bearer })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function find(nombre: string): Promise<ProcesoComparado> {
  const found = (await compare()).procesos.find((each) => each.nombre === nombre)
  if (!found) throw new Error(`no ${nombre}`)
  return found
}

async function promote(nombres: readonly string[], options: object = { publicar: true }, bearer = token) {
  const { procesos } = await compare()
  const chosen = procesos
    .filter(({ nombre }) => nombres.includes(nombre))
    .map(({ nombre, huellaAqui, huellaAlli }) => ({ nombre, huellaAqui, huellaAlli }))
  return post(aqui, `entornos/${entornoId}/promover`, { procesos: chosen, ...options }, bearer)
}

async function runThere(nombre: string) {
  const { alli: lado } = await find(nombre)
  const { id, version } = lado ?? {}
  return (await post(alli, `procesos/${id}/ejecutar`, { version }, tokenAlli)).json().salida
}

test('the clave de API is sealed, never read back, and not sent to another address', async () => {
  const read = await aqui.call('GET', `/api/entornos/${entornoId}`, { token })
  const entorno = read.json()
  expect(entorno.clave).toEqual({ definido: true })
  const row = await aqui.deps.db.selectFrom('entornosDiv').selectAll().executeTakeFirstOrThrow()
  expect(row.clave).not.toContain('divapi_')
  const put = (body: object) => aqui.call('PUT', `/api/entornos/${entornoId}`, { token, body })
  const moved = await put({ ...entorno, urlBase: 'https://otro.ejemplo.es' })
  expect(moved.json()).toMatchObject({ codigo: 'DATOS_INVALIDOS', errores: [{ campo: 'clave' }] })
  expect((await put(entorno)).statusCode).toBe(200)
})

test('what has the same name and does the same is equal, whatever its ids are', async () => {
  const { procesos, version } = await compare()
  const shop = procesos.filter(({ alli: lado }) => lado !== null)
  expect(shop.length).toBeGreaterThan(2)
  expect(new Set(shop.map(({ estado }) => estado))).toEqual(new Set(['igual']))
  expect(version.aqui).toBe(version.alli)
})

test('what is missing there is told before anything is written', async () => {
  expect(await find('Consultar almacén')).toMatchObject({
    estado: 'soloAqui',
    alli: null,
    faltan: [
      { recurso: 'servidores', nombre: 'Almacén de producción', motivo: 'falta', tipo: 'rest' },
      { recurso: 'parametros', nombre: 'iva_general', motivo: 'falta', tipo: 'decimal' },
    ],
  })
  await created(alli, 'parametros', { nombre: 'iva_general', tipo: 'texto', valor: 'mucho' }, tokenAlli)
  const refused = await promote(['Consultar almacén'])
  expect(refused.json()).toMatchObject({
    codigo: 'PROMOCION_INCOMPLETA',
    faltan: [
      { nombre: 'Almacén de producción', motivo: 'falta' },
      { nombre: 'iva_general', motivo: 'otroTipo', tipo: 'decimal', tipoAlli: 'texto' },
    ],
  })
  const [wrong] = (await alli.call('GET', '/api/parametros?q=iva_general', { token: tokenAlli })).json()
  await alli.call('DELETE', `/api/parametros/${wrong.id}`, { token: tokenAlli })
  await created(alli, 'parametros', { nombre: 'iva_general', tipo: 'decimal', valor: '0.21' }, tokenAlli)
  await created(alli, 'servidores', rest('Almacén de producción', webs[1]?.url ?? ''), tokenAlli)
  expect((await find('Consultar almacén')).faltan).toEqual([])
  expect((await promote(['Llamar a consultar'])).json()).toMatchObject({
    codigo: 'PROMOCION_INCOMPLETA',
    faltan: [{ recurso: 'procesos', nombre: 'Consultar almacén' }],
  })
  expect((await find('Llamar a consultar')).alli).toBeNull()
})

test('procesos are promoted called ones first, bound by name to what is there', async () => {
  const answer = await promote(['Llamar a consultar', 'Consultar almacén'])
  expect(answer.json()).toEqual({
    resultados: [
      { nombre: 'Consultar almacén', estado: 'publicado', version: 1, mensaje: null },
      { nombre: 'Llamar a consultar', estado: 'publicado', version: 1, mensaje: null },
    ],
  })
  expect(await runThere('Llamar a consultar')).toEqual({ nombre: 'producción', iva: 0.21 })
  expect(await find('Consultar almacén')).toMatchObject({ estado: 'igual', alli: { conCambios: false } })
  const there = await alli.deps.db
    .selectFrom('procesos')
    .select(['concurrencia', 'actualizadoPor'])
    .where('nombre', '=', 'Consultar almacén')
    .executeTakeFirst()
  expect(there).toEqual({ concurrencia: 7, actualizadoPor: 'jefa' })
  const audited = (api: Div, accion: string) =>
    api.deps.db
      .selectFrom('auditoria')
      .select(['usuario', 'detalle'])
      .where('accion', '=', accion)
      .orderBy('id', 'desc')
      .execute()
  expect((await audited(aqui, 'promover')).slice(0, 2)).toEqual([
    {
      usuario: 'jefa',
      detalle: {
        nombre: 'Producción',
        resultados: { 'Consultar almacén': 'publicado', 'Llamar a consultar': 'publicado' },
      },
    },
    {
      usuario: 'jefa',
      detalle: {
        nombre: 'Producción',
        procesos: ['Consultar almacén', 'Llamar a consultar'],
        publicar: true,
      },
    },
  ])
  expect((await audited(alli, 'publicar'))[0]).toMatchObject({
    usuario: 'jefa',
    detalle: { nombre: 'Llamar a consultar', nota: 'Promovido por jefa.' },
  })
})

test('what the procesos are bound to stands beside each other, without what is secret', async () => {
  const vinculos = (await compare()).vinculos.filter(({ procesos }) => procesos.includes('Consultar almacén'))
  expect(vinculos).toMatchObject([
    {
      recurso: 'servidores',
      nombre: 'Almacén',
      nombreAlli: 'Almacén de producción',
      estado: 'distinto',
      procesos: ['Consultar almacén'],
      aqui: { tipo: 'rest', dato: webs[0]?.url },
      alli: { tipo: 'rest', dato: webs[1]?.url },
    },
    {
      recurso: 'parametros',
      nombre: 'iva',
      nombreAlli: 'iva_general',
      estado: 'distinto',
      aqui: { dato: '0.1' },
      alli: { dato: '0.21' },
    },
  ])
  const [there] = (await alli.call('GET', '/api/parametros?q=iva_general', { token: tokenAlli })).json()
  const keep = (body: object) =>
    alli.call('PUT', `/api/parametros/${there.id}`, { token: tokenAlli, body: { ...there, ...body } })
  const { revision } = (await keep({ secreto: true, valor: '0.3141' })).json()
  expect((await compare()).vinculos.find(({ nombre }) => nombre === 'iva')).toMatchObject({
    estado: 'sinComparar',
    alli: { dato: null, esSecreto: true },
  })
  const told = (await alli.call('GET', '/api/inventario', { token: tokenAlli })).json()
  expect(told.parametros).toContainEqual({
    nombre: 'iva_general',
    tipo: 'decimal',
    secreto: true,
    valor: null,
  })
  await keep({ revision, valor: '0.21' })
})

test('a change is seen on both sides, and only what was compared is promoted', async () => {
  const { aqui: mine, alli: theirs } = await find('Consultar almacén')
  const proceso = (await aqui.call('GET', `/api/procesos/${mine?.id}`, { token })).json()
  const servidorId = proceso.flujo.nodos[1].servidorId
  await aqui.call('PUT', `/api/procesos/${mine?.id}`, {
    token,
    body: {
      ...proceso,
      descripcion: 'Qué hay en el almacén.',
      flujo: flujoDeConsulta(servidorId, 'Se pregunta cada vez.'),
    },
  })
  expect(await find('Consultar almacén')).toMatchObject({ estado: 'igual', aqui: { conCambios: true } })
  await post(aqui, `procesos/${mine?.id}/publicar`, {}, token)
  const compared = await find('Consultar almacén')
  expect(compared.estado).toBe('distinto')
  const both = await aqui.call('GET', `/api/entornos/${entornoId}/comparar/Consultar%20almac%C3%A9n`, {
    token,
  })
  const { aqui: here, alli: there } = both.json()
  expect([here.flujo.nodos[1], there.flujo.nodos[1]]).toMatchObject([
    { servidorId: 'Almacén de producción', nota: 'Se pregunta cada vez.' },
    { servidorId: 'Almacén de producción' },
  ])
  expect(here.flujo.nodos[2]).toEqual(there.flujo.nodos[2])
  expect([here.descripcion, there.descripcion]).toEqual(['Qué hay en el almacén.', proceso.descripcion])

  // Somebody sets there how many may run at once: that is a change, and stays.
  const suyo = (await alli.call('GET', `/api/procesos/${theirs?.id}`, { token: tokenAlli })).json()
  await alli.call('PUT', `/api/procesos/${theirs?.id}`, {
    token: tokenAlli,
    body: { ...suyo, concurrencia: 3 },
  })
  const { nombre, huellaAqui, huellaAlli } = compared
  const late = await post(
    aqui,
    `entornos/${entornoId}/promover`,
    { procesos: [{ nombre, huellaAqui, huellaAlli }] },
    token,
  )
  expect([late.statusCode, late.json().codigo]).toEqual([409, 'COMPARACION_OBSOLETA'])

  expect((await promote([nombre], { publicar: false })).json().resultados).toMatchObject([
    { estado: 'borrador' },
  ])
  expect(await find(nombre)).toMatchObject({
    estado: 'distinto',
    alli: { version: 1, conCambios: true, borradorIgual: true },
  })
  expect((await promote([nombre])).json().resultados).toMatchObject([{ estado: 'publicado', version: 2 }])
  const after = (await alli.call('GET', `/api/procesos/${theirs?.id}`, { token: tokenAlli })).json()
  expect([after.id, after.concurrencia]).toEqual([theirs?.id, 3])
})

test('everybody compares; who promotes is for the entorno to say, and admins alone write it', async () => {
  const [operador, lectura] = await Promise.all(
    ['ana', 'luis'].map(async (username) => (await aqui.signIn(username)).token),
  )
  expect((await compare(lectura)).procesos.length).toBeGreaterThan(3)
  const refused = await promote(['Consultar almacén'], {}, operador)
  expect([refused.statusCode, refused.json().codigo]).toEqual([403, 'PERMISO_DENEGADO'])
  const entorno = (await aqui.call('GET', `/api/entornos/${entornoId}`, { token })).json()
  const put = (bearer: string | undefined) =>
    aqui.call('PUT', `/api/entornos/${entornoId}`, {
      token: bearer,
      body: { ...entorno, promueven: 'operador' },
    })
  expect([(await put(operador)).statusCode, (await put(token)).statusCode]).toEqual([403, 200])
  expect((await promote(['Consultar almacén'], {}, operador)).json().resultados).toMatchObject([
    { estado: 'borrador' },
  ])
  expect((await promote(['Consultar almacén'], {}, lectura)).statusCode).toBe(403)
})

test('a test says whose the key is and which version stands there', async () => {
  const probado = (await post(aqui, `entornos/${entornoId}/probar`, {}, token)).json()
  expect(probado).toMatchObject({
    ok: true,
    usuario: { username: 'jefa', role: 'admin' },
    version: expect.any(String),
  })
  expect(probado.pasos.map(({ nombre }: { nombre: string }) => nombre)).toEqual([
    'Nombre',
    'TCP',
    'Inicio de sesión',
    'Comparación',
  ])
  const [listed] = (await aqui.call('GET', '/api/entornos', { token })).json()
  expect(listed.comprobacion).toMatchObject({ ok: true, version: probado.version, error: null })
  const nombres = (await aqui.call('GET', `/api/entornos/${entornoId}/nombres`, { token })).json()
  expect(nombres).toMatchObject({
    aqui: { servidores: expect.arrayContaining(['Almacén']) },
    alli: { servidores: expect.arrayContaining(['Almacén de producción']) },
  })
})
