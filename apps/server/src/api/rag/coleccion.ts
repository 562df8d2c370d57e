import {
  type ColeccionDeRag,
  coleccionDeRagGuardadaSchema,
  coleccionDeRagResumenSchema,
  coleccionDeRagSchema,
  DatosInvalidos,
  hasPermission,
  lookUp,
} from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import { sql } from 'kysely'
import { readAgain } from '../../ai/rag/documentos-repository.ts'
import type { Row } from '../../db/tables.ts'
import { isColeccionVisible } from '../access/find-forbidden.ts'
import { refuseRenameInUse } from '../resource/refuse-rename-in-use.ts'
import type { Actor, ResourceDefinition, WriteContext } from '../resource/resource-definition.ts'
import { countDocumentos, countUsos, holdServidor, listNaming, listUsos, toRow } from './repository.ts'

type Stored = Row<'ragColecciones'>

const LABEL = 'la colección'
const EMPTY = { documentos: 0, conError: 0, pasajes: 0 }

export const colecciones: ResourceDefinition<Stored, ColeccionDeRag> = {
  resource: 'rag',
  label: LABEL,
  table: 'ragColecciones',
  schema: coleccionDeRagSchema,
  answer: coleccionDeRagGuardadaSchema,
  summary: coleccionDeRagResumenSchema,
  derived: ['documentos', 'conError', 'pasajes'],
  visibleTo: ({ role }) => (role === 'admin' ? null : sql<boolean>`${role} = any(roles)`),
  async toRow(input, context) {
    refuseBlind(input, context.usuario)
    if (input.servidorId !== null) await checkServidor(input.servidorId, context)
    await refuseRenameInUse(context, {
      table: 'ragColecciones',
      label: LABEL,
      nombre: input.nombre,
      listUsos: listNaming,
    })
    return toRow(input)
  },
  toJson,
  async toSummaries(db, rows) {
    const cuentas = await countDocumentos(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({ ...toJson(row), ...(cuentas.get(row.id) ?? EMPTY) }))
  },
  listUsos,
  countUsos,
  async afterWrite(row, { trx, before }) {
    if (before && isCutOtherwise(before, row)) await readAgain(trx, { coleccionId: row.id })
  },
}

function toJson({ descripcion, roles, idioma, corte, servidorId, modelo }: Stored) {
  return { descripcion, roles, idioma, corte, servidorId, modelo }
}

/** Whoever stores it goes on seeing it. */
function refuseBlind({ roles }: ColeccionDeRag, { role }: Actor): void {
  if (isColeccionVisible(roles, role)) return
  const errores = [{ campo: 'roles', mensaje: 'Incluya su propio rol: si no, dejaría de verla.' }]
  throw new DatosInvalidos(undefined, { errores })
}

/** What a body names is decided for whoever sends it (security rule 7). */
async function checkServidor(servidorId: string, { trx, usuario }: WriteContext<Stored>): Promise<void> {
  const tipo = hasPermission(usuario.role, 'servidores.leer')
    ? await holdServidor(trx, servidorId)
    : undefined
  const mensaje = tipo === undefined ? 'No existe este servidor.' : 'Este servidor no calcula vectores.'
  const objetos = tipo === undefined ? undefined : lookUp(SERVIDORES, tipo)?.objetos
  if (objetos && 'incrustar' in objetos) return
  throw new DatosInvalidos(undefined, { errores: [{ campo: 'servidorId', mensaje }] })
}

function isCutOtherwise(before: Stored, now: Stored): boolean {
  const facts = ({ idioma, corte, servidorId, modelo }: Stored) =>
    JSON.stringify([idioma, corte.tamano, corte.solape, servidorId, modelo])
  return facts(before) !== facts(now)
}
