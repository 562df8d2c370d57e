import { afterAll, beforeAll, expect, test } from 'vitest'
import { createValoresDePrueba } from '../../motor/valores-de-prueba/valores-de-prueba.ts'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

const ROWS = 5_000
const LIMITS = { pruebaValoresPorUsuario: 2, pruebaValoresBytes: 2_000_000 }

let api: WholeApi
let ana: string
let eva: string
let procesoId: string

beforeAll(async () => {
  api = await startWholeApi({ limits: LIMITS })
  await api.addUsuario('ana', 'admin')
  await api.addUsuario('eva', 'admin')
  await api.addUsuario('lucia', 'lectura')
  ana = (await api.signIn('ana')).token
  eva = (await api.signIn('eva')).token
  const url = new URL(process.env.DIV_TEST_POSTGRES ?? '')
  const servidor = await post('servidores', {
    nombre: 'Ventas',
    tipoServidor: 'postgresql',
    permitirRedPrivada: true,
    config: {
      host: url.hostname,
      puerto: Number(url.port),
      baseDatos: 'postgres',
      usuario: decodeURIComponent(url.username),
      contrasena: decodeURIComponent(url.password),
      ssl: false,
    },
  })
  const flujo = {
    version: 1,
    nodos: [
      {
        id: 'e',
        tipo: 'entrada',
        nombre: 'Entrada',
        parametros: [{ nombre: 'n', tipo: 'entero', requerido: true, orden: 1 }],
      },
      {
        id: 'q',
        tipo: 'proceso',
        nombre: 'Clientes',
        servidorId: servidor.id,
        tipoServidor: 'postgresql',
        tipoObjeto: 'consulta',
        objeto: {
          sql: `select n as id, 'Cliente ' || n as nombre, 'no se ve' as token from generate_series(1, cast(:n as integer)) n`,
        },
        parametros: [{ nombre: 'n', valorAsignado: { nodo: 'e', ruta: 'n' }, orden: 1 }],
      },
      {
        id: 's',
        tipo: 'salida',
        nombre: 'Salida',
        estadoHttp: 200,
        parametros: [
          { nombre: 'clientes', tipo: 'lista', valorAsignado: { nodo: 'q', ruta: 'filas' }, orden: 1 },
        ],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'e', destino: 'q' },
      { id: 'c2', origen: 'q', destino: 's' },
    ],
  }
  procesoId = (await post('procesos', { nombre: 'Ventas', flujo })).id
})
afterAll(() => api.close())

async function post(path: string, body: object, token = ana) {
  const answer = await api.call('POST', `/api/${path}`, { token, body })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}
const get = (path: string, token = ana) => api.call('GET', `/api/ejecuciones/${path}`, { token })
const run = (n = ROWS) => post(`procesos/${procesoId}/ejecutar`, { entrada: { n } })

test('every row of a large reading can be seen by page, wherever in the run it stood, without what is secret', async () => {
  const { idEjecucion, pasos, salida } = await run()
  // At once its beginning is shown.
  expect(salida.clientes.at(-1)).toMatch(/^… \d+ más$/)
  const { partes, completas } = (await get(`${idEjecucion}/partes`)).json()
  expect(completas).toBe(true)
  const paso = pasos.findIndex(({ nodo }: { nodo: string }) => nodo === 'q')
  const filas = partes.find(
    (each: { paso: number; clase: string }) => each.paso === paso && each.clase === 'lista',
  )
  expect(filas).toMatchObject({ ruta: ['filas'], total: ROWS, guardados: ROWS, lado: 'salida' })
  const read: { id: number; token: string }[] = []
  for (let pagina = 0; pagina < filas.paginas; pagina++) {
    const page = (await get(`${idEjecucion}/partes/${filas.parte}?pagina=${pagina}`)).json()
    expect(page.desde).toBe(read.length)
    read.push(...page.valor)
  }
  expect(read.map(({ id }) => id)).toEqual(Array.from({ length: ROWS }, (_each, index) => index + 1))
  expect(new Set(read.map(({ token }) => token))).toEqual(new Set(['•••']))
  const respuesta = partes.find((each: { paso: number | null; clase: string }) => {
    return each.paso === null && each.clase === 'lista'
  })
  expect(respuesta).toMatchObject({ ruta: ['clientes'], total: ROWS })
})

test('nobody but who made the run sees them, and whoever may not edit asks in vain', async () => {
  const { idEjecucion } = await run()
  expect((await get(`${idEjecucion}/partes/0`)).statusCode).toBe(200)
  expect((await get(`${idEjecucion}/partes`, eva)).json().partes).toEqual([])
  expect((await get(`${idEjecucion}/partes/0`, eva)).statusCode).toBe(404)
  const { token } = await api.signIn('lucia')
  expect((await get(`${idEjecucion}/partes/0`, token)).statusCode).toBe(403)
})

test('what goes past the limit is there as far as it goes, and how much it was is told', async () => {
  const { idEjecucion } = await run(60_000)
  const { partes, completas } = (await get(`${idEjecucion}/partes`)).json()
  expect(completas).toBe(false)
  const filas = partes.find(({ clase }: { clase: string }) => clase === 'lista')
  expect(filas.total).toBe(60_000)
  expect(filas.guardados).toBeGreaterThan(1_000)
  expect(filas.guardados).toBeLessThan(60_000)
})

test('of a person the last runs are kept, and of a small one there is nothing to keep', async () => {
  const runs = [await run(), await run(), await run()]
  const counts = await Promise.all(
    runs.map(async ({ idEjecucion }) => (await get(`${idEjecucion}/partes`)).json().partes.length),
  )
  expect(counts.map((count) => count > 0)).toEqual([false, true, true])
  const { idEjecucion } = await run(3)
  expect((await get(`${idEjecucion}/partes`)).json().partes).toEqual([])
})

test('a page that there is not is a 404', async () => {
  const { idEjecucion } = await run()
  expect((await get(`${idEjecucion}/partes/0?pagina=999`)).statusCode).toBe(404)
})

test('what was kept goes when its time is over, and not before', async () => {
  const { idEjecucion } = await run()
  const read = async () => (await get(`${idEjecucion}/partes`)).json().partes
  const purge = (pruebaValoresMinutos: number) =>
    createValoresDePrueba({ db: api.deps.db, limits: { ...LIMITS, pruebaValoresMinutos } }).purge()
  await purge(60)
  expect(await read()).not.toEqual([])
  await purge(0)
  expect(await read()).toEqual([])
})
