import { useState } from 'react'
import { useEditor, useSettled } from '../../store/use-editor.ts'
import { type FormulaScope, isSameScope, type ScopePlace, scopeOf } from './formula-scope.ts'

/** What can be named in a node; the same object for as long as nothing of it is different. */
export function useFormulaScope({ nodo, item, elemento }: ScopePlace): FormulaScope {
  const flujo = useSettled(({ history }) => history.flujo)
  const resultado = useEditor((state) => state.resultado)
  const [seen, setSeen] = useState(() => ({
    flujo,
    resultado,
    item,
    elemento,
    scope: scopeOf(flujo, resultado, { nodo, item, elemento }),
  }))
  const isSeen = seen.flujo === flujo && seen.resultado === resultado
  if (isSeen && seen.item === item && seen.elemento === elemento) return seen.scope
  const scope = scopeOf(flujo, resultado, { nodo, item, elemento })
  const kept = isSameScope(seen.scope, scope) ? seen.scope : scope
  setSeen({ flujo, resultado, item, elemento, scope: kept })
  return kept
}
