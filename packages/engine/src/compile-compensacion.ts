import type { Nodo } from '@div/contract'
import { BloqueBuilder } from './bloque-builder.ts'
import type { CompileContext } from './compile-context.ts'
import type { CompileBloque } from './compile-region.ts'
import type { PlanCompensacion } from './plan.ts'

/** What undoes a node, as a block of its own within that of the node; null: nothing does, or nobody asks for it. */
export function compileCompensacion(
  context: CompileContext,
  builder: BloqueBuilder,
  { nodo, compileBloque }: { nodo: Nodo; compileBloque: CompileBloque },
): PlanCompensacion | null {
  const { compensaciones, graph, regions } = context
  const branch = compensaciones.byNodo.get(nodo.id)
  if (!branch) return null
  const ids = graph.orden.flatMap(({ nodo: { id } }) =>
    branch.ids.has(id) && regions.of.get(id) === regions.of.get(nodo.id) ? id : [],
  )
  const own = new BloqueBuilder(ids, builder, { compensa: nodo.id })
  // Also of a flujo that does not ask for it: what is wrong with the branch is told.
  const bloque = compileBloque(context, own, null)
  return context.pideCompensar ? { bloque, lee: own.listCaptured() } : null
}
