import type { ResultadoDePrueba, Role, Servidor, UltimaPrueba, Uso } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { addAgentesUsing, listAgentesUsing } from '../usos/list-agentes-using.ts'
import { addAlertasUsing, listAlertasUsing } from '../usos/list-alertas-using.ts'
import { addCapacidadesUsing, listCapacidadesUsing } from '../usos/list-capacidades-using.ts'
import { addColeccionesUsing, listColeccionesUsing } from '../usos/list-colecciones-using.ts'
import { addContextosUsing, listContextosUsing } from '../usos/list-contextos-using.ts'
import { countProcesosUsing, listProcesosUsing } from '../usos/list-procesos-using.ts'
import { addTareasUsing, listTareasUsing } from '../usos/list-tareas-using.ts'

/** `config` comes with its secrets sealed. */
export function toRow(servidor: Servidor, config: Record<string, unknown>) {
  const { nombre, descripcion, categoriaId, tipoServidor, activo, permitirRedPrivada } = servidor
  return {
    nombre,
    descripcion,
    categoriaId,
    tipoServidor,
    activo,
    permitirRedPrivada,
    config: JSON.stringify(config),
    pool: JSON.stringify(servidor.pool),
    resiliencia: JSON.stringify(servidor.resiliencia),
  }
}

/** Processes one of whose nodes calls it, tareas that begin with its events, alertas that watch it or send mail through it, RAG collections whose vectors it makes, contexts that tell what it holds, agentes that it answers for, and capabilities that are tools of it. */
export async function listUsos(
  db: Kysely<Database>,
  { id }: Row<'servidores'>,
  { role }: { role: Role },
): Promise<Uso[]> {
  return [
    ...(await listProcesosUsing(db, 'servidores', id)),
    ...(await listTareasUsing(db, id)),
    ...(await listAlertasUsing(db, id)),
    ...(await listColeccionesUsing(db, id, role)),
    ...(await listContextosUsing(db, { fuente: 'servidorId', id, role })),
    ...(await listAgentesUsing(db, 'servidores', id)),
    ...(await listCapacidadesUsing(db, 'servidorId', id)),
  ]
}

export async function countUsos(db: Kysely<Database>, rows: readonly Row<'servidores'>[]) {
  const ids = rows.map(({ id }) => id)
  const procesos = await countProcesosUsing(db, 'servidores', ids)
  const others = await addAlertasUsing(db, ids, await addTareasUsing(db, ids, procesos))
  const colecciones = await addColeccionesUsing(db, ids, others)
  const contextos = await addContextosUsing(db, { fuente: 'servidorId', ids }, colecciones)
  const agentes = await addAgentesUsing(db, 'servidores', ids, contextos)
  return addCapacidadesUsing(db, 'servidorId', ids, agentes)
}

/** Keeps the newest test of the stored settings, for the list. */
export async function writePrueba(
  db: Kysely<Database>,
  { id, usuario, prueba: { ok, pasos } }: { id: string; usuario: string; prueba: ResultadoDePrueba },
): Promise<void> {
  const failed = pasos.find((paso) => !paso.ok)
  const values = {
    momento: new Date(),
    ok,
    duracionMs: pasos.reduce((sum, { duracionMs }) => sum + duracionMs, 0),
    paso: failed?.nombre ?? null,
    error: failed?.error ?? null,
    usuario,
  }
  await db
    .insertInto('servidorPruebas')
    .values({ servidorId: id, ...values })
    .onConflict((conflict) => conflict.column('servidorId').doUpdateSet(values))
    .execute()
}

/** It was of settings that are not stored any more. */
export async function forgetPrueba(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('servidorPruebas').where('servidorId', '=', id).execute()
}

export async function readPruebas(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UltimaPrueba>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('servidorPruebas').selectAll().where('servidorId', 'in', ids).execute()
  return new Map(
    rows.map(({ servidorId, momento, ...prueba }) => [
      servidorId,
      { ...prueba, momento: momento.toISOString() },
    ]),
  )
}
