import type { Kysely } from 'kysely'
import { isColeccionVisible } from '../../api/access/find-forbidden.ts'
import type { Actor } from '../../api/resource/resource-definition.ts'
import type { Database, Row } from '../../db/tables.ts'
import { explainFailure } from '../../motor/explain-failure.ts'
import { buildForUsuario } from './build-for-usuario.ts'

export type BuildDeps = Parameters<typeof buildForUsuario>[0] & { db: Kysely<Database> }

export interface ContextoDicho {
  nombre: string
  texto: string
}

/** Of these contexts those that this role is told of, by their names; and whether there are others, or were. */
export async function findVisibles(
  db: Kysely<Database>,
  { contextos, role }: { contextos: readonly string[]; role: Actor['role'] },
): Promise<{
  visibles: Pick<Row<'aiContextos'>, 'id' | 'nombre' | 'variables' | 'piezas'>[]
  faltan: boolean
}> {
  if (contextos.length === 0) return { visibles: [], faltan: false }
  const rows = await db
    .selectFrom('aiContextos')
    .select(['id', 'nombre', 'roles', 'variables', 'piezas'])
    .where('id', 'in', [...contextos])
    .orderBy('nombre')
    .execute()
  const visibles = rows.filter(({ roles }) => isColeccionVisible(roles, role))
  return { visibles, faltan: visibles.length < new Set(contextos).size }
}

/** What the chosen contexts say now, of those that whoever asks may use; and what there is to say of the others. */
export async function findContextos(
  deps: BuildDeps,
  { contextos, usuario, signal }: { contextos: readonly string[]; usuario: Actor; signal: AbortSignal },
): Promise<{ dichos: ContextoDicho[]; avisos: string[] }> {
  const { visibles, faltan } = await findVisibles(deps.db, { contextos, role: usuario.role })
  const dichos: ContextoDicho[] = []
  const avisos = faltan ? [NO_SE_MUESTRA] : []
  for (const { nombre, ...contenido } of visibles) {
    try {
      const { texto } = await buildForUsuario(deps, contenido, { valores: {}, usuario, signal })
      dichos.push({ nombre, texto })
    } catch (error) {
      if (signal.aborted) throw error
      // Without it the question can still be answered; whoever asks is told.
      avisos.push(`No se usó el contexto «${nombre}». ${explainFailure(error)}`)
    }
  }
  return { dichos, avisos }
}

export const NO_SE_MUESTRA = 'Alguno de los contextos elegidos ya no existe o no se le muestra.'
