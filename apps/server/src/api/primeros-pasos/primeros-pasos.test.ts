import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrimerosPasos, PrimerPaso } from '@div/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maintainPartitions } from '../../motor/history/partitions.ts'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

let api: WholeApi
let people = 0
/** Somebody new, who is in each test another one. */
let eva: string
let ruta: string

beforeAll(async () => {
  api = await startWholeApi({ conTienda: true, env: { DIV_ADMIN_PASSWORD: INITIAL } })
  await maintainPartitions(api.deps.db, { now: Date.now(), days: 30 })
})
beforeEach(async () => {
  const username = `eva${++people}`
  ruta = `/de/${username}`
  await api.addUsuario(username, 'operador')
  eva = (await api.signIn(username)).token
  // What a test tried is known to everybody.
  await api.deps.db.deleteFrom('servidorPruebas').execute()
})
afterAll(() => api.close())

const INITIAL = 'la que vino al principio'

async function look(token = eva): Promise<PrimerosPasos> {
  return (await api.call('GET', '/api/primeros-pasos', { token })).json()
}
async function isDone(paso: PrimerPaso, token = eva): Promise<boolean | undefined> {
  return (await look(token)).pasos.find((each) => each.paso === paso)?.hecho
}
async function post(path: string, body: object, token = eva) {
  const answer = await api.call('POST', `/api/${path}`, { token, body })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

const nodo = (id: string, tipo: string, more: object = {}) => ({
  id,
  tipo,
  nombre: id,
  parametros: [],
  ...more,
})
const flujoOf = (...between: object[]) => ({
  version: 1,
  nodos: [nodo('entrada', 'entrada'), ...between, nodo('salida', 'salida')],
  conexiones: [
    { id: 'c1', origen: 'entrada', destino: 'medio' },
    { id: 'c2', origen: 'medio', destino: 'salida' },
  ],
})
const DRAWN = flujoOf(
  nodo('medio', 'transformacion', { parametros: [{ nombre: 'uno', valor: 1, orden: 1 }] }),
)

async function draw(nombre = `El de ${ruta}`, flujo: object = DRAWN): Promise<string> {
  return (await post('procesos', { nombre, flujo })).id
}
/** In the canal of the sample shop. */
async function publish(procesoId: string): Promise<string> {
  await post(`procesos/${procesoId}/publicar`, {})
  const [canal] = (await api.call('GET', '/api/canales', { token: eva })).json()
  const path = `/api/canales/${canal.id}/procesos`
  const asignados = (await api.call('GET', path, { token: eva })).json()
  const mio = { procesoId, version: 'publicada', metodo: 'GET', ruta }
  const kept = asignados.map(({ procesoId, version, metodo, ruta }: Record<string, string>) => ({
    procesoId,
    version,
    metodo,
    ruta,
  }))
  const answer = await api.call('PUT', path, { token: eva, body: [...kept, mio] })
  expect(answer.statusCode, answer.body).toBe(200)
  return canal.id
}

test('nothing that the sample shop brings along is a step of anybody', async () => {
  const { pasos, ocultos, servidorDeEjemploId, ...rest } = await look()
  expect(pasos).toEqual([
    { paso: 'contrasena', hecho: true },
    { paso: 'servidor', hecho: false },
    { paso: 'proceso', hecho: false },
    { paso: 'canal', hecho: false },
    { paso: 'llamada', hecho: false },
  ])
  expect(ocultos).toBe(false)
  expect(servidorDeEjemploId).not.toBeNull()
  expect(rest).toEqual({ servidorSinProbarId: null, procesoId: null, publicado: null })
})

test('a servidor is connected once it answered; the one that did not is named', async () => {
  const { servidorDeEjemploId } = await look()
  await api.addUsuario(`jefe${people}`, 'admin')
  const { token } = await api.signIn(`jefe${people}`)
  const own = { nombre: 'Mía', tipoServidor: 'sqlite', config: { archivo: 'falta.db' } }
  const { id } = await post('servidores', own, token)
  expect((await post(`servidores/${id}/probar`, {}, token)).ok).toBe(false)
  expect(await look()).toMatchObject({ servidorSinProbarId: id })
  expect(await isDone('servidor')).toBe(false)
  await post(`servidores/${servidorDeEjemploId}/probar`, {})
  expect(await isDone('servidor')).toBe(true)
})

test('a servidor is connected once a proceso of theirs asks it', async () => {
  const { servidorDeEjemploId: servidorId } = await look()
  const asks = { servidorId, tipoServidor: 'sqlite', tipoObjeto: 'consulta', objeto: { sql: 'select 1' } }
  await draw('El que no pregunta')
  expect(await isDone('servidor')).toBe(false)
  await draw('El que pregunta', flujoOf(nodo('medio', 'proceso', asks)))
  expect(await isDone('servidor')).toBe(true)
})

test('a proceso is drawn once there is more in it than what it begins with, and by whom it was created', async () => {
  const { id } = await post('procesos', { nombre: 'Por dibujar' })
  expect(await isDone('proceso')).toBe(false)
  expect(await look()).toMatchObject({ procesoId: id })
  const drawn = await draw()
  expect(await isDone('proceso')).toBe(true)
  expect(await look()).toMatchObject({ procesoId: drawn })
  expect(await isDone('proceso', (await addOther()).token)).toBe(false)
})

test('a test case makes nobody the author of a proceso', async () => {
  const [sample] = (await api.call('GET', '/api/procesos?q=Consultar', { token: eva })).json()
  await post(`procesos/${sample.id}/casos-prueba`, {
    nombre: 'Uno',
    entrada: { id: 1 },
    esperado: { estado: 'ok' },
  })
  expect(await look()).toMatchObject({ procesoId: null })
})

test('a proceso is published once a canal answers with it', async () => {
  const id = await draw()
  await post(`procesos/${id}/publicar`, {})
  expect(await isDone('canal')).toBe(false)
  const canalId = await publish(id)
  expect(await isDone('canal')).toBe(true)
  expect(await look()).toMatchObject({ publicado: { canalId, operacion: `GET ${ruta}` } })
  expect(await isDone('llamada')).toBe(false)
})

test('a call of the history counts, of a test run or of another proceso does not', async () => {
  const procesoId = await draw()
  const canalId = await publish(procesoId)
  await run({ procesoId, canalId: null, origen: 'prueba' })
  await run({ procesoId: uuid(), canalId, origen: 'canal' })
  expect(await isDone('llamada')).toBe(false)
  await run({ procesoId, canalId, origen: 'canal' })
  expect(await isDone('llamada')).toBe(true)
})

test('what was sent with the test client counts where no history is kept', async () => {
  const canalId = await publish(await draw())
  const { id: usuarioId } = await api.deps.db
    .selectFrom('usuarios')
    .select('id')
    .where('username', '=', `eva${people}`)
    .executeTakeFirstOrThrow()
  const peticion = { destino: { tipo: 'canal', canalId, operacion: `GET ${ruta}`, ruta } }
  const sent = (estado: number | null) =>
    api.deps.db
      .insertInto('peticionesEnviadas')
      .values({
        id: uuid(),
        usuarioId,
        peticion: JSON.stringify(peticion),
        entornoId: null,
        estado,
        duracionMs: 1,
        idEjecucion: null,
        error: null,
      })
      .execute()
  await sent(null)
  expect(await isDone('llamada')).toBe(false)
  await sent(200)
  expect(await isDone('llamada')).toBe(true)
})

test('who hides them hides them from nobody else, and gets them back', async () => {
  const hide = async (ocultos: boolean) =>
    (await api.call('PUT', '/api/primeros-pasos', { token: eva, body: { ocultos } })).json().ocultos
  expect([await hide(true), await hide(true)]).toEqual([true, true])
  expect((await look()).ocultos).toBe(true)
  expect((await look((await addOther()).token)).ocultos).toBe(false)
  expect(await hide(false)).toBe(false)
  expect((await look()).ocultos).toBe(false)
})

test('the first admin has the password of the first start until it is changed', async () => {
  const { token } = await api.signIn('admin', INITIAL)
  expect(await isDone('contrasena', token)).toBe(false)
  // Another node never had the file.
  await rm(join(api.dataDir, 'admin-inicial.txt'))
  expect(await isDone('contrasena', token)).toBe(false)
  const body = { actual: INITIAL, nueva: 'una que eligió quien la usa' }
  const changed = await api.call('PUT', '/api/auth/password', { token, body })
  expect(changed.statusCode, changed.body).toBe(200)
  expect(await isDone('contrasena', changed.json().token)).toBe(true)
})

async function addOther() {
  await api.addUsuario(`otra${people}`, 'operador')
  return api.signIn(`otra${people}`)
}

async function run(of: { procesoId: string; canalId: string | null; origen: string }): Promise<void> {
  await api.deps.db
    .insertInto('ejecuciones')
    .values({
      id: uuid(),
      inicio: new Date(),
      duracionMs: 1,
      estado: 'ok',
      version: 1,
      errorCodigo: null,
      errorMensaje: null,
      errorNodo: null,
      nodoMotor: 'm',
      entrada: 'null',
      salida: 'null',
      pasos: '[]',
      ...of,
    })
    .execute()
}
