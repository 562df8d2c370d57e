import {
  type Canal,
  canalSchema,
  compileCoercion,
  type ErrorDeCampo,
  NoEncontrado,
  TIPOS_DATO,
} from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import { z } from 'zod'
import type { Row } from '../../db/tables.ts'
import { openParts } from '../../secretos/canal-secrets.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import type { StoredDefinitions } from '../definitions/read-definitions.ts'
import type { Redactor } from '../history/redactor.ts'
import type { SecretScope } from '../history/secret-scope.ts'

/** Opens stored definitions whose secrets are sealed; what is opened is hidden from then on in everything that is shown. */
export interface SecretOpener {
  /** Throws when the type is unknown or a secret was sealed under another key. */
  openServidor(row: Row<'servidores'>): Record<string, unknown>
  openParametro(row: Row<'parametros'>): unknown
  openCanal(row: Row<'canales'>): CanalAbierto
  /** Forgets the secrets of what is not there any more. */
  retain(stored: Pick<StoredDefinitions, 'servidores' | 'parametros' | 'canales'>): void
}

export interface CanalAbierto {
  canal: Canal
  /** Its own. */
  secretos: SecretScope
}

const tipoSchema = z.enum(TIPOS_DATO)

export function createSecretOpener(deps: { secretos: Secretos; redactor: Redactor }): SecretOpener {
  const { secretos, redactor } = deps

  return {
    openServidor({ id, tipoServidor, config }) {
      const definition = SERVIDORES[tipoServidor]
      if (!definition) throw new NoEncontrado({ recurso: 'el tipo de servidor', id: tipoServidor })
      const opened = secretos.openConfig(definition.config, id, config)
      redactor.set(`servidor:${id}`, listOpened(config, opened))
      return opened
    },
    openParametro({ id, nombre, tipo, secreto, valor }) {
      const opened: unknown = secreto ? JSON.parse(secretos.open(id, String(valor))) : valor
      redactor.set(`parametro:${nombre}`, secreto ? listOpened(undefined, opened) : [])
      const errores: ErrorDeCampo[] = []
      return compileCoercion({ nombre, tipo: tipoSchema.parse(tipo) })(opened, nombre, errores)
    },
    openCanal(row) {
      const { id, acceso, aviso } = row
      const opened = openParts(id, row, secretos)
      redactor.set(`canal:${id}`, listOpened({ acceso, aviso }, opened))
      return { canal: readCanal(row, opened), secretos: redactor.scope([`canal:${id}`]) }
    },
    retain({ servidores, parametros, canales }) {
      redactor.retain('servidor', servidores.map(idOf))
      redactor.retain(
        'parametro',
        parametros.map(({ nombre }) => nombre),
      )
      redactor.retain('canal', canales.map(idOf))
    },
  }
}

function idOf({ id }: { id: string }): string {
  return id
}

/** What differs from what is stored, as text: it was sealed. */
function listOpened(sealed: unknown, opened: unknown): string[] {
  if (typeof opened === 'string' || typeof opened === 'number')
    return opened === sealed ? [] : [String(opened)]
  if (typeof opened !== 'object' || opened === null) return []
  return Object.entries(opened).flatMap(([name, value]) => {
    const hasBefore = typeof sealed === 'object' && sealed !== null && Object.hasOwn(sealed, name)
    return listOpened(hasBefore ? Reflect.get(sealed, name) : undefined, value)
  })
}

function readCanal(row: Row<'canales'>, { acceso, aviso }: Pick<Row<'canales'>, 'acceso' | 'aviso'>): Canal {
  const { nombre, descripcion, categoriaId, tipo, ruta, activo, modo, limite, concurrencia } = row
  const { tiempoMaximoMs, maxCuerpoBytes, cors, prioridad, adjuntos } = row
  return canalSchema.parse({
    nombre,
    descripcion,
    categoriaId,
    tipo,
    ruta,
    activo,
    modo,
    acceso,
    limite,
    concurrencia,
    tiempoMaximoMs,
    maxCuerpoBytes,
    cors,
    prioridad,
    adjuntos,
    aviso,
  })
}
