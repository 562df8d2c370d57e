import type { CSSProperties, ReactNode } from 'react'
import classes from './code-editor.module.css'

export interface CodeLines {
  /** As tall at the least, and at the most: then it scrolls. */
  min: number
  max: number
}

interface CodeBoxProps {
  lines: CodeLines
  isInvalid: boolean
  isReadOnly: boolean
  children: ReactNode
}

/** What stands around code, with the editor in it or without. */
export function CodeBox({ lines, isInvalid, isReadOnly, children }: CodeBoxProps) {
  const size = { '--code-min-lines': lines.min, '--code-max-lines': lines.max } as CSSProperties
  return (
    <div
      className={classes.box}
      style={size}
      data-invalid={isInvalid || undefined}
      data-read-only={isReadOnly || undefined}
    >
      {children}
    </div>
  )
}

interface CodeStandInProps {
  label: string
  text: string
  placeholder?: string | undefined
  /** Whoever is in it already goes on in the editor. */
  onFocus?: (() => void) | undefined
}

/** The text as it will stand there once the editor is loaded. */
export function CodeStandIn({ label, text, placeholder, onFocus }: CodeStandInProps) {
  return (
    <textarea
      className={`${classes.text} ${classes.standIn}`}
      aria-label={label}
      aria-busy
      readOnly
      placeholder={placeholder}
      value={text}
      onFocus={onFocus}
    />
  )
}
