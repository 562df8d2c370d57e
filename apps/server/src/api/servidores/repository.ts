import type { Servidor, Uso } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { listProcesosUsing } from '../usos/list-procesos-using.ts'

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

/** Processes one of whose nodes calls it. */
export function listUsos(db: Kysely<Database>, { id }: Row<'servidores'>): Promise<Uso[]> {
  return listProcesosUsing(db, 'servidores', id)
}
