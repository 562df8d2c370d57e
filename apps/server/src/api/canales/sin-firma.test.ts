import type { Hallazgo } from '@div/contract'
import { makeIdentities, missingOpenssl } from '@div/soap/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Runtime } from '../../motor/runtime.ts'
import { registerProcesos } from '../procesos/routes.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { startTestRuntime } from '../testing-runtime.ts'
import { registerCanales } from './routes.ts'

const posicion = { x: 0, y: 0 }
const flujo = (inquilino: object) => ({
  version: 1,
  nodos: [
    {
      id: 'n1',
      tipo: 'entrada',
      nombre: 'Entrada',
      posicion,
      parametros: [{ nombre: 'id' }, { nombre: 'inquilino', tipo: 'texto', ...inquilino }],
    },
    { id: 'n2', tipo: 'salida', nombre: 'Salida', posicion, parametros: [] },
  ],
  conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
})

describe.skipIf(missingOpenssl() !== null)(
  'a canal of signed envelopes, and what only a header could bring',
  () => {
    let api: TestApi
    let runtime: Runtime
    let acceso: object
    beforeAll(async () => {
      api = await startTestApi(
        (app, deps) => {
          registerCanales(app, deps)
          registerProcesos(app, deps)
        },
        async ({ db, databaseUrl, secretos }) => {
          runtime = await startTestRuntime({ db, databaseUrl, secretos })
          return { runtime }
        },
      )
      acceso = { tipo: 'firma', certificados: makeIdentities().autoridad.pem.certificado }
    })
    afterAll(async () => {
      await runtime.close()
      await api.close()
    })

    const post = (url: string, body: object = {}) => api.call('POST', url, { body })

    async function publish(nombre: string, inquilino: object): Promise<string> {
      const created = await post('/api/procesos', { nombre, flujo: flujo(inquilino) })
      const { id } = created.json()
      expect((await post(`/api/procesos/${id}/publicar`)).statusCode).toBe(200)
      return id
    }

    const createCanal = async (ruta: string, more: object) =>
      (await post('/api/canales', { nombre: ruta, tipo: 'SOAP', ruta, ...more })).json()

    const assign = (canal: { id: string }, procesoId: string) =>
      api.call('PUT', `/api/canales/${canal.id}/procesos`, { body: [{ procesoId, operacion: 'Ver' }] })

    const pedido = { requerido: true, origen: 'cabecera' }
    const mensaje = (proceso: string) =>
      `El proceso «${proceso}» pide «inquilino» en una cabecera, y las de un sobre firmado no van firmadas: tómelo del cuerpo.`

    test('is told when it is assigned, unless the call does without', async () => {
      const canal = await createCanal('firmado', { acceso })
      const refused = await assign(canal, await publish('Pide', pedido))
      expect([refused.statusCode, refused.json().errores]).toEqual([
        422,
        [{ campo: '[0].procesoId', mensaje: mensaje('Pide') }],
      ])
      for (const inquilino of [{ requerido: true }, { origen: 'cabecera' }, { ...pedido, defecto: 'x' }])
        expect((await assign(canal, await publish(JSON.stringify(inquilino), inquilino))).statusCode).toBe(
          200,
        )
    })

    test('is told when the canal begins to ask for signatures', async () => {
      const canal = await createCanal('abierto', { acceso: { tipo: 'publico' } })
      expect((await assign(canal, await publish('Abierto', pedido))).statusCode).toBe(200)
      const refused = await api.call('PUT', `/api/canales/${canal.id}`, { body: { ...canal, acceso } })
      expect([refused.statusCode, refused.json().errores]).toEqual([
        422,
        [{ campo: 'acceso.tipo', mensaje: mensaje('Abierto') }],
      ])
    })

    test('keeps nobody from editing or turning off a canal that had it before, and from turning it on again', async () => {
      const canal = await createCanal('antiguo', { acceso: { tipo: 'publico' } })
      expect((await assign(canal, await publish('Antiguo', pedido))).statusCode).toBe(200)
      // As an earlier version let it be.
      await sql`update canales set acceso = ${JSON.stringify(acceso)} where id = ${canal.id}`.execute(
        api.deps.db,
      )
      const put = async (change: object) => {
        const before = (await api.call('GET', `/api/canales/${canal.id}`)).json()
        return api.call('PUT', `/api/canales/${canal.id}`, { body: { ...before, ...change } })
      }
      expect((await put({ descripcion: 'Con firma' })).statusCode).toBe(200)
      expect((await put({ activo: false })).statusCode).toBe(200)
      const refused = await put({ activo: true })
      expect([refused.statusCode, refused.json().errores]).toEqual([
        422,
        [{ campo: 'activo', mensaje: mensaje('Antiguo') }],
      ])
    })

    test('is told when the proceso is validated and published', async () => {
      const id = await publish('Cambia', {})
      expect((await assign(await createCanal('seguido', { acceso }), id)).statusCode).toBe(200)
      const found = async (inquilino: object) => {
        const { revision } = (await api.call('GET', `/api/procesos/${id}`)).json()
        const saved = { nombre: 'Cambia', flujo: flujo(inquilino), revision }
        expect((await api.call('PUT', `/api/procesos/${id}`, { body: saved })).statusCode).toBe(200)
        const { valido, hallazgos } = (await post(`/api/procesos/${id}/validar`)).json()
        return {
          valido,
          hallazgos: hallazgos.filter(({ campo }: Hallazgo) => campo === 'parametros[1].origen'),
        }
      }
      const hallazgo = {
        nodo: 'n1',
        campo: 'parametros[1].origen',
        mensaje:
          'El canal «seguido» pide sobres firmados, y una cabecera no va firmada: «inquilino» no llega por él. Tómelo del cuerpo.',
      }
      expect(await found({ origen: 'cabecera' })).toEqual({
        valido: true,
        hallazgos: [{ ...hallazgo, gravedad: 'aviso' }],
      })
      expect(await found(pedido)).toEqual({ valido: false, hallazgos: [{ ...hallazgo, gravedad: 'error' }] })
      expect((await post(`/api/procesos/${id}/publicar`)).statusCode).toBe(422)
    })
  },
)
