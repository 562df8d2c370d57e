import {
  ACCIONES_DE_LOTE,
  type AccionDeLote,
  hasPermission,
  loteHechoSchema,
  loteSchema,
  NoEncontrado,
  PermisoDenegado,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { changeEach } from './change-each.ts'
import { parseInput } from './parse-input.ts'
import { removeRecord } from './remove-record.ts'
import type { Actor, ResourceDefinition, StoredRecord } from './resource-definition.ts'
import { findRow, hasActivo, hasCategoria, updateRow } from './resource-repository.ts'

/** One action on many entries; each is judged by itself, as if it were alone. */
export function registerLote<Stored extends StoredRecord, Input>(
  app: FastifyInstance,
  { db }: Pick<ApiDeps, 'db'>,
  definition: ResourceDefinition<Stored, Input>,
): void {
  const { resource, table } = definition
  const acciones = ACCIONES_DE_LOTE.filter((accion) => isOffered(accion, table))
  const schema = loteSchema.refine(({ accion }) => acciones.includes(accion), {
    path: ['accion'],
    message: `Aquí no se puede. Use: ${acciones.join(', ')}.`,
  })
  const config = {
    access: `${resource}.editar`,
    body: loteSchema,
    answers: { 200: loteHechoSchema },
  } as const
  app.post(`/api/${resource}/lote`, { config }, async ({ usuario, body }) => {
    const { accion, ids, categoriaId = null } = parseInput(schema, body)
    if (accion === 'eliminar' && !hasPermission(usuario.role, `${resource}.eliminar`)) {
      throw new PermisoDenegado({ permiso: `${resource}.eliminar` })
    }
    const change = (trx: Transaction<Database>, id: string) =>
      accion === 'eliminar'
        ? removeRecord(definition, { trx, usuario, id })
        : changeRecord(definition, { trx, usuario, id, values: valuesOf(accion, categoriaId) })
    return changeEach(db, ids, change)
  })
}

function isOffered(accion: AccionDeLote, table: ResourceDefinition<StoredRecord, never>['table']): boolean {
  if (accion === 'eliminar') return true
  return accion === 'categoria' ? hasCategoria(table) : hasActivo(table)
}

function valuesOf(accion: Exclude<AccionDeLote, 'eliminar'>, categoriaId: string | null) {
  return accion === 'categoria' ? { categoriaId } : { activo: accion === 'activar' }
}

/** Only what is named changes: rules that look at the rest of a record have nothing new to judge, and nothing depends on a category. */
async function changeRecord<Stored extends StoredRecord, Input>(
  { resource, table, label, visibleTo, hold, afterWrite }: ResourceDefinition<Stored, Input>,
  {
    trx,
    usuario,
    id,
    values,
  }: { trx: Transaction<Database>; usuario: Actor; id: string; values: Readonly<Record<string, unknown>> },
): Promise<void> {
  await hold?.(trx)
  const before = await findRow<Stored>(trx, table, { id, lock: 'change', visible: visibleTo?.(usuario) })
  if (!before) throw new NoEncontrado({ recurso: label, id })
  const row = await updateRow<Stored>(trx, table, {
    id,
    values: { ...values, actualizadoPor: usuario.username },
  })
  if (values.activo !== undefined) await afterWrite?.(row, { trx, usuario, id, before, given: values })
  await audit(trx, {
    usuario: usuario.username,
    accion: 'editar',
    recurso: resource,
    recursoId: id,
    detalle: { nombre: row.nombre, revision: row.revision, ...values },
  })
}
