import type { PrimerosPasos } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { SERVIDOR_DE_EJEMPLO } from '../../samples/servidor-de-ejemplo.ts'
import { FIRST_ADMIN } from '../access/set-password.ts'
import type { Actor } from '../resource/resource-definition.ts'

/** What there is of each step, and where it goes on. */
export type Hechos = Omit<PrimerosPasos, 'ocultos' | 'pasos'> & {
  servidor: boolean
  proceso: boolean
  llamada: boolean
}

/** More than anybody makes while learning; whoever made more has long been through. */
const PROCESOS = 50

/**
 * A person's procesos are those that they created; of one that only passes its entrada on nothing was drawn yet. A servidor counts once it
 * answered, or once one of these procesos asks it. Calls are looked for in the history, of which an admin may keep nothing, in what was
 * counted by the hour and in what the person sent with the test client.
 */
export async function readHechos(
  db: Kysely<Database>,
  { id: usuarioId, username }: Pick<Actor, 'id' | 'username'>,
): Promise<Hechos> {
  const { rows } = await sql<Hechos>`
    with propios as (
      select id, version_publicada,
        jsonb_path_exists(flujo, '$.nodos[*].tipo ? (@ != "entrada" && @ != "salida")') as dibujado,
        jsonb_path_exists(flujo,
          '$.nodos[*] ? (exists(@.servidorId ? (@ != "")) && @.tipoServidor != "interno")') as pregunta
      from procesos where exists (
        select from auditoria where recurso = 'procesos' and recurso_id = procesos.id::text
          and accion = 'crear' and usuario = ${username} and not detalle ? 'casoDePrueba')
      order by id desc limit ${PROCESOS}),
    publicados as (
      select propios.id as proceso_id, canal_id, coalesce(operacion, metodo || ' ' || canal_procesos.ruta) as operacion
      from propios
      join canal_procesos on proceso_id = propios.id
        and coalesce(canal_procesos.version, version_publicada) is not null
      join canales on canales.id = canal_id and canales.activo
      where dibujado)
    select
      exists (select from servidor_pruebas join servidores on servidores.id = servidor_id
        where ok and tipo_servidor <> 'interno') or exists (select from propios where pregunta) as servidor,
      exists (select from propios where dibujado) as proceso,
      exists (select from publicados join ejecuciones using (proceso_id, canal_id))
        or exists (select from publicados join ejecuciones_horas using (proceso_id, canal_id))
        or exists (select from publicados join peticiones_enviadas
          on peticion #>> '{destino,canalId}' = canal_id::text
          where usuario_id = ${usuarioId}::uuid and estado is not null) as llamada,
      (select id from servidores where tipo_servidor <> 'interno' and nombre <> ${SERVIDOR_DE_EJEMPLO}
        and not exists (select from servidor_pruebas where servidor_id = servidores.id and ok)
        order by id desc limit 1) as servidor_sin_probar_id,
      (select id from servidores where nombre = ${SERVIDOR_DE_EJEMPLO} and activo) as servidor_de_ejemplo_id,
      (select id from propios
        order by id in (select proceso_id from publicados), dibujado desc, id desc limit 1) as proceso_id,
      (select jsonb_build_object('canalId', canal_id, 'operacion', operacion) from publicados
        order by proceso_id desc, operacion limit 1) as publicado`.execute(db)
  const [hechos] = rows
  if (!hechos) throw new Error('the statement answered no row')
  return hechos
}

/**
 * Whoever has a temporary one is let in nowhere before choosing another: only the first admin's may be left as it was. That it was not is
 * read from the audit, which all nodes share: the file with the first one stands in the data folder of a single node.
 */
export async function choseOwnPassword(
  db: Kysely<Database>,
  { id, username }: Pick<Actor, 'id' | 'username'>,
): Promise<boolean> {
  if (username !== FIRST_ADMIN.username) return true
  const row = await db
    .selectFrom('auditoria')
    .select('id')
    .where('recurso', '=', 'usuarios')
    .where('recursoId', '=', id)
    .where('accion', 'in', ['cambiarPassword', 'restablecerPassword'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function areOcultos(db: Kysely<Database>, usuarioId: string): Promise<boolean> {
  const row = await db
    .selectFrom('primerosPasosOcultos')
    .select('usuarioId')
    .where('usuarioId', '=', usuarioId)
    .executeTakeFirst()
  return row !== undefined
}

export async function writeOcultos(db: Kysely<Database>, usuarioId: string, ocultos: boolean): Promise<void> {
  if (ocultos) {
    const row = { usuarioId }
    await db
      .insertInto('primerosPasosOcultos')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else await db.deleteFrom('primerosPasosOcultos').where('usuarioId', '=', usuarioId).execute()
}
