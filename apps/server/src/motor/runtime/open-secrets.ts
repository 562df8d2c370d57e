import { type Canal, canalSchema, compileCoercion, type ErrorDeCampo, type TipoDato } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import type { Logger } from 'pino'
import type { Row } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import type { Redactor } from '../history/redactor.ts'

/** Opens stored definitions whose secrets are sealed; what is opened is hidden from then on in everything that is shown. */
export interface SecretOpener {
  /** Throws when the type is unknown or a secret was sealed under another key. */
  openServidor(row: Row<'servidores'>): Record<string, unknown>
  openParametro(row: Row<'parametros'>): unknown
  /** Null when it cannot be opened: the others go on, and the log says why. */
  openCanal(row: Row<'canales'>): Canal | null
}

export function createSecretOpener({
  secretos,
  redactor,
  log,
}: {
  secretos: Secretos
  redactor: Redactor
  log: Logger
}): SecretOpener {
  function open<Sealed>(owner: string, sealed: Sealed, openSealed: () => unknown): unknown {
    const opened = openSealed()
    redactor.set(owner, listOpened(sealed, opened))
    return opened
  }

  return {
    openServidor(row) {
      throw new Error(row.id)
    },
    openParametro({ id, nombre, tipo, secreto, valor }) {
      const opened = secreto
        ? open(`parametro:${id}`, valor, () => JSON.parse(secretos.open(id, String(valor))))
        : valor
      const errores: ErrorDeCampo[] = []
      return compileCoercion({ nombre, tipo: tipo as TipoDato })(opened, nombre, errores)
    },
    openCanal(row) {
      return canalSchema.parse(row)
    },
  }
}

/** The texts that differ from what is stored: those were sealed. */
function listOpened(sealed: unknown, opened: unknown): string[] {
  if (typeof opened === 'string') return opened === sealed ? [] : [opened]
  if (typeof opened !== 'object' || opened === null) return []
  return Object.entries(opened).flatMap(([name, value]) => {
    const before =
      typeof sealed === 'object' && sealed !== null && Object.hasOwn(sealed, name) ? Reflect.get(sealed, name) : undefined
    return listOpened(before, value)
  })
}
