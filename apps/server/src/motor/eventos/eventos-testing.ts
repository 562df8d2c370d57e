import {
  type EventoDeTarea,
  type Flujo,
  type Limits,
  poolSchema,
  resilienciaSchema,
  type Tarea,
} from '@div/contract'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished } from 'vitest'
import { flujoOf, startRestMotor } from '../publishing/rest/rest-testing.ts'
import { addTarea } from '../scheduler/scheduler-testing.ts'
import type { TestMotor } from '../testing.ts'

/** Long enough for a machine that is busy with something else. */
export const PATIENCE = { timeout: 60_000 }

/** Says which order it was given. */
export const PEDIDO: Flujo = flujoOf(
  [{ nombre: 'pedido', tipo: 'entero', requerido: true }],
  [{ nombre: 'pedido', valorAsignado: { nodo: 'n1', ruta: 'pedido' } }],
)

export async function startEventosMotor(limits: Partial<Limits> = {}): Promise<TestMotor> {
  const { motor, close } = await startRestMotor(limits)
  onTestFinished(close)
  return motor
}

export async function addServidor(
  { database, runtime }: TestMotor,
  tipoServidor: string,
  config: object,
): Promise<string> {
  const id = uuid()
  await database.db
    .insertInto('servidores')
    .values({
      id,
      nombre: `Origen ${id}`,
      descripcion: '',
      categoriaId: null,
      tipoServidor,
      activo: true,
      permitirRedPrivada: true,
      config: JSON.stringify(config),
      pool: JSON.stringify(poolSchema.parse({})),
      resiliencia: JSON.stringify(resilienciaSchema.parse({})),
      actualizadoPor: null,
    })
    .execute()
  await runtime.definitions.catchUp()
  return id
}

/** A tarea that begins with an event, which takes `pedido` from `mensaje.pedido` where nothing else is said. */
export function addEscucha(
  motor: TestMotor,
  {
    procesoId,
    ...evento
  }: { procesoId: string } & Pick<EventoDeTarea, 'servidorId' | 'tipoEvento'> & Partial<EventoDeTarea>,
  changes: Partial<Tarea> = {},
): Promise<string> {
  return addTarea(motor, procesoId, {
    cron: '',
    evento: { opciones: {}, mapeo: { pedido: 'mensaje.pedido' }, enVuelo: 20, intentos: 3, ...evento },
    ...changes,
  })
}

export async function waitUntil(motor: TestMotor, tareaId: string, estado: string): Promise<void> {
  await expect.poll(async () => (await readEscucha(motor, tareaId))?.estado, PATIENCE).toBe(estado)
}

/** Why it does not listen. */
export async function readDetalle(motor: TestMotor, tareaId: string): Promise<string | null> {
  return (await readEscucha(motor, tareaId))?.detalle ?? null
}

function readEscucha({ database }: TestMotor, tareaId: string) {
  return database.db
    .selectFrom('escuchas')
    .select(['estado', 'detalle'])
    .where('tareaId', '=', tareaId)
    .executeTakeFirst()
}

/** What the runs of a tarea answered, in the order of the ledger; null: it has not ended. */
export async function readAnswers({ database }: TestMotor, tareaId: string): Promise<unknown[]> {
  const rows = await database.db
    .selectFrom('disparos')
    .leftJoin('ejecuciones', 'ejecuciones.id', 'disparos.ejecucionId')
    .select(['disparos.estado', 'ejecuciones.salida', 'disparos.motivo'])
    .where('tareaId', '=', tareaId)
    .orderBy('disparos.previsto')
    .execute()
  return rows.map(({ estado, salida, motivo }) =>
    estado === 'disparado' ? JSON.parse(String(salida)) : motivo,
  )
}
