import { expect, test } from 'vitest'
import type { Trabajo } from '../../motor/async-pool/trabajo.ts'
import type { EsperaGuardada } from '../../motor/durables/esperas-repository.ts'
import type { Latido, NodoVivo } from '../../motor/metrics/cluster.ts'
import { testLatido } from '../../motor/metrics/latido-testing.ts'
import { createEnCurso } from './en-curso.ts'
import type { EjecucionFilter } from './list-lugares.ts'

const run = (id: string, inicio: number) => ({
  id,
  inicio,
  procesoId: 'p',
  version: 1,
  canalId: null,
  origen: 'canal' as const,
})

const alive = (pid: number, enCurso: Latido['enCurso']): NodoVivo => ({
  id: `m${pid}`,
  rol: 'motor',
  inicio: new Date(0),
  latido: new Date(0),
  datos: testLatido({ host: 'h', pid, activas: enCurso.length, enCurso }),
})

const ESPERA: EsperaGuardada = {
  id: 'w',
  ejecucionId: 'b',
  nodo: 'n2',
  iteracion: '',
  region: null,
  clase: 'aprobacion',
  vence: null,
  rol: 'operador',
  titulo: 'Pagar',
  descripcion: '',
  datos: { total: 7 },
  creada: new Date(5),
}

const TRABAJO: Trabajo = {
  procesoId: 'p',
  version: 1,
  canalId: null,
  tareaId: null,
  origen: 'canal',
  entrada: { pedido: 'PED-7' },
  formato: 'json',
  tiempoMaximoMs: 1_000,
}

const enCurso = createEnCurso({
  ejecuciones: {
    readNombres: async () => new Map(),
    findNamed: async () => [],
  },
  durables: { listEsperas: async (id) => (id === 'b' ? [ESPERA] : []) },
  cola: {
    find: async (id) =>
      id === 'd'
        ? { estado: 'ejecutando', trabajo: TRABAJO, aceptada: new Date(1), iniciada: new Date(3) }
        : undefined,
  },
  readEntrada: async ({ entrada }) => entrada,
  nodos: {
    listAlive: async () => [
      alive(1, [run('a', 1), { ...run('c', 2), claveNegocio: null }]),
      alive(2, [run('b', 2), { ...run('d', 3), claveNegocio: 'PED-7' }]),
    ],
  },
})

test.each([1, 2, 3, 4, 5])(
  'what runs is read in pages of %i, newest first, each run once',
  async (limite) => {
    const seen: string[] = []
    let cursor: { inicio: Date; id: string } | null = null
    for (;;) {
      const page: { id: string; inicio: Date }[] = await enCurso.list({}, { limite, cursor })
      expect(page.length).toBeLessThanOrEqual(limite)
      seen.push(...page.map(({ id }) => id))
      const last = page.at(-1)
      if (!last) break
      cursor = last
    }
    expect(seen).toEqual(['d', 'c', 'b', 'a'])
  },
)

test('one that waits for somebody while it works says for whom, and no more of it', async () => {
  const { nodo, clase, vence, titulo, rol, creada } = ESPERA
  expect(await enCurso.find('b')).toMatchObject({
    estado: 'ejecutando',
    esperas: [{ nodo, clase, vence, titulo, rol, desde: creada }],
  })
  expect(JSON.stringify(await enCurso.find('b'))).not.toContain('total')
  expect(await enCurso.find('a')).not.toHaveProperty('esperas')
  expect(await enCurso.find('x')).toBeUndefined()
})

test('what runs shows its business key and is found by it; what was accepted shows what it was given', async () => {
  const page = { limite: 10, cursor: null }
  const clavesOf = async (filter: EjecucionFilter) =>
    (await enCurso.list(filter, page)).map(({ id, claveNegocio }) => [id, claveNegocio])
  expect(await clavesOf({})).toEqual([
    ['d', 'PED-7'],
    ['c', null],
    ['b', null],
    ['a', null],
  ])
  expect(await clavesOf({ q: 'PED-7' })).toEqual([['d', 'PED-7']])
  expect(await clavesOf({ clave: 'PED-7' })).toEqual([['d', 'PED-7']])
  expect(await clavesOf({ clave: 'PED' })).toEqual([])
  expect(await enCurso.find('d')).toMatchObject({ claveNegocio: 'PED-7', entrada: { pedido: 'PED-7' } })
  expect(await enCurso.find('a')).toMatchObject({ claveNegocio: null, entrada: null })
})
