import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

let api: WholeApi
const tokens = { admin: '', operador: '', lectura: '' }
let procesoId: string
let path: string

beforeAll(async () => {
  api = await startWholeApi({
    limits: { casosPrueba: 6, casoPruebaBytes: 2_000, casoRespuestaBytes: 100_000 },
  })
  for (const role of ['admin', 'operador', 'lectura'] as const) {
    await api.addUsuario(role, role)
    tokens[role] = (await api.signIn(role)).token
  }
  procesoId = await createProceso('Saludo')
  path = `/api/procesos/${procesoId}/casos-prueba`
})
afterAll(() => api.close())

const call = (method: string, url: string, body?: object, role: keyof typeof tokens = 'operador') =>
  api.call(method, url, { token: tokens[role], ...(body && { body }) })

/** Greets by name, and answers as many items as it is asked for. */
async function createProceso(nombre: string): Promise<string> {
  const flujo = {
    version: 1,
    nodos: [
      {
        id: 'e',
        tipo: 'entrada',
        nombre: 'Entrada',
        posicion: { x: 0, y: 0 },
        parametros: [
          { nombre: 'nombre', tipo: 'texto', requerido: true },
          { nombre: 'n', tipo: 'entero', defecto: 2 },
        ],
      },
      {
        id: 's',
        tipo: 'salida',
        nombre: 'Salida',
        posicion: { x: 300, y: 0 },
        estadoHttp: 200,
        parametros: [
          { nombre: 'saludo', tipo: 'texto', expresion: '"Hola " & e.nombre', orden: 1 },
          { nombre: 'doble', tipo: 'entero', expresion: 'e.n * 2', orden: 2 },
          { nombre: 'inverso', tipo: 'decimal', expresion: '1 / e.n', orden: 3 },
          { nombre: 'largo', tipo: 'texto', expresion: 'REPETIR("x"; e.n)', orden: 4 },
        ],
      },
    ],
    conexiones: [{ id: 'c1', origen: 'e', destino: 's' }],
  }
  const answer = await call('POST', '/api/procesos', { nombre, flujo }, 'admin')
  expect(answer.statusCode).toBe(201)
  return answer.json().id
}

const CASO = {
  nombre: 'A Ana',
  entrada: { nombre: 'Ana' },
  esperado: {
    estado: 'ok',
    estadoHttp: 200,
    comparar: 'completa',
    salida: { saludo: 'Hola Ana', doble: 4, inverso: 0.5, largo: 'xx' },
  },
}

async function create(caso: object): Promise<string> {
  const answer = await call('POST', path, caso)
  expect(answer.statusCode).toBe(201)
  return answer.json().id
}

async function run(body: object = {}) {
  const answer = await call('POST', `${path}/ejecutar`, body)
  expect(answer.statusCode).toBe(200)
  return answer.json().resultados
}

async function clear() {
  for (const { id } of (await call('GET', path)).json()) await call('DELETE', `${path}/${id}`)
}

