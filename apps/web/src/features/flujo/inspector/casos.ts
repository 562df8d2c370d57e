import { type Flujo, type Nodo, OTRO } from '@div/contract'
import { z } from 'zod'
import { type ChangePlan, planChangeNodo } from '../document/plan-change.ts'

/** A case of a condicion as it is edited, which may not be right yet. */
const casoSchema = z.looseObject({
  nombre: z.string().catch(''),
  expresion: z.string().optional().catch(undefined),
  regla: z.unknown().optional(),
})
export type Caso = z.infer<typeof casoSchema>

export function casosOf({ casos }: Nodo): readonly Caso[] {
  return z.array(casoSchema).safeParse(casos).data ?? []
}

/** The ways out that a condicion has beside its cases, or may have. */
const RESERVED: readonly string[] = [OTRO, 'error']

/** Why a case may not be called so: connections leave by the name, which therefore stands once. Null: it may. */
export function refuseNombre(casos: readonly Caso[], at: number, nombre: string): string | null {
  if (nombre === '') return `Falta el nombre: se queda «${casos[at]?.nombre ?? ''}».`
  if (RESERVED.includes(nombre)) return `«${nombre}» es otra salida de la condición.`
  const isTaken = casos.some((caso, index) => index !== at && caso.nombre === nombre)
  return isTaken ? `Ya hay un caso «${nombre}».` : null
}

/** Puts the cases in place of those that a node has. What left by a case that is called otherwise now leaves by its new name. */
export function planCasos(flujo: Flujo, id: string, casos: readonly Caso[]): ChangePlan {
  const nodo = flujo.nodos.find((each) => each.id === id)
  if (nodo === undefined) return null
  const change = planChangeNodo(flujo, id, { casos })
  const renamed = renamedCaso(
    casosOf(nodo).map(({ nombre }) => nombre),
    casos.map(({ nombre }) => nombre),
  )
  if (change === null || renamed === null) return change
  const lines = flujo.conexiones
    .filter(({ origen, salida }) => origen === id && salida === renamed.from)
    .map((before) => ({ kind: 'replaceConexion' as const, before, after: { ...before, salida: renamed.to } }))
  return { kind: 'all', commands: [change, ...lines] }
}

/** The one case that is called otherwise; names that stand twice cannot be told apart. */
function renamedCaso(
  before: readonly string[],
  after: readonly string[],
): { from: string; to: string } | null {
  if (before.length !== after.length) return null
  const [at, ...others] = before.flatMap((nombre, index) => (nombre === after[index] ? [] : [index]))
  if (at === undefined || others.length > 0) return null
  const [from = '', to = ''] = [before[at], after[at]]
  return before.filter((nombre) => nombre === from).length === 1 ? { from, to } : null
}
