import {
  type AiContexto,
  type AiContextoArmado,
  hasPermission,
  type Limits,
  PermisoDenegado,
  type Permission,
  type PiezaDeContexto,
  type Resource,
} from '@div/contract'
import type { Kysely } from 'kysely'
import { audit } from '../../api/auditoria/audit.ts'
import type { Actor } from '../../api/resource/resource-definition.ts'
import type { Database } from '../../db/tables.ts'
import type { Pools } from '../../motor/pools/pools.ts'
import { buildContexto } from './build-contexto.ts'

/** What a piece is read from. */
const SOURCES: Readonly<Record<PiezaDeContexto['tipo'], Resource | null>> = {
  texto: null,
  parametro: 'parametros',
  tabla: 'tablas',
  esquema: 'servidores',
}

/** What a context names is decided for whoever stores or uses it (security rule 7): the permission that they lack for it; null: none. */
export function findUnread(
  piezas: readonly PiezaDeContexto[],
  { role }: Pick<Actor, 'role'>,
): Permission | null {
  const needed = piezas.flatMap(({ tipo }): Permission[] => {
    const resource = SOURCES[tipo]
    return resource ? [`${resource}.leer`] : []
  })
  return needed.find((permiso) => !hasPermission(role, permiso)) ?? null
}

/** Throws PermisoDenegado. */
export function refuseUnread(piezas: readonly PiezaDeContexto[], usuario: Pick<Actor, 'role'>): void {
  const permiso = findUnread(piezas, usuario)
  if (permiso !== null) throw new PermisoDenegado({ permiso })
}

interface BuildDeps {
  db: Kysely<Database>
  limits: Pick<Limits, 'contextoBytes'>
  pools: Pick<Pools, 'describe'>
}

interface Use {
  valores: Readonly<Record<string, string>>
  usuario: Actor
  /** Aborted: nobody wants it any more. */
  signal?: AbortSignal
}

/** A context as it is for this person now. Throws what `buildContexto` throws, and PermisoDenegado. */
export async function buildForUsuario(
  { db, limits, pools }: BuildDeps,
  contenido: Pick<AiContexto, 'variables' | 'piezas'>,
  { valores, usuario, signal }: Use,
): Promise<AiContextoArmado> {
  refuseUnread(contenido.piezas, usuario)
  const explored = new Set<string>()
  return buildContexto(
    {
      db,
      limits,
      async describe(servidorId, nombre) {
        signal?.throwIfAborted()
        if (!explored.has(servidorId)) await auditUse(db, usuario.username, servidorId)
        explored.add(servidorId)
        return pools.describe(servidorId, { nombre })
      },
    },
    contenido,
    valores,
  )
}

/** Whoever looks into a servidor uses its secrets (security rule 21). */
async function auditUse(db: Kysely<Database>, usuario: string, servidorId: string): Promise<void> {
  const entry = {
    usuario,
    accion: 'explorar',
    recurso: 'servidores',
    recursoId: servidorId,
    detalle: { para: 'contexto' },
  } as const
  await db.transaction().execute((trx) => audit(trx, entry))
}