describe('a test case', () => {
  test('is written, read, changed upon its revision and removed, and all of that is audited', async () => {
    await clear()
    const created = await call('POST', path, CASO)
    expect(created.headers.location).toBe(`${path}/${created.json().id}`)
    const url = String(created.headers.location)
    expect((await call('GET', url)).json()).toMatchObject({ ...CASO, descripcion: '', revision: 1 })
    const stored = (await call('GET', url)).json()
    const changed = await call('PUT', url, { ...stored, descripcion: 'El primero' })
    expect(changed.json()).toMatchObject({
      revision: 2,
      descripcion: 'El primero',
      actualizadoPor: 'operador',
    })
    const stale = await call('PUT', url, { ...stored, descripcion: 'Otro' })
    expect([stale.statusCode, stale.json().codigo, stale.json().actual.descripcion]).toEqual([
      409,
      'REVISION_OBSOLETA',
      'El primero',
    ])
    expect((await call('DELETE', url)).statusCode).toBe(204)
    expect((await call('GET', url)).statusCode).toBe(404)
    const entradas = (await call('GET', '/api/auditoria?limite=5', undefined, 'admin')).json().entradas
    expect(
      entradas
        .slice(0, 3)
        .map(({ accion, detalle }: { accion: string; detalle: object }) => [accion, detalle]),
    ).toEqual([
      ['eliminar', { nombre: 'Saludo', casoDePrueba: 'A Ana' }],
      ['editar', { nombre: 'Saludo', casoDePrueba: 'A Ana', revision: 2 }],
      ['crear', { nombre: 'Saludo', casoDePrueba: 'A Ana' }],
    ])
  })

  test('is read by everybody who reads procesos, and written and run by who may edit them', async () => {
    await clear()
    const id = await create(CASO)
    expect((await call('GET', path, undefined, 'lectura')).json()).toMatchObject([{ id }])
    for (const [method, url] of [
      ['POST', path],
      ['PUT', `${path}/${id}`],
      ['DELETE', `${path}/${id}`],
      ['POST', `${path}/ejecutar`],
    ] as const)
      expect((await call(method, url, CASO, 'lectura')).statusCode).toBe(403)
  })

  test.each<[string, object, string]>([
    ['a name that stands there', { ...CASO, nombre: 'a ANA' }, 'nombre'],
    ['no name', { ...CASO, nombre: ' ' }, 'nombre'],
    ['an unknown expectation', { ...CASO, esperado: { estado: 'quizá' } }, 'esperado.estado'],
    ['an input that is no object', { ...CASO, nombre: 'Otro', entrada: [1] }, 'entrada'],
  ])('with %s is refused at its field', async (_what, caso, campo) => {
    await clear()
    await create(CASO)
    const refused = await call('POST', path, caso)
    expect([refused.statusCode, refused.json().errores[0].campo]).toEqual([422, campo])
  })

  test('stays within the limits of its size and of their number', async () => {
    await clear()
    const large = await call('POST', path, { ...CASO, entrada: { nombre: 'x'.repeat(2_000) } })
    expect([large.statusCode, large.json().codigo]).toEqual([422, 'LIMITE_SUPERADO'])
    for (let n = 0; n < 6; n++) await create({ ...CASO, nombre: `Caso ${n}` })
    const further = await call('POST', path, CASO)
    expect([further.statusCode, further.json().codigo]).toEqual([422, 'LIMITE_SUPERADO'])
  })

  test('of another proceso is not found here', async () => {
    await clear()
    const id = await create(CASO)
    const other = await createProceso('Otro')
    expect((await call('GET', `/api/procesos/${other}/casos-prueba/${id}`)).statusCode).toBe(404)
    expect(
      (await call('POST', `/api/procesos/${other}/casos-prueba/ejecutar`, { casos: [id] })).statusCode,
    ).toBe(404)
  })
})

