import { DatosInvalidos, ServidorRechaza } from '@div/contract'
import type { PeticionDeConversacion, PiezaDeRespuesta } from '@div/servidores'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../db/testing.ts'
import type { Pools } from '../../motor/pools/pools.ts'
import { createAsistente } from './asistente.ts'
import { Charla, type Pregunta } from './preguntar.ts'

const PREGUNTA: Pregunta = { instrucciones: '', mensajes: [{ rol: 'usuario', texto: 'Hola' }], esquema: {} }
const LIMITES = { asistenteMs: 60_000, asistenteTokens: 100, asistenteALaVez: 1 }

type Converse = Pools['converse']

/** Answers as it is told, and remembers what it was asked. */
function poolsOf(...answers: (PiezaDeRespuesta[] | Error)[]) {
  const asked: PeticionDeConversacion[] = []
  const converse: Converse = async function* (_servidor, peticion) {
    asked.push(peticion)
    const answer = answers.shift() ?? []
    if (answer instanceof Error) throw answer
    yield* answer
  }
  return { converse, asked }
}

const said = (texto: string, salida: number | null = 2): PiezaDeRespuesta[] => [
  { tipo: 'modelo', modelo: 'otro' },
  { tipo: 'texto', texto },
  { tipo: 'fin', motivo: 'longitud', tokens: { entrada: 3, salida } },
]

function talk(
  pools: { converse: Converse },
  { signal = new AbortController().signal, limits = LIMITES } = {},
): Charla {
  return new Charla(pools, { servidorId: 's', modelo: 'm' }, { limits, usuarioId: 'u', signal })
}

const rechazo = (estado: number) =>
  new ServidorRechaza({ servidor: 'Modelos', motivo: 'no' }, { extra: { estado } })

test('who answers and what it took are added up, and what was cut is told', async () => {
  const charla = talk(poolsOf(said('uno'), said('dos')))
  expect(await charla.ask(PREGUNTA)).toEqual({ texto: 'uno', isCut: true })
  await charla.ask(PREGUNTA)
  expect(charla).toMatchObject({ modelo: 'otro', rondas: 2, tokens: { entrada: 6, salida: 4 } })
})

test('what a service does not tell of once is not known of all', async () => {
  const charla = talk(poolsOf(said('uno', null), said('dos')))
  await charla.ask(PREGUNTA)
  await charla.ask(PREGUNTA)
  expect(charla.tokens).toEqual({ entrada: 6, salida: null })
})

test('a service that refuses the shape is asked without it from then on; another refusal stands', async () => {
  const pools = poolsOf(rechazo(422), said('uno'), said('dos'))
  const charla = talk(pools)
  await charla.ask(PREGUNTA)
  await charla.ask(PREGUNTA)
  expect(pools.asked.map(({ esquema }) => esquema !== undefined)).toEqual([true, false, false])
  await expect(talk(poolsOf(rechazo(401))).ask(PREGUNTA)).rejects.toMatchObject({ extra: { estado: 401 } })
  await expect(talk(poolsOf(new DatosInvalidos())).ask(PREGUNTA)).rejects.toThrow(DatosInvalidos)
})

/** Says nothing until nobody waits any more. */
const silent: Converse = async function* (_servidor, _peticion, { signal }) {
  await new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  yield { tipo: 'texto', texto: '' }
}

test('it waits so long and no longer, and not for who has left', async () => {
  const late = talk({ converse: silent }, { limits: { ...LIMITES, asistenteMs: 20 } })
  await expect(late.ask(PREGUNTA)).rejects.toMatchObject({ codigo: 'TIEMPO_AGOTADO' })
  const gone = new AbortController()
  const left = talk({ converse: silent }, { signal: gone.signal }).ask(PREGUNTA)
  gone.abort()
  await expect(left).rejects.toMatchObject({ codigo: 'EJECUCION_CANCELADA' })
})

test('so many are talked with at a time; whoever comes then is told, and the next one is let in', async () => {
  const database = await createTestDatabase()
  try {
    const { db } = database
    await db
      .insertInto('servidores')
      .values({
        id: '0198a000-0000-7000-8000-000000000001',
        nombre: 'Modelos',
        descripcion: '',
        categoriaId: null,
        tipoServidor: 'openai',
        activo: true,
        permitirRedPrivada: true,
        config: '{}',
        pool: '{}',
        resiliencia: '{}',
        actualizadoPor: null,
      })
      .execute()
    await db
      .updateTable('configuracion')
      .set({ asistenteServidorId: '0198a000-0000-7000-8000-000000000001' })
      .execute()
    const asistente = createAsistente({ db, pools: poolsOf(), limits: LIMITES })
    const quien = { usuarioId: 'u', signal: new AbortController().signal }
    const { promise, resolve } = Promise.withResolvers<string>()
    const first = asistente.converse(quien, () => promise)
    await expect
      .poll(() => asistente.converse(quien, async () => 'dentro').catch(({ codigo }) => codigo))
      .toBe('ASISTENTE_OCUPADO')
    resolve('listo')
    expect(await first).toBe('listo')
    expect(await asistente.converse(quien, async () => 'dentro')).toBe('dentro')
    await db.updateTable('servidores').set({ activo: false }).execute()
    expect(await asistente.estado()).toEqual({ listo: false, motivo: expect.stringContaining('inactivo') })
  } finally {
    await database.drop()
  }
})
