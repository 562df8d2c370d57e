import {
  type AiCapability,
  aiCapabilityGuardadaSchema,
  aiCapabilityResumenSchema,
  aiCapabilitySchema,
  DatosInvalidos,
  hasPermission,
  PermisoDenegado,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { registerResource } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { countUsos, holdProceso, listUsos, readProcesos, toRow } from './repository.ts'

function toJson(row: Row<'aiCapabilities'>) {
  const { id, revision, creadoEn, actualizadoEn, actualizadoPor, procesoId, ...capability } = row
  return { ...capability, objetivo: { tipo: 'proceso', procesoId } }
}

const capabilities: ResourceDefinition<Row<'aiCapabilities'>, AiCapability> = {
  resource: 'ai-capabilities',
  label: 'la capacidad',
  table: 'aiCapabilities',
  schema: aiCapabilitySchema,
  answer: aiCapabilityGuardadaSchema,
  summary: aiCapabilityResumenSchema,
  derived: ['proceso', 'publicado'],
  async toRow(input, { trx, before, usuario }) {
    const mayGrant = hasPermission(usuario.role, 'tokens.editar')
    if (before && !mayGrant && isOther(before, input)) await refuseNamed(trx, before)
    if (!(await holdProceso(trx, input.objetivo.procesoId))) {
      const errores = [{ campo: 'objetivo.procesoId', mensaje: 'No existe este proceso.' }]
      throw new DatosInvalidos(undefined, { errores })
    }
    return toRow(input)
  },
  toJson,
  async toSummaries(db, rows) {
    const procesos = await readProcesos(
      db,
      rows.map(({ procesoId }) => procesoId),
    )
    return rows.map((row) => ({
      ...toJson(row),
      ...(procesos.get(row.procesoId) ?? { proceso: '', publicado: false }),
    }))
  },
  listUsos,
  countUsos,
}

/** Whoever let a token use it meant what it did then. */
function isOther(before: Row<'aiCapabilities'>, { objetivo, escribe }: AiCapability): boolean {
  return before.procesoId !== objetivo.procesoId || (before.escribe && !escribe)
}

async function refuseNamed(trx: Transaction<Database>, before: Row<'aiCapabilities'>): Promise<void> {
  if ((await listUsos(trx, before)).length > 0) throw new PermisoDenegado({ permiso: 'tokens.editar' })
}

/** What an artificial intelligence may do here: published procesos as tools. */
export function registerAiCapabilities(app: FastifyInstance, deps: ApiDeps): void {
  registerResource(app, deps, capabilities)
}
