import type { Kysely } from 'kysely'
import { isColeccionVisible } from '../../api/access/find-forbidden.ts'
import type { Actor } from '../../api/resource/resource-definition.ts'
import type { Database } from '../../db/tables.ts'
import { explainFailure } from '../../motor/explain-failure.ts'
import { buildForUsuario } from '../contexts/build-for-usuario.ts'

type Deps = Parameters<typeof buildForUsuario>[0] & { db: Kysely<Database> }

export interface ContextoDicho {
  nombre: string
  texto: string
}

/** What the chosen contexts say now, of those that whoever asks may use; and what there is to say of the others. */
export async function findContextos(
  deps: Deps,
  { contextos, usuario, signal }: { contextos: readonly string[]; usuario: Actor; signal: AbortSignal },
): Promise<{ dichos: ContextoDicho[]; avisos: string[] }> {
  if (contextos.length === 0) return { dichos: [], avisos: [] }
  const rows = await deps.db
    .selectFrom('aiContextos')
    .select(['nombre', 'roles', 'variables', 'piezas'])
    .where('id', 'in', contextos)
    .orderBy('nombre')
    .execute()
  const visible = rows.filter(({ roles }) => isColeccionVisible(roles, usuario.role))
  const dichos: ContextoDicho[] = []
  const avisos = visible.length < contextos.length ? [GONE] : []
  for (const { nombre, ...contenido } of visible) {
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

const GONE = 'Alguno de los contextos elegidos ya no existe o no se le muestra.'
