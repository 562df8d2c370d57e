import { LIMITS, monotonicNow } from '@div/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../../api/testing-whole.ts'
import { createCapacidades } from './capacidades.ts'

let api: WholeApi
let id: string

beforeAll(async () => {
  api = await startWholeApi()
  await api.addUsuario('jefa', 'admin')
  const { token } = await api.signIn('jefa')
  const create = async (recurso: string, body: object): Promise<string> => {
    const answer = await api.call('POST', `/api/${recurso}`, { token, body })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().id
  }
  const tablaId = await create('tablas', { nombre: 'clientes', columnas: [{ nombre: 'numero' }] })
  id = await create('ai-capabilities', {
    ...{ nombre: 'buscar', descripcion: 'Busca.', escribe: false },
    objetivo: { tipo: 'tabla', tablaId, claves: ['numero'], columnas: ['numero'] },
  })
})
afterAll(() => api?.close())

/** Its tablas answer when nobody waits any more. */
const endless = (capacidadMs: number) =>
  createCapacidades({
    db: api.deps.db,
    limits: { ...LIMITS, capacidadMs },
    definitions: () => ({
      find: () => Promise.reject(new Error('there is no proceso')),
      catchUp: () => Promise.resolve(),
    }),
    llamadas: {
      prepare: () => {
        throw new Error('there is no servidor')
      },
    },
    runProceso: () => Promise.reject(new Error('there is no proceso')),
    tablas: {
      find: (_nombre, _busqueda, { signal }) =>
        new Promise((_resolve, reject) => {
          const end = () => reject(signal?.reason)
          if (signal?.aborted) end()
          else signal?.addEventListener('abort', end, { once: true })
        }),
    },
    rag: { search: () => Promise.reject(new Error('there is no collection')) },
  })

const use = (capacidades: ReturnType<typeof endless>, signal = new AbortController().signal) =>
  capacidades.call(id, {
    ...{ argumentos: { numero: '7' }, permitida: null, pidiente: { id: 'jefa', role: 'admin' } },
    context: {
      ...{ idEjecucion: id, claveIdempotencia: id, profundidad: 0, savepoint: false },
      ...{ signal, deadline: monotonicNow() + 60_000 },
    },
  })

test('what takes too long is told as that, and a run that ends meanwhile as what ended it', async () => {
  await expect(use(endless(20))).rejects.toMatchObject({
    codigo: 'TIEMPO_AGOTADO',
    message: '«buscar» no terminó en 20 ms.',
  })
  const reason = new Error('stopped')
  await expect(use(endless(60_000), AbortSignal.abort(reason))).rejects.toBe(reason)
})
