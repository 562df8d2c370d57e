import type { Referencia } from '@div/contract'
import { useState } from 'react'
import { useEditor } from '../../store/use-editor.ts'
import { type FormulaScope, isSameScope, scopeOf } from './formula-scope.ts'

/** What can be named in a node; the same object for as long as nothing of it is different. */
export function useFormulaScope(nodo: string, item: Referencia | undefined): FormulaScope {
  const flujo = useEditor(({ history }) => history.flujo)
  const resultado = useEditor((state) => state.resultado)
  const [seen, setSeen] = useState(() => ({
    flujo,
    resultado,
    item,
    scope: scopeOf(flujo, resultado, { nodo, item }),
  }))
  if (seen.flujo === flujo && seen.resultado === resultado && seen.item === item) return seen.scope
  const scope = scopeOf(flujo, resultado, { nodo, item })
  const kept = isSameScope(seen.scope, scope) ? seen.scope : scope
  setSeen({ flujo, resultado, item, scope: kept })
  return kept
}
