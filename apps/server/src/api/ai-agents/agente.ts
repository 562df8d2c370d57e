import {
  type Agente,
  agenteGuardadoSchema,
  agenteResumenSchema,
  agenteSchema,
  DatosInvalidos,
  type DefinicionDeAgente,
  type ErrorDeCampo,
  hasPermission,
  lookUp,
  parametrosOfCampos,
} from '@div/contract'
import { describeCampos, SERVIDORES } from '@div/servidores'
import type { Row } from '../../db/tables.ts'
import { refuseRenameInUse } from '../resource/refuse-rename-in-use.ts'
import type { ResourceDefinition, WriteContext } from '../resource/resource-definition.ts'
import {
  countNaming,
  holdCapacidades,
  holdContextos,
  holdTipoServidor,
  listNaming,
  listSinCambios,
  readDefinicion,
  readServidores,
  toRow,
} from './repository.ts'

type Stored = Row<'aiAgentes'>

const LABEL = 'el agente'

export const agentes: ResourceDefinition<Stored, Agente> = {
  resource: 'ai-agents',
  label: LABEL,
  table: 'aiAgentes',
  schema: agenteSchema,
  answer: agenteGuardadoSchema,
  summary: agenteResumenSchema,
  derived: ['versionPublicada'],
  async toRow(input, context) {
    await refuseUnnamed(input, context)
    // No two of one name.
    describeCampos(parametrosOfCampos(input.campos), 'campos')
    await refuseRenameInUse(context, {
      table: 'aiAgentes',
      label: LABEL,
      nombre: input.nombre,
      listUsos: listNaming,
    })
    return toRow(input)
  },
  toJson,
  async toSummaries(db, rows) {
    const [servidores, sinCambios] = await Promise.all([
      readServidores(
        db,
        rows.map(({ definicion }) => definicion.servidorId),
      ),
      listSinCambios(
        db,
        rows.map(({ id }) => id),
      ),
    ])
    return rows.map(({ id, nombre, descripcion, activo, definicion, versionPublicada }) => ({
      ...{ nombre, descripcion, activo, versionPublicada },
      modelo: definicion.modelo,
      servidor: servidores.get(definicion.servidorId) ?? '',
      capacidades: definicion.capacidades.length,
      conCambios: !sinCambios.has(id),
    }))
  },
  listUsos: listNaming,
  countUsos: countNaming,
}

function toJson(agente: Stored) {
  const { nombre, descripcion, activo, casos, versionPublicada } = agente
  return { nombre, descripcion, activo, ...readDefinicion(agente), casos, versionPublicada }
}

/** What it names must be there for whoever stores or publishes it (security rule 7). Throws DatosInvalidos. */
export async function refuseUnnamed(
  definicion: DefinicionDeAgente,
  context: Pick<WriteContext<Stored>, 'trx' | 'usuario'>,
): Promise<void> {
  const errores = await findErrores(definicion, context)
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
}

async function findErrores(
  { servidorId, capacidades, contextos }: DefinicionDeAgente,
  { trx, usuario }: Pick<WriteContext<Stored>, 'trx' | 'usuario'>,
): Promise<ErrorDeCampo[]> {
  const errores: ErrorDeCampo[] = []
  const tipo = hasPermission(usuario.role, 'servidores.leer')
    ? await holdTipoServidor(trx, servidorId)
    : undefined
  if (tipo === undefined) errores.push({ campo: 'servidorId', mensaje: 'No existe este servidor.' })
  else if (!lookUp(SERVIDORES, tipo)?.converse)
    errores.push({ campo: 'servidorId', mensaje: 'Este servidor no tiene modelos con los que conversar.' })
  const known = await holdCapacidades(trx, capacidades)
  capacidades.forEach((id, index) => {
    if (!known.has(id)) errores.push({ campo: `capacidades[${index}]`, mensaje: 'No existe esta capacidad.' })
  })
  const visible = await holdContextos(trx, contextos, usuario.role)
  contextos.forEach((id, index) => {
    if (visible.has(id)) return
    const mensaje = `No existe el contexto «${id}», o no se le muestra. Quítelo del agente, o pida que se lo muestren.`
    errores.push({ campo: `contextos[${index}]`, mensaje })
  })
  return errores
}
