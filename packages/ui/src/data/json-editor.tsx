import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { type Ref, useImperativeHandle, useMemo, useRef } from 'react'
import classes from './json-editor.module.css'
import { type JsonPlace, lineOf } from './json-source.ts'

const LINE_HEIGHT = 18
const PADDING = 8

export interface JsonMark {
  offset: number
  tone: 'error' | 'aviso'
}

export interface JsonEditorHandle {
  /** Brings a part of the text to the eye, marked. */
  show: (place: JsonPlace) => void
}

export interface JsonEditorProps {
  /** What is edited, for who does not see it. */
  label: string
  text: string
  onChange: (text: string) => void
  /** Lines that something is said of. */
  marks?: readonly JsonMark[]
  isInvalid?: boolean
  isReadOnly?: boolean
  /** Id of what says what is wrong. */
  describedBy?: string
  ref?: Ref<JsonEditorHandle>
}

/** A text in JSON with the numbers of its lines. The tab key leaves it, as every field. */
export function JsonEditor(props: JsonEditorProps) {
  const { label, text, onChange, marks = [], isInvalid = false, isReadOnly = false, describedBy, ref } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLDivElement>(null)
  const numbers = useMemo(() => {
    const count = text.split('\n').length
    return Array.from({ length: count }, (_, index) => index + 1).join('\n')
  }, [text])
  useImperativeHandle(ref, () => ({
    show({ start, end }) {
      const { current } = area
      if (current === null) return
      current.focus()
      current.setSelectionRange(start, end)
      const line = lineOf(current.value, start)
      current.scrollTo({ top: (line - 1) * LINE_HEIGHT - current.clientHeight / 3, left: 0 })
    },
  }))
  return (
    <div className={classes.editor} data-invalid={isInvalid || undefined}>
      <div ref={gutter} className={classes.gutter} aria-hidden>
        {marks.map(({ offset, tone }) => {
          const line = lineOf(text, offset)
          const Icon = tone === 'error' ? IconX : IconAlertTriangle
          return (
            <span
              key={`${line}/${tone}`}
              className={classes.mark}
              style={{
                top: PADDING + (line - 1) * LINE_HEIGHT,
                color: `var(--mantine-color-${tone === 'error' ? 'red' : 'yellow'}-filled)`,
              }}
            >
              <Icon size={13} />
            </span>
          )
        })}
        <pre className={classes.numbers}>{numbers}</pre>
      </div>
      <textarea
        ref={area}
        className={classes.text}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        wrap="off"
        readOnly={isReadOnly}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onScroll={({ currentTarget }) => {
          if (gutter.current) gutter.current.scrollTop = currentTarget.scrollTop
        }}
      />
    </div>
  )
}
