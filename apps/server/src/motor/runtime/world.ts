import { poolSchema, resilienciaSchema } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Row } from '../../db/tables.ts'
import type { StoredDefinitions } from '../definitions/read-definitions.ts'
import type { ServidorActivo } from '../pools/servidor-activo.ts'
import { createTablas, type Tablas } from '../tablas/tablas.ts'
import type { SecretOpener } from './open-secrets.ts'

export interface WorldDeps {
  db: Kysely<Database>
  opener: SecretOpener
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
  /** Of a parametro; undefined: whether any is secret. */
  isSecret(parametro: string | undefined): boolean
  tabla: Tablas['find']
  columnas: Tablas['columnas']
  /** Reads rows of tablas again where they changed. */
  refreshFilas(): Promise<void>
  /** Of a dependency such as `servidor:<id>`, or `parametro:*` for all of them; changes whenever the thing does. */
  stamp(dependencia: string): string
}

const ABSENT = 'ausente'

interface ParametroAbierto {
  valor: unknown
  secreto: boolean
}

interface Stamped<Value> {
  stamp: string
  value: Value
}

export function createWorld({ db, opener, log, onServidor }: WorldDeps): World {
  let servidores: ReadonlyMap<string, Stamped<ServidorActivo>> = new Map()
  let parametros: ReadonlyMap<string, Stamped<ParametroAbierto>> = new Map()
  const tablas = createTablas(db)

  function openServidor(row: Row<'servidores'>): ServidorActivo {
    const { id, nombre, tipoServidor, activo, permitirRedPrivada } = row
    return {
      id,
      nombre,
      tipoServidor,
      activo,
      permitirRedPrivada,
      config: opener.openServidor(row),
      pool: poolSchema.parse(row.pool),
      resiliencia: resilienciaSchema.parse(row.resiliencia),
    }
  }

  /** Opens what is new or changed. What cannot be opened counts as absent: the others go on. */
  function renew<Stored extends Row<'servidores'> | Row<'parametros'>, Value>(
    rows: readonly Stored[],
    known: ReadonlyMap<string, Stamped<Value>>,
    { keyOf, open }: { keyOf(row: Stored): string; open(row: Stored): Value },
  ): ReadonlyMap<string, Stamped<Value>> {
    const next = new Map<string, Stamped<Value>>()
    for (const row of rows) {
      const key = keyOf(row)
      const stamp = `${row.id}/${row.revision}/${row.actualizadoEn.getTime()}`
      const before = known.get(key)
      if (before?.stamp === stamp) {
        next.set(key, before)
        continue
      }
      try {
        next.set(key, { stamp, value: open(row) })
      } catch (error) {
        log.error({ err: error, id: row.id, nombre: row.nombre }, 'definition cannot be opened')
      }
    }
    return next
  }

  return {
    async apply(stored) {
      opener.retain(stored)
      const before = servidores
      servidores = renew(stored.servidores, before, { keyOf: ({ id }) => id, open: openServidor })
      parametros = renew(stored.parametros, parametros, {
        keyOf: ({ nombre }) => nombre,
        open: (row) => ({ valor: opener.openParametro(row), secreto: row.secreto }),
      })
      // Before anything that may fail: the next time there would be no difference left to tell.
      for (const id of new Set([...before.keys(), ...servidores.keys()])) {
        if (before.get(id) !== servidores.get(id)) onServidor(id)
      }
      await tablas.apply(stored.tablas)
    },
    servidor: (id) => servidores.get(id)?.value,
    parametro: (nombre) => parametros.get(nombre)?.value.valor,
    isSecret(parametro) {
      if (parametro !== undefined) return parametros.get(parametro)?.value.secreto ?? false
      return parametros.values().some(({ value }) => value.secreto)
    },
    tabla: tablas.find,
    columnas: tablas.columnas,
    refreshFilas: tablas.refreshFilas,
    stamp(dependencia) {
      const separator = dependencia.indexOf(':')
      const name = dependencia.slice(separator + 1)
      switch (dependencia.slice(0, separator)) {
        case 'servidor':
          return servidores.get(name)?.stamp ?? ABSENT
        case 'parametro':
          return name === '*'
            ? [...parametros.values()].map(({ stamp }) => stamp).join()
            : (parametros.get(name)?.stamp ?? ABSENT)
        default:
          return tablas.stamp(name)
      }
    },
  }
}
