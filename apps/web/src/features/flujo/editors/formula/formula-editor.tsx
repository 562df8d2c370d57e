import type { EditorView } from '@codemirror/view'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { CodeBox, type CodeLines } from '../../../../shared/code-editor/code-box.tsx'
import CodeEditor from '../../../../shared/code-editor/code-editor.tsx'
import { codeMarks, showMarks } from '../../../../shared/code-editor/code-marks.ts'
import { listaOf } from '../../inspector/lista-of.ts'
import { useNodoData } from '../../inspector/mapeo/nodo-data.tsx'
import type { FormulaFieldProps } from '../formula-field.tsx'
import { useHold } from '../use-hold.ts'
import { FormulaAsistida } from './formula-asistida.tsx'
import { formulaLanguage } from './formula-language.ts'
import { FormulaResult } from './formula-result.tsx'
import { formulaSignature } from './formula-signature.ts'
import { formulaSuggestions } from './formula-suggestions.ts'
import { marksOf } from './marks-of.ts'
import { nodoChips } from './nodo-chips.ts'
import { tryFormula } from './try-formula.ts'
import { useFormulaScope } from './use-formula-scope.ts'
import { useFormulaWorld } from './use-formula-world.ts'

/** A formula is judged when its typist pauses. */
const PAUSE_MS = 200

interface FormulaEditorProps extends FormulaFieldProps {
  lines: CodeLines
  isFocused: boolean
}

export default function FormulaEditor(props: FormulaEditorProps) {
  const { label, nodo, value, onChange, placeholder, error, isReadOnly, lines, isFocused } = props
  const { enter, leave } = useHold()
  const resultId = useId()
  const [view, setView] = useState<EditorView | null>(null)
  const [isEntered, setIsEntered] = useState(isFocused)
  const [judged] = useDebouncedValue(value, PAUSE_MS)
  const { muestras } = useNodoData()
  const item = useMemo(() => (nodo.tipo === 'transformacion' ? listaOf(nodo) : undefined), [nodo])
  const scope = useFormulaScope({
    nodo: nodo.id,
    item,
    elemento: muestras.item?.elemento,
    hasItem: muestras.item !== undefined,
  })
  const { world, ask } = useFormulaWorld(judged, isEntered)
  const trial = useMemo(() => tryFormula(judged, scope, world), [judged, scope, world])
  const marks = useMemo(() => marksOf(trial, judged.length), [trial, judged])
  const known = useRef({ scope, world })

  useEffect(() => {
    known.current = { scope, world }
  }, [scope, world])

  useEffect(() => {
    if (trial.kind === 'buscando') ask(trial.busqueda)
  }, [trial, ask])

  useEffect(() => {
    // Of what was typed since nothing is known yet.
    if (view !== null && view.state.doc.length === judged.length) showMarks(view, marks)
  }, [view, marks, judged])

  const { labels } = scope
  const extensions = useMemo(
    () => [
      formulaLanguage,
      nodoChips(labels),
      formulaSignature(),
      formulaSuggestions(() => known.current),
      codeMarks,
    ],
    [labels],
  )
  const isWrong = trial.kind === 'errores' || error !== undefined

  return (
    <div>
      <CodeBox lines={lines} isInvalid={isWrong} isReadOnly={isReadOnly}>
        <CodeEditor
          label={label}
          value={value}
          onChange={onChange}
          placeholder={placeholder}
          isReadOnly={isReadOnly}
          isInvalid={isWrong}
          describedBy={resultId}
          extensions={extensions}
          isFocused={isFocused}
          onFocus={() => {
            setIsEntered(true)
            enter()
          }}
          onBlur={leave}
          onView={setView}
        />
      </CodeBox>
      <FormulaResult id={resultId} trial={trial} error={error} />
      {isEntered && !isReadOnly && (
        <FormulaAsistida nodo={nodo.id} actual={value} scope={scope} onInsert={onChange} />
      )}
    </div>
  )
}
