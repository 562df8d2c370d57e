import type { Flujo, Limits, Nodo } from '@div/contract'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { Trabajo } from '../async-pool/trabajo.ts'
import { flujoOf, json, startRestMotor } from '../publishing/rest/rest-testing.ts'

const POSICION = { x: 0, y: 0 }
export const INTERNO = '00000000-0000-7000-8000-00000000d1d1'

export const ID_TOMADA = '019fffff-ffff-7fff-bfff-ffffffffffff'
export const trabajoDe = (procesoId: string): Trabajo => ({
  procesoId,
  version: 1,
  canalId: null,
  tareaId: null,
  origen: 'canal',
  entrada: {},
  formato: 'json',
  tiempoMaximoMs: 1_000,
})

/** entrada → each of these one after another → salida, which answers what `respuesta` says. */
export function cadena(nodos: readonly Partial<Nodo>[], respuesta: string): Flujo {
  const [entrada, salida] = flujoOf(
    [{ nombre: 'texto', tipo: 'texto' }],
    [{ nombre: 'r', expresion: respuesta }],
  ).nodos as [Nodo, Nodo]
  const todos = [
    entrada,
    ...nodos.map((nodo, index) => ({ nombre: `Paso ${index}`, posicion: POSICION, ...nodo }) as Nodo),
    salida,
  ]
  return {
    version: 1,
    nodos: todos,
    conexiones: todos.slice(1).map((nodo, index) => ({
      id: `c${index}`,
      origen: todos[index]?.id ?? '',
      destino: nodo.id,
    })),
  }
}

export const mapea = (id: string, expresion: string): Partial<Nodo> => ({
  id,
  tipo: 'transformacion',
  parametros: [{ nombre: 'x', expresion }],
})
export const interno = (
  id: string,
  tipoObjeto: string,
  objeto: object,
  parametros: Nodo['parametros'] = [],
) => ({
  id,
  tipo: 'proceso' as const,
  servidorId: INTERNO,
  tipoServidor: 'interno',
  tipoObjeto,
  objeto,
  parametros,
})
/** Waits for a sequence whose row a test may lock. */
export const ESPERA_TURNO = mapea('turno', 'CONSECUTIVO("turno")')
export const PASOS = cadena([mapea('a', 'n1.texto & "!"'), ESPERA_TURNO, mapea('b', 'a.x & turno.x')], 'b.x')

export async function startDurableMotor(
  limits: Partial<Limits> = {},
  options: Parameters<typeof startRestMotor>[1] = {},
) {
  const started = await startRestMotor(limits, options)
  onTestFinished(started.close)
  const { motor } = started
  const { db } = motor.database
  await db
    .insertInto('servidores')
    .values({
      id: INTERNO,
      nombre: 'DIV',
      tipoServidor: 'interno',
      descripcion: '',
      categoriaId: null,
      activo: true,
      permitirRedPrivada: false,
      config: '{}',
      pool: '{}',
      resiliencia: '{}',
      actualizadoPor: null,
    })
    .execute()
  /** An entry of the queue that a worker has taken, and of which no process knows. */
  const acceptTaken = (id: string, trabajo: Trabajo) =>
    db.transaction().execute(async (trx) => {
      await motor.runtime.cola.acceptIn(trx, [{ idEjecucion: id, trabajo }])
      await sql`update cola.job set state = 'active', started_on = now(), heartbeat_on = now()
        where id = ${id}`.execute(trx)
    })
  return {
    ...started,
    db,
    acceptTaken,
    async publish(ruta: string, flujo: Flujo, changes = {}) {
      const procesoId = await motor.publishProceso(flujo, 'durable')
      await motor.publishCanal({ ruta, ...changes }, [{ procesoId, metodo: 'POST', ruta: '/cosas' }])
      return procesoId
    },
    ask: async (path: string) =>
      (await fetch(`${motor.url}${path}`)).json() as Promise<Record<string, unknown>>,
    /** Nodes of the run that are on disk. */
    guardados: async () => {
      const rows = await db.selectFrom('puntosDeControl').select('nodo').execute()
      return rows.map(({ nodo }) => nodo).sort()
    },
    /** As if its worker had died: the queue gives the run to another. */
    async loseLease() {
      await sql`update cola.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`.execute(
        db,
      )
    },
  }
}

export const SENAL = cadena(
  [
    interno('dir', 'direccionDeSenal', { nodo: 'senal' }),
    mapea('a', 'dir.ruta'),
    interno('senal', 'senal', {}),
  ],
  'senal.respuesta & "!"',
)

export async function startWaitingRun(flujo: Flujo, limits: Partial<Limits> = {}) {
  const started = await startDurableMotor(limits)
  const { publish, call, ask, db, motor } = started
  await publish('espera', flujo, { modo: 'asincrono' })
  const { body } = await call('/espera/cosas', json({ texto: 'hola' }))
  const { idEjecucion, urlEstado } = body as { idEjecucion: string; urlEstado: string }
  await expect.poll(() => ask(urlEstado)).toMatchObject({ estado: 'esperando' })
  const send = (ruta: string, value: unknown) => fetch(`${motor.url}${ruta}`, json(value))
  const readRuta = async () => {
    const [row] = await db
      .selectFrom('puntosDeControl')
      .select('contenido')
      .where('nodo', '=', 'dir')
      .execute()
    return (JSON.parse(row?.contenido ?? '') as { valor: { ruta: string } }).valor.ruta
  }
  return { ...started, idEjecucion, urlEstado, send, readRuta }
}
