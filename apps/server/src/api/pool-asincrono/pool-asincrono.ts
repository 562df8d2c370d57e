import {
  ajustesAsincronosSchema,
  cambioDePoolAsincronoSchema,
  type LimitesAsincronos,
  type Limits,
  type PoolAsincrono,
  RevisionObsoleta,
} from '@div/contract'
import type { Kysely } from 'kysely'
import {
  holdAjustes,
  readAjustes,
  type StoredAjustes,
  writeAsincronos,
} from '../../ajustes/ajustes-repository.ts'
import type { Database } from '../../db/tables.ts'
import type { PoolAsincronoAdmin } from '../../motor/admin/register-admin.ts'
import { countCola } from '../../motor/async-pool/count-cola.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'

/** The asynchronous pool as an admin sees and sets it; a change reaches every process by itself. */
export function createPoolAsincrono({
  db,
  limits,
}: {
  db: Kysely<Database>
  limits: Limits
}): PoolAsincronoAdmin {
  async function describe({ asincronos, revision }: StoredAjustes): Promise<PoolAsincrono> {
    return {
      ajustes: ajustesAsincronosSchema.parse(asincronos),
      porDefecto: defaultsOf(limits),
      revision,
      cola: await countCola(db),
    }
  }

  return {
    read: async () => describe(await readAjustes(db)),
    async change(usuario, body) {
      const { revision, ...ajustes } = parseInput(cambioDePoolAsincronoSchema, body)
      const stored = await db.transaction().execute(async (trx) => {
        const before = await holdAjustes(trx)
        if (before.revision !== revision) {
          const actual = await describe(before)
          throw new RevisionObsoleta(undefined, { extra: { actual, enviado: body } })
        }
        const written = await writeAsincronos(trx, { asincronos: ajustes, actualizadoPor: usuario })
        await audit(trx, {
          usuario,
          accion: 'editar',
          recurso: 'configuracion',
          recursoId: null,
          detalle: { antes: before.asincronos, ahora: ajustes },
        })
        return written
      })
      return describe(stored)
    },
  }
}

function defaultsOf(limits: Limits): LimitesAsincronos {
  const names = ajustesAsincronosSchema.keyof().options
  return Object.fromEntries(names.map((name) => [name, limits[name]])) as LimitesAsincronos
}
