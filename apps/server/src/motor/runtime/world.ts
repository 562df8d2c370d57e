import { compileCoercion, type ErrorDeCampo, TIPOS_DATO } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Row } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import type { StoredDefinitions } from '../definitions/read-definitions.ts'
import type { Redactor } from '../history/redactor.ts'
import type { ServidorActivo } from '../pools/servidor-activo.ts'
import { createTablas } from '../tablas/tablas.ts'

export interface WorldDeps {
  db: Kysely<Database>
  secretos: Secretos
  redactor: Redactor
  log: Logger
  /** A servidor was added, changed or removed. */
  onServidor(servidorId: string): void
}

/** What plans are compiled against: servidores, parametros and tablas as of the last change, with their secrets opened. */
export interface World {
  apply(stored: StoredDefinitions): Promise<void>
  servidor(id: string): ServidorActivo | undefined
  /** Undefined: there is no such parametro. */
  parametro(nombre: string): unknown
  tabla: ReturnType<typeof createTablas>['find']
  /** Of a dependency such as `servidor:<id>`; changes whenever the thing does. */
  stamp(dependencia: string): string
}

const ABSENT = 'ausente'

interface Stamped<Value> {
  stamp: string
  value: Value
}

export function createWorld({ db, secretos, redactor, log, onServidor }: WorldDeps): World {
  let servidores = new Map<string, Stamped<ServidorActivo>>()
  let parametros = new Map<string, Stamped<unknown>>()
  const tablas = createTablas(db)

  function applyServidores(rows: readonly Row<'servidores'>[]) {
    const before = servidores
    const next: typeof servidores = new Map()
    for (const row of rows) {
      const stamp = stampOf(row)
      const known = before.get(row.id)
      if (known?.stamp === stamp) {
        next.set(row.id, known)
        continue
      }
      const value = openServidor(row)
      if (value) next.set(row.id, { stamp, value })
    }
    servidores = next
    const changed = [...before.keys(), ...next.keys()].filter((id) => before.get(id) !== next.get(id))
    for (const id of new Set(changed)) onServidor(id)
  }
  return {} as World
}
