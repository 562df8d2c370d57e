import type { Nodo } from '@div/contract'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { CodeBox, type CodeLines, CodeStandIn } from '../../../shared/code-editor/code-box.tsx'
import { useSettled } from '../store/use-editor.ts'
import { labelNodos, showNombres } from './formula/nodo-labels.ts'
import classes from './formula-field.module.css'

const FormulaEditor = lazy(() => import('./formula/formula-editor.tsx'))

/** A row is one line, until what is typed needs more. */
const LINES: CodeLines = { min: 1, max: 10 }

export interface FormulaFieldProps {
  /** What is computed, for who does not see it. */
  label: string
  /** The node that the formula is in. */
  nodo: Nodo
  /** As it is stored, with the ids of nodes. */
  value: string
  onChange: (expresion: string) => void
  placeholder?: string
  /** What the server finds wrong with it; what the editor finds itself comes first. */
  error?: string | undefined
  isReadOnly: boolean
}

/** A formula wherever a value may be computed: with names, suggestions, and what it comes to on the data of the last run. */
export function FormulaField(props: FormulaFieldProps) {
  const wasFocused = useRef(false)
  const { isReadOnly, error } = props
  return (
    <Suspense
      fallback={
        <div>
          <CodeBox lines={LINES} isInvalid={error !== undefined} isReadOnly={isReadOnly}>
            <FormulaStandIn
              {...props}
              onFocus={() => {
                wasFocused.current = true
              }}
            />
          </CodeBox>
          <div className={classes.result} />
        </div>
      }
    >
      <FormulaEditor {...props} lines={LINES} isFocused={wasFocused.current} />
    </Suspense>
  )
}

function FormulaStandIn({ label, value, placeholder, onFocus }: FormulaFieldProps & { onFocus: () => void }) {
  const nodos = useSettled(({ history }) => history.flujo.nodos)
  const text = useMemo(() => showNombres(value, labelNodos(nodos)), [value, nodos])
  return <CodeStandIn label={label} text={text} placeholder={placeholder} onFocus={onFocus} />
}
