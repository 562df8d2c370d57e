import {
  ajustesAsincronosSchema,
  cambioDePoolAsincronoSchema,
  type LimitesAsincronos,
  type Limits,
  type PoolAsincrono,
} from '@div/contract'
import type { Kysely } from 'kysely'
import { readAjustes, type StoredAjustes, writeAsincronos } from '../../ajustes/ajustes-repository.ts'
import type { Database } from '../../db/tables.ts'
import type { PoolAsincronoAdmin } from '../../motor/admin/register-admin.ts'
import { countCola } from '../../motor/async-pool/count-cola.ts'
import { changeAjustes } from '../resource/change-ajustes.ts'
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
      const stored = await changeAjustes(db, {
        usuario,
        revision,
        enviado: body,
        describe,
        antes: (before) => before.asincronos,
        ahora: ajustes,
        write: (trx) => writeAsincronos(trx, { asincronos: ajustes, actualizadoPor: usuario }),
      })
      return describe(stored)
    },
  }
}

function defaultsOf(limits: Limits): LimitesAsincronos {
  const names = ajustesAsincronosSchema.keyof().options
  return Object.fromEntries(names.map((name) => [name, limits[name]])) as LimitesAsincronos
}
