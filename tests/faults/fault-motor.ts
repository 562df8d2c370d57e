import { randomUUID } from 'node:crypto'
import type { Flujo, Limits } from '@div/contract'
import { expect, vi } from 'vitest'
import { startTestMotor, type TestMotor, type TestMotorOptions } from '../../apps/server/src/motor/testing.ts'
import { ask, BACK_MS, type Load, startLoad, type Told, type Watch, watchCalls } from './calls.ts'
import { type CallNode, callFlujo, healthyFlujo } from './flujos.ts'
import { usedBytes } from './used-bytes.ts'

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
  /** Calls without end, until it is stopped. */
  load(ruta: string, callers?: number): Load
  /** The same, of those that depend on nothing broken. */
  watch(ruta: string): Watch
  /** What the history says of the runs that failed since it was asked last. */
  takeErrors(): Promise<string[]>
  /** Connections that runs hold. */
  leased(): number
  /** No run is left, no connection is leased, nobody waits, and the memory that faults took is back. */
  expectWhole(): Promise<void>
  close(): Promise<void>
}

/** What code that is compiled and pools that are opened may keep; one answer of the larger peers is more. */
const KEPT_BYTES = 33_554_432

/**
 * Percent that a processor never reaches: where the answers to many calls at once are compared, what a fault does is not told from a machine that other
 * tests keep busy. Tests for which a refusal is an answer like others leave it as it is by default.
 */
const NEVER_FULL = 101

/** The canal that depends on nothing. */
export const HEALTHY = 'sano'

/** No run is left, no connection is leased, nobody waits for one. */
export async function expectNothingLeft({ runtime, motor }: TestMotor): Promise<void> {
  await expect
    .poll(
      () => ({
        enCurso: runtime.enCurso.list(Number.POSITIVE_INFINITY).length,
        activas: motor.active(),
        pools: runtime.pools
          .stats()
          .filter(
            ({ activeConnections, waiting, retenidas }) => activeConnections + waiting + retenidas.length > 0,
          ),
      }),
      { timeout: BACK_MS },
    )
    .toEqual({ enCurso: 0, activas: 0, pools: [] })
}

export async function startFaultMotor(
  limits: Partial<Limits> = {},
  options: Pick<TestMotorOptions, 'reach'> = {},
): Promise<FaultMotor> {
  const motor = await startTestMotor({ limits: { ocupacionWorker: NEVER_FULL, ...limits }, ...options })
  const { db } = motor.database

  async function publish(ruta: string, flujo: Flujo, canal: object = {}) {
    const procesoId = await motor.publishProceso(flujo)
    await motor.publishCanal({ ruta, ...canal }, [{ procesoId, metodo: 'GET', ruta: '/' }])
  }

  const urlOf = (ruta: string) => `${motor.url}/rest/${ruta}/`
  const call = (ruta: string) => ask(urlOf(ruta))

  await publish(HEALTHY, healthyFlujo())
  await call(HEALTHY)
  const usedBefore = await usedBytes()
  const mayUse = usedBefore + KEPT_BYTES

  /** Rows that wait for the history are no leak. A test has no say in a hook: `expect.poll` refuses to be called there. */
  async function expectMemoryBack() {
    await motor.runtime.history.flush()
    const look = async () => expect(await usedBytes(mayUse)).toBeLessThanOrEqual(mayUse)
    await vi.waitFor(look, { timeout: BACK_MS })
  }

  return {
    motor,
    async addServidor({ tipoServidor, config, pool = {}, resiliencia = {} }) {
      const id = randomUUID()
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
    load: (ruta, callers) => startLoad(urlOf(ruta), callers),
    watch: (ruta) => watchCalls(urlOf(ruta)),
    async takeErrors() {
      await motor.runtime.history.flush()
      const failed = db.deleteFrom('ejecuciones').where('estado', '=', 'error').returning('errorMensaje')
      return (await failed.execute()).map(({ errorMensaje }) => errorMensaje ?? '')
    },
    leased: () => motor.runtime.pools.stats().reduce((sum, each) => sum + each.activeConnections, 0),
    async expectWhole() {
      await expectNothingLeft(motor)
      await expectMemoryBack()
    },
    async close() {
      await expectMemoryBack()
      await motor.close()
    },
  }
}
