import {
  DatosInvalidos,
  type Servidor,
  servidorGuardadoSchema,
  servidorResumenSchema,
  servidorSchema,
} from '@div/contract'
import { SERVIDORES, type ServidorDefinition } from '@div/servidores'
import { z } from 'zod'
import type { Row } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { toDatosInvalidos } from '../resource/parse-input.ts'
import { refuseRedPrivada } from '../resource/refuse-red-privada.ts'
import type { ResourceDefinition, WriteContext } from '../resource/resource-definition.ts'
import { checkKeptSecrets, hasMoved } from './check-kept-secrets.ts'
import { estadoFilter, readEstados, tipoFilter } from './estado.ts'
import { countUsos, forgetPrueba, listUsos, toRow } from './repository.ts'

type StoredServidor = Row<'servidores'>

export function describeServidores({
  secretos,
  carpetaArchivos,
}: {
  secretos: Secretos
  carpetaArchivos: readonly string[]
}): ResourceDefinition<StoredServidor, Servidor> {
  return {
    resource: 'servidores',
    label: 'el servidor',
    table: 'servidores',
    schema: servidorSchema,
    answer: servidorGuardadoSchema,
    summary: servidorResumenSchema,
    derived: ['conexiones', 'ultimaPrueba'],
    filters: { tipoServidor: tipoFilter, estado: estadoFilter },
    async toRow(input, context) {
      const sealed = sealServidor(input, context, secretos)
      const definition = definitionOf(input.tipoServidor)
      const open = secretos.openConfig(definition.config, context.id, sealed)
      definition.checkConfig?.(definition.config.parse(open), { carpetaArchivos })
      return toRow(input, sealed)
    },
    toJson,
    async toSummaries(db, rows) {
      const estados = await readEstados(
        db,
        rows.map(({ id }) => id),
      )
      return rows.map((row, index) => ({ ...toJson(row), ...estados[index] }))
    },
    listUsos,
    countUsos,
    async afterWrite(row, { trx, before }) {
      if (before && !isSameConnection(before, row)) await forgetPrueba(trx, row.id)
    },
  }

  function toJson(row: StoredServidor) {
    return {
      nombre: row.nombre,
      descripcion: row.descripcion,
      categoriaId: row.categoriaId,
      tipoServidor: row.tipoServidor,
      activo: row.activo,
      permitirRedPrivada: row.permitirRedPrivada,
      config: secretos.maskConfig(definitionOf(row.tipoServidor).config, row.config),
      pool: row.pool,
      resiliencia: row.resiliencia,
    }
  }
}

/** A secret that was written again counts as another, whatever it says. */
function isSameConnection(before: StoredServidor, after: StoredServidor): boolean {
  return (
    before.permitirRedPrivada === after.permitirRedPrivada &&
    JSON.stringify(before.config) === JSON.stringify(after.config)
  )
}

/**
 * The config as it is stored: of the type's schema, its secrets sealed, those that were not sent kept. Throws DatosInvalidos, or
 * PermisoDenegado for what only an admin may decide.
 */
export function sealServidor(
  input: Servidor,
  { id, before, given, usuario }: Pick<WriteContext<StoredServidor>, 'id' | 'before' | 'given' | 'usuario'>,
  secretos: Secretos,
): Record<string, unknown> {
  const definition = definitionOf(input.tipoServidor)
  if (before && before.tipoServidor !== input.tipoServidor) {
    throw invalid('tipoServidor', 'El tipo no se puede cambiar: los nodos que lo usan dependen de él.')
  }
  const sealed = sealConfig(definition, { id, config: input.config, before: before?.config, secretos })
  const open = before && {
    before: secretos.openConfig(definition.config, id, before.config),
    after: secretos.openConfig(definition.config, id, sealed),
  }
  refuseRedPrivada(usuario.role, {
    campo: 'permitirRedPrivada',
    before: before?.permitirRedPrivada ?? false,
    after: input.permitirRedPrivada,
    moved: open !== undefined && hasMoved(definition, open),
  })
  if (before && open) {
    const errores = checkKeptSecrets(definition, {
      ...open,
      masked: secretos.maskConfig(definition.config, before.config),
      given: asRecord(given.config),
      role: usuario.role,
    })
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  }
  return sealed
}

function sealConfig(
  { config: schema }: ServidorDefinition,
  {
    id,
    config,
    before,
    secretos,
  }: { id: string; config: unknown; before: StoredServidor['config'] | undefined; secretos: Secretos },
): Record<string, unknown> {
  try {
    return secretos.sealConfig(schema, id, config, before)
  } catch (cause) {
    throw cause instanceof z.ZodError ? toDatosInvalidos(cause, 'config') : cause
  }
}

export function definitionOf(tipoServidor: string): ServidorDefinition {
  const definition = Object.hasOwn(SERVIDORES, tipoServidor) ? SERVIDORES[tipoServidor] : undefined
  if (definition) return definition
  throw invalid(
    'tipoServidor',
    `No hay servidores de tipo «${tipoServidor}». Use: ${Object.keys(SERVIDORES).join(', ')}.`,
  )
}

function invalid(campo: string, mensaje: string): Error {
  return new DatosInvalidos(undefined, { errores: [{ campo, mensaje }] })
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
