import type { Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { audit } from '../auditoria/audit.ts'
import { listDependencias } from '../usos/list-dependencias.ts'
import { replaceDependencias } from '../usos/replace-dependencias.ts'
import { setVersionPublicada } from './repository.ts'
import { insertVersion } from './versiones-repository.ts'

/** Makes the draft the published version and answers its number. Whether it is valid was asked before; the caller holds its lock. */
export async function publishProceso(
  trx: Transaction<Database>,
  { proceso, nota, usuario }: { proceso: Row<'procesos'>; nota: string; usuario: string },
): Promise<number> {
  const { id, nombre, flujo } = proceso
  const version = await insertVersion(trx, { proceso, nota, usuario })
  await replaceDependencias(trx, { procesoId: id, version, dependencias: listDependencias(flujo) })
  await setVersionPublicada(trx, { id, version })
  await audit(trx, {
    usuario,
    accion: 'publicar',
    recurso: 'procesos',
    recursoId: id,
    detalle: { nombre, version, nota },
  })
  return version
}
