import {
  compileCoercion,
  DatosInvalidos,
  type ErrorDeCampo,
  type ParametroCompartido,
  parametroCompartidoSchema,
  parametroGuardadoSchema,
  parametroResumenSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import type { ApiDeps } from '../api-deps.ts'
import { refuseRenameInUse } from '../resource/refuse-rename-in-use.ts'
import { registerResource } from '../resource/register-resource.ts'
import type { ResourceDefinition, WriteContext } from '../resource/resource-definition.ts'
import { countUsos, listNaming, listUsos, toRow } from './repository.ts'

/** How a secret value is read back. */
const DEFINIDO = { definido: true }

function describeParametros(secretos: Secretos): ResourceDefinition<Row<'parametros'>, ParametroCompartido> {
  return {
    resource: 'parametros',
    label: 'el parámetro',
    table: 'parametros',
    schema: parametroCompartidoSchema,
    answer: parametroGuardadoSchema,
    summary: parametroResumenSchema,
    async toRow(input, context) {
      await refuseRenameInUse(context, {
        table: 'parametros',
        label: 'el parámetro',
        nombre: input.nombre,
        listUsos: listNaming,
      })
      return toRow(input, decideValor(input, context, secretos))
    },
    toJson: ({ nombre, descripcion, categoriaId, tipo, secreto, valor }) => ({
      nombre,
      descripcion,
      categoriaId,
      tipo,
      secreto,
      valor: secreto ? DEFINIDO : valor,
    }),
    listUsos,
    countUsos,
  }
}

/** What is stored: the value's own JSON, or sealed text of it. Throws DatosInvalidos. */
function decideValor(
  input: ParametroCompartido,
  { id, before }: WriteContext<Row<'parametros'>>,
  secretos: Secretos,
): unknown {
  const isKept = input.secreto && (input.valor === undefined || isDefinido(input.valor))
  if (isKept) {
    if (before?.secreto && before.tipo === input.tipo) return before.valor
    throw invalid('Escriba el valor: no hay ninguno guardado con este tipo.')
  }
  // A value that was secret is never shown by unticking a box.
  if (before?.secreto && (input.valor === undefined || isDefinido(input.valor))) {
    throw invalid('Escriba otra vez el valor para que deje de ser secreto.')
  }
  const errores: ErrorDeCampo[] = []
  const valor = compileCoercion({ nombre: input.nombre, tipo: input.tipo })(input.valor, 'valor', errores)
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  return input.secreto ? secretos.seal(id, JSON.stringify(valor)) : valor
}

function isDefinido(valor: unknown): boolean {
  return typeof valor === 'object' && valor !== null && 'definido' in valor && Object.keys(valor).length === 1
}

function invalid(mensaje: string): Error {
  return new DatosInvalidos(undefined, { errores: [{ campo: 'valor', mensaje }] })
}

export function registerParametros(app: FastifyInstance, deps: ApiDeps): void {
  registerResource(app, deps, describeParametros(deps.secretos))
}
