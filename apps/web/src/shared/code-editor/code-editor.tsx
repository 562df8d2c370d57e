import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { Annotation, Compartment, EditorState, type Extension, Transaction } from '@codemirror/state'
import { drawSelection, EditorView, type KeyBinding, keymap, placeholder, tooltips } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import classes from './code-editor.module.css'
import { codeTheme } from './code-theme.ts'
import { spanishPhrases } from './spanish-phrases.ts'

export interface CodeEditorProps {
  /** What is edited, for who does not see it. */
  label: string
  value: string
  onChange: (value: string) => void
  isReadOnly: boolean
  isInvalid: boolean
  /** Id of what says what is wrong, or what it comes to. */
  describedBy?: string | undefined
  placeholder?: string | undefined
  /** The language and all that is its own; another value takes its place. */
  extensions: Extension
  /** It takes the focus as soon as it is there. */
  isFocused?: boolean
  onFocus?: (() => void) | undefined
  onBlur?: (() => void) | undefined
  /** Whoever wants to reach into it. */
  onView?: ((view: EditorView | null) => void) | undefined
}

/** Said of what comes from outside: nobody typed it. */
const fromOutside = Annotation.define<true>()

/**
 * Code in one field: one look, one set of keys. Tab leaves it, as every field. What was typed is undone inside while it has the focus;
 * left and entered again, it begins anew, because then the step is one of the whole drawing.
 */
export default function CodeEditor(props: CodeEditorProps) {
  const { value, extensions, isFocused = false } = props
  const host = useRef<HTMLDivElement>(null)
  const opened = useRef<{ view: EditorView; parts: Parts } | null>(null)
  const change = useEffectEvent(props.onChange)
  const focus = useEffectEvent(() => props.onFocus?.())
  const blur = useEffectEvent(() => props.onBlur?.())
  const tell = useEffectEvent((view: EditorView | null) => props.onView?.(view))
  const start = useEffectEvent((parent: HTMLElement) => {
    const parts = createParts()
    const view = new EditorView({
      parent,
      state: EditorState.create({ doc: value, extensions: assemble(parts, props) }),
    })
    if (isFocused) view.focus()
    return { view, parts }
  })

  function assemble(parts: Parts, { extensions: own }: CodeEditorProps): Extension {
    return [
      parts.own.of(own),
      parts.field.of(fieldOf(props)),
      parts.past.of(history()),
      BASE,
      EditorView.updateListener.of((update) => {
        const isTyped = !update.transactions.some((each) => each.annotation(fromOutside))
        if (update.docChanged && isTyped) change(update.state.doc.toString())
        if (!update.focusChanged) return
        if (update.view.hasFocus) focus()
        else {
          forget(update.view, parts)
          blur()
        }
      }),
    ]
  }

  useEffect(() => {
    if (host.current === null) return
    const { view, parts } = start(host.current)
    opened.current = { view, parts }
    tell(view)
    return () => {
      opened.current = null
      tell(null)
      view.destroy()
    }
  }, [])

  useEffect(() => {
    const view = opened.current?.view
    const typed = view?.state.doc.toString()
    if (view === undefined || typed === undefined || typed === value) return
    view.dispatch({
      changes: differenceOf(typed, value),
      annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
    })
  }, [value])

  useEffect(() => {
    const { view, parts } = opened.current ?? {}
    view?.dispatch({ effects: parts?.own.reconfigure(extensions) ?? [] })
  }, [extensions])

  const { label, isReadOnly, isInvalid, describedBy, placeholder: hint } = props
  useEffect(() => {
    const { view, parts } = opened.current ?? {}
    const field = fieldOf({ label, isReadOnly, isInvalid, describedBy, placeholder: hint })
    view?.dispatch({ effects: parts?.field.reconfigure(field) ?? [] })
  }, [label, isReadOnly, isInvalid, describedBy, hint])

  return <div ref={host} className={classes.text} />
}

/** What changes while it is open. */
interface Parts {
  own: Compartment
  field: Compartment
  past: Compartment
}

const createParts = (): Parts => ({
  own: new Compartment(),
  field: new Compartment(),
  past: new Compartment(),
})

/** With suggestions open Tab takes the chosen one; otherwise it leaves the field. */
const ACCEPT_WITH_TAB: KeyBinding = { key: 'Tab', run: acceptCompletion }

/** What is the same in every one of them. */
const BASE: Extension = [
  codeTheme,
  spanishPhrases,
  drawSelection(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false, activateOnTypingDelay: 60 }),
  EditorView.lineWrapping,
  // In the page and not in the field, so that what scrolls around it cuts nothing off.
  tooltips({ parent: document.body }),
  keymap.of([
    ACCEPT_WITH_TAB,
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
]

type Field = Pick<CodeEditorProps, 'label' | 'isReadOnly' | 'isInvalid' | 'describedBy' | 'placeholder'>

function fieldOf({ label, isReadOnly, isInvalid, describedBy, placeholder: hint }: Field): Extension {
  return [
    EditorState.readOnly.of(isReadOnly),
    hint === undefined ? [] : placeholder(hint),
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'false',
      ...(isReadOnly && { 'aria-readonly': 'true' }),
      ...(isInvalid && { 'aria-invalid': 'true' }),
      ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    }),
  ]
}

function forget(view: EditorView, { past }: Parts): void {
  // Not from within the update that tells of it.
  queueMicrotask(() => {
    if (!view.dom.isConnected) return
    view.dispatch({ effects: past.reconfigure([]) })
    view.dispatch({ effects: past.reconfigure(history()) })
  })
}

/** The one part that is different, so that the place of who is typing stays where it is. */
function differenceOf(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
