import {
  type AiCapability,
  aiCapabilityGuardadaSchema,
  aiCapabilityResumenSchema,
  aiCapabilitySchema,
  DatosInvalidos,
  type ErrorDeCampo,
  hasPermission,
  PermisoDenegado,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { objetivoOf } from '../../ai/capacidades/objetivo-row.ts'
import type { Database, Row } from '../../db/tables.ts'
import { isColeccionVisible } from '../access/find-forbidden.ts'
import type { ApiDeps } from '../api-deps.ts'
import { registerResource } from '../resource/register-resource.ts'
import type { ResourceDefinition, WriteContext } from '../resource/resource-definition.ts'
import {
  countUsos,
  holdColumnas,
  holdHerramienta,
  holdProceso,
  holdRolesDeColeccion,
  listTokens,
  listUsos,
  readObjetivos,
  toRow,
} from './repository.ts'

function toJson(row: Row<'aiCapabilities'>) {
  const { nombre, descripcion, escribe, confirmacion, roles, porMinuto, enMcp, activo } = row
  const objetivo = objetivoOf(row)
  return { nombre, descripcion, objetivo, escribe, confirmacion, roles, porMinuto, enMcp, activo }
}

const capabilities: ResourceDefinition<Row<'aiCapabilities'>, AiCapability> = {
  resource: 'ai-capabilities',
  label: 'la capacidad',
  table: 'aiCapabilities',
  schema: aiCapabilitySchema,
  answer: aiCapabilityGuardadaSchema,
  summary: aiCapabilityResumenSchema,
  derived: ['objetivoNombre', 'publicado'],
  async toRow(input, context) {
    const { trx, before, usuario } = context
    const mayGrant = hasPermission(usuario.role, 'tokens.editar')
    if (before && !mayGrant && isOther(before, input)) await refuseNamed(trx, before)
    const errores = await findErrores(input, context)
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
    return toRow(input)
  },
  toJson,
  async toSummaries(db, rows) {
    const objetivos = await readObjetivos(db, rows)
    return rows.map((row) => ({
      ...toJson(row),
      ...(objetivos.get(row.id) ?? { objetivoNombre: '', publicado: false }),
    }))
  },
  listUsos,
  countUsos,
}

/** What it names must be there for whoever stores it (security rule 7). */
async function findErrores(
  { objetivo, escribe }: Pick<AiCapability, 'objetivo' | 'escribe'>,
  { trx, usuario }: Pick<WriteContext<unknown>, 'trx' | 'usuario'>,
): Promise<ErrorDeCampo[]> {
  switch (objetivo.tipo) {
    case 'proceso':
      return (await holdProceso(trx, objetivo.procesoId))
        ? []
        : [{ campo: 'objetivo.procesoId', mensaje: 'No existe este proceso. Elija otro.' }]
    case 'tabla': {
      const columnas = await holdColumnas(trx, objetivo.tablaId)
      if (!columnas) return [{ campo: 'objetivo.tablaId', mensaje: 'No existe esta tabla. Elija otra.' }]
      return (['claves', 'columnas'] as const).flatMap((campo) =>
        objetivo[campo]
          .filter((nombre) => !columnas.includes(nombre))
          .map((nombre) => ({
            campo: `objetivo.${campo}`,
            mensaje: `La tabla no tiene la columna «${nombre}». Quítela.`,
          })),
      )
    }
    case 'coleccion': {
      const roles = await holdRolesDeColeccion(trx, objetivo.coleccionId)
      return roles && isColeccionVisible(roles, usuario.role)
        ? []
        : [{ campo: 'objetivo.coleccionId', mensaje: 'No existe esta colección. Elija otra.' }]
    }
    case 'herramienta': {
      const found = hasPermission(usuario.role, 'servidores.leer') && (await holdHerramienta(trx, objetivo))
      if (!found)
        return [{ campo: 'objetivo.servidorId', mensaje: 'No existe este servidor MCP. Elija otro.' }]
      if (!found.herramienta) {
        const mensaje = `Nadie permitió la herramienta «${objetivo.herramienta}». Permítala en MCP, o elija otra.`
        return [{ campo: 'objetivo.herramienta', mensaje }]
      }
      const mensaje = 'Quien permitió la herramienta dijo que cambia datos. Active «Cambia datos».'
      return found.herramienta.escribe && !escribe ? [{ campo: 'escribe', mensaje }] : []
    }
  }
}

/** Whoever let a token use it meant what it did then. */
function isOther(before: Row<'aiCapabilities'>, { objetivo, escribe }: AiCapability): boolean {
  const procesoId = objetivo.tipo === 'proceso' ? objetivo.procesoId : null
  return before.procesoId !== procesoId || (before.escribe && !escribe)
}

async function refuseNamed(trx: Transaction<Database>, before: Row<'aiCapabilities'>): Promise<void> {
  if ((await listTokens(trx, before)).length > 0) throw new PermisoDenegado({ permiso: 'tokens.editar' })
}

/** What an artificial intelligence may do here: published procesos, look-ups in tablas and collections, and allowed tools of servers of MCP. */
export function registerAiCapabilities(app: FastifyInstance, deps: ApiDeps): void {
  registerResource(app, deps, capabilities)
}
