import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import classes from './filas-grid.module.css'

interface CellEditorProps {
  label: string
  initial: string
  /** Whoever began by typing goes on behind what they typed; who opened a cell has its text marked. */
  isTyped: boolean
  onCommit: (text: string, key: 'Enter' | 'Tab' | null, isBack: boolean) => void
  onCancel: () => void
}

/** The cell that is being written. */
export function CellEditor({ label, initial, isTyped, onCommit, onCancel }: CellEditorProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initial)
  const isDone = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only where it begins.
  useEffect(() => {
    input.current?.focus()
    if (isTyped) input.current?.setSelectionRange(initial.length, initial.length)
    else input.current?.select()
  }, [])

  function finish(key: 'Enter' | 'Tab' | null, isBack = false) {
    if (isDone.current) return
    isDone.current = true
    onCommit(text, key, isBack)
  }

  function press(event: KeyboardEvent) {
    // The grid's own keys are not for who writes in a cell.
    event.stopPropagation()
    if (event.key === 'Escape') {
      isDone.current = true
      onCancel()
    } else if (event.key === 'Enter' && !event.altKey) {
      event.preventDefault()
      finish('Enter', event.shiftKey)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setText((current) => `${current}\n`)
    } else if (event.key === 'Tab') {
      event.preventDefault()
      finish('Tab', event.shiftKey)
    }
  }

  return (
    <textarea
      ref={input}
      aria-label={label}
      className={classes.editor}
      rows={1}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={press}
      onBlur={() => finish(null)}
    />
  )
}
