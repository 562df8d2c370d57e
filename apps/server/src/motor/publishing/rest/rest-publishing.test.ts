import type { Flujo } from '@div/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestMotor } from '../../testing.ts'
import { ECHO, flujoOf, startRestMotor, WAITING } from './rest-testing.ts'

let rest: Awaited<ReturnType<typeof startRestMotor>>
beforeAll(async () => {
  rest = await startRestMotor()
})
afterAll(() => rest.close())

describe('what is published', () => {
  test('changes under continuous calls without a failed one', async () => {
    const answerOf = (numero: number) => flujoOf([], [{ nombre: 'numero', valor: numero }])
    const { procesoId } = await rest.publish('vivo', answerOf(1))
    let stop = false
    const seen = new Set<unknown>()
    const statuses = new Set<number>()
    const caller = async () => {
      while (!stop) {
        const { status, body } = await rest.call('/vivo/cosas', { method: 'POST' })
        statuses.add(status)
        seen.add(JSON.stringify(body))
      }
    }
    const callers = [caller(), caller(), caller(), caller()]
    for (let version = 2; version <= 6; version++) {
      await rest.motor.publishVersion(procesoId, version, answerOf(version))
      await expect.poll(() => seen.has(JSON.stringify({ numero: version })), { timeout: 2_000 }).toBe(true)
    }
    stop = true
    await Promise.all(callers)
    expect([...statuses]).toEqual([200])
  })

  test('but broken is 503 by name, and the others go on', async () => {
    const posicion = { x: 0, y: 0 }
    const operacion = {
      servidorId: uuid(),
      tipoServidor: 'sqlite',
      tipoObjeto: 'consulta',
      objeto: { sql: 'select 1' },
    }
    const broken: Flujo = {
      ...ECHO,
      nodos: [
        ...ECHO.nodos,
        { id: 'n3', tipo: 'proceso', nombre: 'Sin servidor', posicion, parametros: [], ...operacion },
      ],
      conexiones: [
        { id: 'c1', origen: 'n1', destino: 'n3' },
        { id: 'c2', origen: 'n3', destino: 'n2' },
      ],
    }
    await rest.publish('roto', broken)
    const answer = await rest.call('/roto/cosas/1')
    expect(answer).toMatchObject({ status: 503, body: { codigo: 'PUBLICACION_DEFECTUOSA' } })
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await rest.call('/eco/cosas/1')).toMatchObject({ status: 200 })
  })

  test('that uses a parametro follows it', async () => {
    const id = uuid()
    const set = async (valor: number) => {
      await rest.motor.database.db
        .insertInto('parametros')
        .values({
          id,
          nombre: 'iva',
          tipo: 'decimal',
          descripcion: '',
          categoriaId: null,
          secreto: false,
          valor: JSON.stringify(valor),
          actualizadoPor: null,
        })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ valor: JSON.stringify(valor), revision: 2 }),
        )
        .execute()
    }
    await set(0.16)
    await rest.publish('iva', flujoOf([], [{ nombre: 'iva', expresion: 'PARAMETRO("iva")' }]))
    expect((await rest.call('/iva/cosas', { method: 'POST' })).body).toEqual({ iva: 0.16 })
    await set(0.21)
    await expect
      .poll(async () => (await rest.call('/iva/cosas', { method: 'POST' })).body, { timeout: 2_000 })
      .toEqual({ iva: 0.21 })
  })

  test('describes itself', async () => {
    const { body } = await rest.call('/eco/openapi.json')
    expect(body).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/cosas/{id}': {
          get: {
            parameters: [
              {
                name: 'id',
                in: 'path',
                required: true,
                example: 7,
                schema: { type: 'integer', maximum: 1_000 },
              },
              { name: 'nombre', in: 'query', required: false },
            ],
            responses: { '200': { description: 'Respuesta' }, '400': { description: expect.any(String) } },
          },
        },
        '/cosas': {
          post: { requestBody: { content: { 'application/json': { schema: { required: ['id'] } } } } },
        },
      },
    })
  })

  test('has a page that runs no script of another origin', async () => {
    const page = await rest.call('/eco/docs')
    expect(page.text).toContain('<html lang="es">')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.text).not.toMatch(/<script>/)
    for (const asset of ['swagger-ui-bundle.js', 'swagger-ui.css', 'inicio.js']) {
      expect((await rest.call(`/eco/docs/${asset}`)).status).toBe(200)
    }
    expect((await rest.call('/eco/docs/..%2f..%2fpackage.json')).status).toBe(404)
  })
})

test('a motor that closes lets the calls under way end and writes their history', async () => {
  const other = await startTestMotor()
  const procesoId = await other.publishProceso(WAITING)
  await other.publishCanal({ ruta: 'fin' }, [{ procesoId, metodo: 'POST', ruta: '/' }])
  await other.database.db
    .insertInto('consecutivos')
    .values({
      id: uuid(),
      nombre: 'turno',
      descripcion: '',
      inicio: 1,
      incremento: 1,
      ultimo: null,
      prefijo: '',
      largo: 0,
      categoriaId: null,
      actualizadoPor: null,
    })
    .execute()
  let answer: Promise<Response> | undefined
  let closed: Promise<void> | undefined
  await other.database.db.transaction().execute(async (trx) => {
    await sql`select * from consecutivos for update`.execute(trx)
    answer = fetch(`${other.url}/rest/fin/`, { method: 'POST' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    closed = other.motor.close()
  })
  expect((await answer)?.status).toBe(200)
  await closed
  expect(await other.database.db.selectFrom('ejecuciones').select('estado').execute()).toEqual([
    { estado: 'ok' },
  ])
  await expect(fetch(other.url)).rejects.toThrow()
  await other.database.drop()
})
