import { useState } from 'react'
import { useEditor, useSettled } from '../../store/use-editor.ts'
import { type FormulaScope, isSameScope, type ScopePlace, scopeOf } from './formula-scope.ts'

/** What can be named in a node; the same object for as long as nothing of it is different. */
export function useFormulaScope({ nodo, item, elemento, hasItem = false }: ScopePlace): FormulaScope {
  const flujo = useSettled(({ history }) => history.flujo)
  const resultado = useEditor((state) => state.resultado)
  const [seen, setSeen] = useState(() => ({
    flujo,
    resultado,
    item,
    elemento,
    hasItem,
    scope: scopeOf(flujo, resultado, { nodo, item, elemento, hasItem }),
  }))
  const isSeen = seen.flujo === flujo && seen.resultado === resultado
  if (isSeen && seen.item === item && seen.elemento === elemento && seen.hasItem === hasItem)
    return seen.scope
  const scope = scopeOf(flujo, resultado, { nodo, item, elemento, hasItem })
  const kept = isSameScope(seen.scope, scope) ? seen.scope : scope
  setSeen({ flujo, resultado, item, elemento, hasItem, scope: kept })
  return kept
}
