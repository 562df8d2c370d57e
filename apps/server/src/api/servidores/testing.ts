import { FLUJO_VERSION } from '@div/contract'
import { v7 as uuid } from 'uuid'
import type { Runtime } from '../../motor/runtime.ts'
import { startTestApi, type TestApi } from '../testing.ts'
import { startTestRuntime } from '../testing-runtime.ts'
import { registerServidores } from './routes.ts'

export interface TestServidores {
  api: TestApi
  /** Of a servidor that is the database of the test itself. */
  id: string
  close(): Promise<void>
}

/** The API of servidores with what opens them, and one that answers. */
export async function startTestServidores(): Promise<TestServidores> {
  let runtime: Runtime | undefined
  let databaseUrl = ''
  const api = await startTestApi(registerServidores, async (deps) => {
    databaseUrl = deps.databaseUrl
    runtime = await startTestRuntime(deps)
    return { runtime }
  })
  const url = new URL(databaseUrl)
  const config = {
    host: url.hostname,
    puerto: Number(url.port),
    baseDatos: url.pathname.slice(1),
    usuario: decodeURIComponent(url.username),
    contrasena: decodeURIComponent(url.password),
  }
  const body = { nombre: 'Propia', tipoServidor: 'postgresql', permitirRedPrivada: true, config }
  const created = await api.call('POST', '/api/servidores', { body })
  return {
    api,
    id: created.json().id,
    async close() {
      await runtime?.close()
      await api.close()
    },
  }
}

/** A draft with one node, which calls that operation of a servidor. */
export async function addProcesoThatCalls(
  { api: { deps } }: TestServidores,
  {
    nombre,
    servidorId,
    ...called
  }: { nombre: string; servidorId: string; tipoServidor: string; objeto: object },
): Promise<void> {
  const procesoId = uuid()
  const nodos = [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada', posicion: { x: 0, y: 0 }, parametros: [] },
    {
      id: 'n2',
      tipo: 'proceso',
      nombre: 'Llamar',
      posicion: { x: 1, y: 0 },
      tipoObjeto: 'operacion',
      parametros: [],
      servidorId,
      ...called,
    },
  ]
  await deps.db
    .insertInto('procesos')
    .values({
      id: procesoId,
      nombre,
      descripcion: '',
      categoriaId: null,
      modo: 'memoria',
      flujo: JSON.stringify({ version: FLUJO_VERSION, nodos, conexiones: [] }),
    })
    .execute()
  await deps.db
    .insertInto('procesoDependencias')
    .values({ procesoId, version: 0, recurso: 'servidores', referencia: servidorId, nodo: 'n2' })
    .execute()
}
