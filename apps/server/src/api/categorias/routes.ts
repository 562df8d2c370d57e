import { type Categoria, categoriaGuardadaSchema, categoriaSchema, DatosInvalidos } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { registerResource } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { closesCircle, listUsos, toRow } from './repository.ts'

const categorias: ResourceDefinition<Row<'categorias'>, Categoria> = {
  resource: 'categorias',
  label: 'la categoría',
  table: 'categorias',
  schema: categoriaSchema,
  answer: categoriaGuardadaSchema,
  async toRow(input, { trx, id }) {
    if (input.padreId && (await closesCircle(trx, { id, padreId: input.padreId }))) {
      const errores = [{ campo: 'padreId', mensaje: 'Una categoría no puede estar dentro de sí misma.' }]
      throw new DatosInvalidos(undefined, { errores })
    }
    return toRow(input)
  },
  toJson: ({ nombre, descripcion, color, padreId, orden }) => ({
    nombre,
    descripcion,
    color,
    padreId,
    orden,
  }),
  listUsos,
}

export function registerCategorias(app: FastifyInstance, deps: ApiDeps): void {
  registerResource(app, deps, categorias)
}
