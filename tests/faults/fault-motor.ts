import { FLUJO_VERSION, type Flujo, type Limits } from '@div/contract'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { startTestMotor, type TestMotor } from '../../apps/server/src/motor/testing.ts'

/** What a caller is told. */
export interface Told {
  status: number
  codigo: string
  /** Seconds after which to try again; null: nothing is said of it. */
  retryAfter: number | null
  ms: number
}

export interface Servidor {
  tipoServidor: string
  config: Record<string, unknown>
  pool?: Record<string, unknown>
  resiliencia?: Record<string, unknown>
}

/** A motor with canales that call what a test breaks, and others that a fault must not touch. */
export interface FaultMotor {
  motor: TestMotor
  addServidor(servidor: Servidor): Promise<string>
  /** Publishes one call of the servidor at `/rest/<ruta>/`. */
  publishCall(ruta: string, node: CallNode, canal?: object): Promise<void>
  call(ruta: string): Promise<Told>
  /** So many calls at the same time. */
  callAll(ruta: string, count: number): Promise<Told[]>
  /** Calls without end until the answer is asked for: how those fared that depend on nothing broken. */
  watch(ruta: string): () => Promise<{ calls: number; refused: number; slowestMs: number }>
  /** No run is left, no connection is leased, nobody waits. */
  expectWhole(): Promise<void>
  close(): Promise<void>
}

export interface CallNode {
  servidorId: string
  tipoServidor: string
  tipoObjeto: string
  objeto: object
  transaccion?: string
}

/** The canal that depends on nothing. */
export const HEALTHY = 'sano'

export async function startFaultMotor(limits: Partial<Limits> = {}): Promise<FaultMotor> {
  const motor = await startTestMotor({ limits })
  const { db } = motor.database

  async function publish(ruta: string, flujo: Flujo, canal: object = {}) {
    const procesoId = await motor.publishProceso(flujo)
    await motor.publishCanal({ ruta, ...canal }, [{ procesoId, metodo: 'GET', ruta: '/' }])
  }

  const call = (ruta: string) => ask(`${motor.url}/rest/${ruta}/`)

  await publish(HEALTHY, healthyFlujo())

  return {
    motor,
    async addServidor({ tipoServidor, config, pool = {}, resiliencia = {} }) {
      const id = uuid()
      await db
        .insertInto('servidores')
        .values({
          id,
          nombre: `Servidor ${id}`,
          tipoServidor,
          activo: true,
          permitirRedPrivada: true,
          config: JSON.stringify(config),
          pool: JSON.stringify(pool),
          resiliencia: JSON.stringify(resiliencia),
          descripcion: '',
          categoriaId: null,
          actualizadoPor: null,
        })
        .execute()
      return id
    },
    publishCall: (ruta, node, canal) => publish(ruta, callFlujo(node), canal),
    call,
    callAll: (ruta, count) => Promise.all(Array.from({ length: count }, () => call(ruta))),
    watch: (ruta) => watchCalls(`${motor.url}/rest/${ruta}/`),
    async expectWhole() {
      const { runtime } = motor
      await expect
        .poll(
          () => ({
            enCurso: runtime.enCurso.list(Number.POSITIVE_INFINITY).length,
            activas: motor.motor.active(),
            pools: runtime.pools
              .stats()
              .filter(
                ({ activeConnections, waiting, retenidas }) =>
                  activeConnections + waiting + retenidas.length > 0,
              ),
          }),
          { timeout: 10_000 },
        )
        .toEqual({ enCurso: 0, activas: 0, pools: [] })
    },
    close: () => motor.close(),
  }
}

/** One call as the outside makes it. */
export async function ask(url: string): Promise<Told> {
  const began = performance.now()
  const answer = await fetch(url)
  const text = await answer.text()
  const retryAfter = answer.headers.get('retry-after')
  return {
    status: answer.status,
    codigo: answer.ok ? '' : codigoOf(text),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    ms: performance.now() - began,
  }
}

function codigoOf(text: string): string {
  const problem: unknown = JSON.parse(text)
  return typeof problem === 'object' && problem !== null && 'codigo' in problem ? String(problem.codigo) : ''
}

/** Two callers, one call after another. */
export function watchCalls(url: string) {
  let isOver = false
  const seen = { calls: 0, refused: 0, slowestMs: 0 }
  async function goOn() {
    while (!isOver) {
      // A connection that breaks is a call that was not answered.
      const { status, ms } = await ask(url).catch(() => ({ status: 0, ms: 0 }))
      seen.calls++
      if (status !== 200) seen.refused++
      seen.slowestMs = Math.max(seen.slowestMs, ms)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const callers = [goOn(), goOn()]
  return async () => {
    isOver = true
    await Promise.all(callers)
    return seen
  }
}

/** How many of each answer there were: `200`, `502 SERVIDOR_NO_RESPONDE`. */
export function countAnswers(told: readonly Told[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, codigo } of told) {
    const answer = codigo === '' ? String(status) : `${status} ${codigo}`
    counts[answer] = (counts[answer] ?? 0) + 1
  }
  return counts
}

const posicion = { x: 0, y: 0 }

export function healthyFlujo(): Flujo {
  return {
    version: FLUJO_VERSION,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion, parametros: [] },
      {
        id: 'n2',
        tipo: 'salida',
        nombre: 'Respuesta',
        posicion,
        parametros: [{ nombre: 'saludo', expresion: 'MAYUSCULAS("hola")' }],
      },
    ],
    conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
  }
}

/** entrada → one call → salida with what it answered. */
export function callFlujo(node: CallNode): Flujo {
  return {
    version: FLUJO_VERSION,
    nodos: [
      { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion, parametros: [] },
      { id: 'n2', tipo: 'proceso', nombre: 'Llamada', posicion, parametros: [], ...node },
      {
        id: 'n3',
        tipo: 'salida',
        nombre: 'Respuesta',
        posicion,
        parametros: [{ nombre: 'cuerpo', valorAsignado: { nodo: 'n2', ruta: '' } }],
      },
    ],
    conexiones: [
      { id: 'c1', origen: 'n1', destino: 'n2' },
      { id: 'c2', origen: 'n2', destino: 'n3' },
    ],
  }
}
