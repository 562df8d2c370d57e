import { type Limits, type Tabla, tablaGuardadaSchema, tablaResumenSchema, tablaSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { refuseRenameInUse } from '../resource/refuse-rename-in-use.ts'
import { registerResource } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { registerArchivos } from './archivos-routes.ts'
import { convertFilas } from './convert-filas.ts'
import { registerFilas } from './filas-routes.ts'
import { columnasOf, countFilas, countUsos, listNaming, listUsos, toRow } from './repository.ts'

const describeTablas = ({
  erroresListados: maxErrores,
}: Limits): ResourceDefinition<Row<'tablas'>, Tabla> => ({
  resource: 'tablas',
  label: 'la tabla',
  table: 'tablas',
  schema: tablaSchema,
  answer: tablaGuardadaSchema,
  summary: tablaResumenSchema,
  derived: ['filas'],
  async toRow(input, context) {
    const { trx, before } = context
    await refuseRenameInUse(context, {
      table: 'tablas',
      label: 'la tabla',
      nombre: input.nombre,
      listUsos: listNaming,
    })
    if (before) {
      const change = { before: columnasOf(before), after: input.columnas }
      await convertFilas(trx, { tablaId: before.id, ...change, maxErrores })
    }
    return toRow(input)
  },
  toJson,
  async toSummaries(db, rows) {
    const counts = await countFilas(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({ ...toJson(row), filas: counts.get(row.id) ?? 0 }))
  },
  listUsos,
  countUsos,
})

function toJson({ nombre, descripcion, categoriaId, columnas }: Row<'tablas'>) {
  return { nombre, descripcion, categoriaId, columnas }
}

export function registerTablas(app: FastifyInstance, deps: ApiDeps): void {
  const tablas = describeTablas(deps.config.limits)
  registerResource(app, deps, tablas)
  registerFilas(app, deps, tablas)
  registerArchivos(app, deps, tablas)
}
