import {
  DatosInvalidos,
  type Limits,
  type Servidor,
  servidorGuardadoSchema,
  servidorResumenSchema,
  servidorSchema,
} from '@div/contract'
import { SERVIDORES, type ServidorDefinition } from '@div/servidores'
import { z } from 'zod'
import type { Row } from '../../db/tables.ts'
import { createRed } from '../../red/red.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { toDatosInvalidos } from '../resource/parse-input.ts'
import { refuseRedPrivada } from '../resource/refuse-red-privada.ts'
import type { ResourceDefinition, WriteContext } from '../resource/resource-definition.ts'
import { checkKeptSecrets, hasMoved } from './check-kept-secrets.ts'
import { estadoFilter, readEstados, tipoFilter, tiposFilter } from './estado.ts'
import { countUsos, forgetPrueba, listUsos, toRow } from './repository.ts'

type StoredServidor = Row<'servidores'>

export function describeServidores({
  secretos,
  carpetaArchivos,
  limits,
}: {
  secretos: Secretos
  carpetaArchivos: readonly string[]
  limits: Limits
}): ResourceDefinition<StoredServidor, Servidor> {
  return {
    resource: 'servidores',
    label: 'el servidor',
    table: 'servidores',
    schema: servidorSchema,
    cuerpoBytes: documentosBytes(limits),
    answer: servidorGuardadoSchema,
    summary: servidorResumenSchema,
    derived: ['conexiones', 'ultimaPrueba'],
    filters: { tipoServidor: tipoFilter, tiposServidor: tiposFilter, estado: estadoFilter },
    async toRow(input, context) {
      const sealed = sealServidor(input, context, secretos)
      const definition = definitionOf(input.tipoServidor)
      const open = definition.config.parse(secretos.openConfig(definition.config, context.id, sealed))
      definition.checkConfig?.(open, { carpetaArchivos })
      const read = await readElsewhere(definition, open, input)
      // What was read may say where the secrets go: whoever keeps them is asked again.
      const config = read ? { ...input.config, ...read } : null
      return toRow(input, config ? sealServidor({ ...input, config }, context, secretos) : sealed)
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

  /** Within the time to connect: the row is held meanwhile. What is read is never a secret. */
  async function readElsewhere(
    definition: ServidorDefinition,
    open: Record<string, unknown>,
    { nombre, permitirRedPrivada }: Servidor,
  ): Promise<Record<string, unknown> | undefined> {
    return definition.completeConfig?.(open, {
      servidor: nombre,
      red: createRed({ permitirRedPrivada, limits, servidor: nombre }),
      limits,
      signal: AbortSignal.timeout(limits.conexionMs),
    })
  }

  function toJson(row: StoredServidor) {
    return {
      nombre: row.nombre,
      descripcion: row.descripcion,
      categoriaId: row.categoriaId,
      tipoServidor: row.tipoServidor,
      activo: row.activo,
      permitirRedPrivada: row.permitirRedPrivada,
      config: toldOf(row, secretos),
      pool: row.pool,
      resiliencia: row.resiliencia,
    }
  }
}

/**
 * The settings as a person sees them: without what was read of a contract, which is megabytes, belongs to nobody's form, and stays as it is
 * where nobody sends another.
 */
function toldOf({ tipoServidor, config }: StoredServidor, secretos: Secretos): Record<string, unknown> {
  const definition = definitionOf(tipoServidor)
  const { documentos, ...told } = secretos.maskConfig(definition.config, config)
  return definition.readContrato || documentos === undefined ? told : { ...told, documentos }
}

function withDocumentos(
  { readContrato }: ServidorDefinition,
  config: Servidor['config'],
  before: StoredServidor['config'] | undefined,
): Servidor['config'] {
  return readContrato && before && config.documentos === undefined
    ? { ...config, documentos: before.documentos }
    : config
}

/** Of a request that brings the documents of a contract: as JSON some characters are two. */
export function documentosBytes({ contratoBytes, cuerpoBytes }: Limits): number {
  return Math.max(cuerpoBytes, 2 * contratoBytes)
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
  const config = withDocumentos(definition, input.config, before?.config)
  const sealed = sealConfig(definition, { id, config, before: before?.config, secretos })
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