describe('running them', () => {
  test('tells of each whether it came out as it should, and where it did not', async () => {
    await clear()
    const ids = [
      await create(CASO),
      await create({
        nombre: 'Solo un campo',
        entrada: { nombre: 'Eva' },
        esperado: { estado: 'ok', comparar: 'campos', salida: { saludo: 'Hola Ana' } },
      }),
      await create({
        nombre: 'Entre cero',
        entrada: { nombre: 'Eva', n: 0 },
        esperado: { estado: 'error', codigo: 'OTRO' },
      }),
      await create({
        nombre: 'Sin nombre',
        entrada: {},
        esperado: { estado: 'error', codigo: 'ENTRADA_INVALIDA' },
      }),
      await create({
        nombre: 'Demasiado',
        entrada: { nombre: 'Eva', n: 200_000 },
        esperado: { estado: 'ok', salida: {} },
      }),
    ]
    const resultados = await run()
    expect(resultados.map(({ casoId, ok }: { casoId: string; ok: boolean }) => [casoId, ok])).toEqual([
      [ids[0], true],
      [ids[1], false],
      [ids[2], false],
      [ids[3], true],
      [ids[4], false],
    ])
    expect(resultados[1].diferencias).toEqual([
      {
        ruta: 'salida.saludo',
        mensaje: 'El valor es otro.',
        esperado: 'Hola Ana',
        obtenido: 'Hola Eva',
      },
    ])
    expect(resultados[2]).toMatchObject({
      estado: 'error',
      idEjecucion: expect.any(String),
      diferencias: [{ ruta: 'codigo', esperado: 'OTRO', obtenido: 'EXPRESION_FALLIDA' }],
    })
    expect(resultados[3]).toMatchObject({ estado: 'error', idEjecucion: null })
    expect(resultados[4].diferencias[0].mensaje).toContain('demasiado grande')
    // Each of them is a run of its own, which can be looked at.
    const ejecucion = await call('GET', `/api/ejecuciones/${resultados[0].idEjecucion}`)
    expect(ejecucion.json()).toMatchObject({ origen: 'prueba', procesoId })
  })

  test('runs those that are asked for, against the draft or a version', async () => {
    await clear()
    await create(CASO)
    const other = await create({ ...CASO, nombre: 'Otro' })
    expect(await run({ casos: [other] })).toMatchObject([{ casoId: other, ok: true }])
    expect((await call('POST', `${path}/ejecutar`, { version: 7 })).statusCode).toBe(404)
    await call('POST', `/api/procesos/${procesoId}/publicar`, {})
    const stored = (await call('GET', `/api/procesos/${procesoId}`)).json()
    const nodos = stored.flujo.nodos.map((nodo: { id: string; parametros: object[] }) =>
      nodo.id === 's' ? { ...nodo, parametros: nodo.parametros.slice(0, 1) } : nodo,
    )
    await call('PUT', `/api/procesos/${procesoId}`, { ...stored, flujo: { ...stored.flujo, nodos } })
    expect(await run({ version: 1 })).toMatchObject([{ ok: true }, { ok: true }])
    expect((await run())[0]).toMatchObject({
      ok: false,
      diferencias: [{ ruta: 'salida.doble' }, { ruta: 'salida.largo' }, { ruta: 'salida.inverso' }],
    })
  })

  test('takes what it pins as it is and does not call it', async () => {
    const id = await createProceso('Fijado')
    const fijado = { ...CASO, datosFijados: { e: { nombre: 'Eva', n: 2 } } }
    await call('POST', `/api/procesos/${id}/casos-prueba`, fijado)
    const answer = await call('POST', `/api/procesos/${id}/casos-prueba/ejecutar`, {})
    expect(answer.json().resultados[0].diferencias).toMatchObject([{ obtenido: 'Hola Eva' }])
  })

  test('a draft that cannot be run says so once', async () => {
    const id = await createProceso('Roto')
    const stored = (await call('GET', `/api/procesos/${id}`)).json()
    await call('POST', `/api/procesos/${id}/casos-prueba`, CASO)
    await call('PUT', `/api/procesos/${id}`, { ...stored, flujo: { ...stored.flujo, conexiones: [] } })
    const refused = await call('POST', `/api/procesos/${id}/casos-prueba/ejecutar`, {})
    expect([refused.statusCode, refused.json().codigo]).toEqual([422, 'FLUJO_INVALIDO'])
  })
})

test('they go along when the proceso is exported, imported, duplicated, and go when it is removed', async () => {
  await clear()
  await create(CASO)
  const paquete = (await call('GET', `/api/procesos/${procesoId}/exportar`)).json()
  expect(paquete.casosPrueba).toMatchObject([CASO])
  const imported = await call('POST', '/api/procesos/importar', { paquete, nombre: 'Importado' })
  const duplicated = await call('POST', `/api/procesos/${procesoId}/duplicar`, {})
  for (const { id } of [imported.json(), duplicated.json()]) {
    expect((await call('GET', `/api/procesos/${id}/casos-prueba`)).json()).toMatchObject([CASO])
    await call('DELETE', `/api/procesos/${id}`, undefined, 'admin')
  }
  const rows = await api.deps.db.selectFrom('procesoCasos').select('procesoId').execute()
  expect(new Set(rows.map((row) => row.procesoId))).toContain(procesoId)
  // Bundles of earlier versions have none.
  const { casosPrueba: _, ...earlier } = paquete
  const old = await call('POST', '/api/procesos/importar', { paquete: earlier, nombre: 'Anterior' })
  expect((await call('GET', `/api/procesos/${old.json().id}/casos-prueba`)).json()).toEqual([])
  const many = Array.from({ length: 7 }, (_each, n) => ({ ...CASO, nombre: `Caso ${n}` }))
  const refused = await call('POST', '/api/procesos/importar', {
    paquete: { ...paquete, casosPrueba: many },
    nombre: 'Demasiados',
  })
  expect([refused.statusCode, refused.json().codigo]).toEqual([422, 'LIMITE_SUPERADO'])
})
