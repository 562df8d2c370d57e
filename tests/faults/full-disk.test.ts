import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDataDir, stopProducts, until } from '../../e2e/product.ts'
import { ask, BACK_MS, countAnswers, expectTold, TOLD_NO_ROOM, watchCalls } from './calls.ts'
import { type FaultMotor, HEALTHY, startFaultMotor } from './fault-motor.ts'
import {
  countRuns,
  countUnwritten,
  expectProductWhole,
  type FaultProduct,
  type Published,
  publishCounted,
  startFaultProduct,
  untilEnded,
} from './fault-product.ts'
import { echoFlujo, healthyFlujo } from './flujos.ts'
import { mayMount } from './may-mount.ts'
import { postgresPeer } from './peers.ts'

/** While the disk is full. */
const RUNS = 100
const canMount = mayMount()

describe('a history that the database has no room for', () => {
  let faults: FaultMotor
  beforeAll(async () => {
    faults = await startFaultMotor({ historialPendiente: 50 })
  })
  afterAll(() => faults?.close())

  test('stops no call, waits within its bound, is counted beyond it, and is written when there is room again', async () => {
    const { database, runtime } = faults.motor
    // What a full disk answers (SQLSTATE 53100), from the table itself.
    const { servidorAt, address } = postgresPeer(database.url)
    const servidorId = await faults.addServidor(servidorAt(address))
    const node = { servidorId, tipoServidor: 'postgresql', tipoObjeto: 'consulta' }
    const run = async (ruta: string, sql: string) => {
      await faults.publishCall(ruta, { ...node, objeto: { sql } })
      expect(await faults.call(ruta)).toMatchObject({ status: 200 })
    }
    await run(
      'llenar',
      `do $$ begin
         create function sin_espacio() returns trigger language plpgsql as
           'begin raise exception ''no space left on device'' using errcode = ''53100''; end';
         create trigger lleno before insert on ejecuciones for each statement execute function sin_espacio();
       end $$`,
    )
    await faults.motor.runtime.history.flush()
    const { escritas } = runtime.history.counters()
    for (let round = 0; round < 10; round++) {
      expect(countAnswers(await faults.callAll(HEALTHY, 10))).toEqual({ 200: 10 })
    }
    await runtime.history.flush()
    const full = runtime.history.counters()
    expect(full.escritas).toBe(escritas)
    expect(full.pendientes).toBeLessThanOrEqual(50)
    expect(full.pendientes).toBeGreaterThan(0)
    expect(full.pendientes + full.descartadas).toBeGreaterThanOrEqual(100)
    await run('vaciar', 'drop trigger lleno on ejecuciones')
    await expect.poll(() => runtime.history.counters().pendientes, { timeout: BACK_MS }).toBe(0)
    expect(runtime.history.counters().escritas).toBeGreaterThanOrEqual(escritas + full.pendientes)
    await faults.expectWhole()
  })
})

describe('a disk that is really full', () => {
  let dataDir = ''
  let product: FaultProduct
  let greeting: Published
  let accepting: Published
  const ballast = () => join(dataDir, 'lastre')

  beforeAll(async () => {
    if (!canMount) return
    dataDir = await makeDataDir()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', dataDir])
    product = await startFaultProduct({}, { dataDir })
    greeting = await publishCounted(product, { nombre: 'Saludo', flujo: healthyFlujo() })
    accepting = await publishCounted(product, {
      nombre: 'Aceptada',
      flujo: echoFlujo(),
      canal: { modo: 'asincrono' },
      metodo: 'POST',
    })
    await product.rememberMemory([greeting.url])
  }, 90_000)
  afterAll(async () => {
    if (dataDir === '') return
    await product?.stop({ keepData: true })
    await stopProducts()
    execFileSync('umount', [dataDir])
    await rm(dataDir, { recursive: true, force: true })
  })

  /** More than there is room for in a page that was begun, and not to be made smaller. */
  const largeText = () => randomBytes(30_000).toString('base64')
  const fillDisk = () =>
    writeFile(ballast(), Buffer.alloc(400_000_000)).catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'ENOSPC' }),
    )
  const storeLargeParametro = () =>
    product.api('POST', '/parametros', { nombre: 'GRANDE', tipo: 'texto', valor: largeText() })
  const askLarge = () =>
    ask(accepting.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ texto: largeText() }),
    })

  test.skipIf(!canMount)(
    'as root: calls that need no database of ours go on, and their runs are in the history once there is room',
    async () => {
      await expectProductWhole(product)
      const before = await countRuns(product, greeting.procesoId)
      const others = watchCalls(greeting.url)
      try {
        await fillDisk()
        await others.expectAnswered()
        const told = await Promise.all(Array.from({ length: RUNS }, () => ask(greeting.url)))
        expect(countAnswers(told)).toEqual({ 200: RUNS })
        // A page that was begun has room for the first of them, and there is none for another page.
        expect(await countUnwritten(product)).toBeGreaterThan(0)
        expect((await product.motor('GET', '/health/live')).status).toBe(200)
        // The database was asked, and had no room.
        await expect.poll(() => product.output(), { timeout: BACK_MS }).toContain('history not written')
        // What has to be stored is refused, to people and to callers; a call is lost to nobody.
        const { status, codigo, detalle: detail } = TOLD_NO_ROOM
        await expect
          .poll(storeLargeParametro, { timeout: BACK_MS })
          .toMatchObject({ status, json: { codigo, detail } })
        expectTold([await askLarge()], ['507 BASE_DE_DATOS_LLENA'])
        await rm(ballast())
        const again = await until(
          () => product.api('POST', '/categorias', { nombre: 'Con sitio otra vez' }),
          ({ status }) => status === 201,
          BACK_MS,
        )
        expect(again.status).toBe(201)
      } finally {
        await others.stop()
      }
      others.expectUnharmed()
      expect((await product.motor('GET', '/rest/tienda/clientes/1')).status).toBe(200)
      await expect.poll(async () => (await askLarge()).status, { timeout: BACK_MS }).toBe(202)
      await untilEnded(product, accepting.procesoId)
      // Whole: nothing waits and nothing was given up.
      await expectProductWhole(product)
      expect(await countRuns(product, greeting.procesoId)).toBe(before + RUNS + others.told.length)
    },
    2 * BACK_MS,
  )
})
