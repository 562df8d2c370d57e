import { useEffect } from 'react'
import { isAnythingInFront } from '../hears-keys.ts'
import { useEditor, useEditorStore } from '../store/use-editor.ts'

/** What the forms need of servidores and catalogues may still be on its way. */
const FRAMES = 60
/** So long what stood in front and is closed now may still give the keyboard back to its button. */
const CLOSING_FRAMES = 8
/** An editor of formulas has words of its own for what is wrong: by then it is known that no field says it by these. */
const OWN_WORDS_FRAMES = 20
/** What takes a value. */
const VALUES = 'input:not([type="hidden"], [type="radio"]), textarea, [contenteditable="true"]'
const FIELDS = 'input:not([type="hidden"]), textarea, [contenteditable="true"], button'

/**
 * Who goes to something that is wrong goes on at its field; where no field says it, at the first of the tab. Who does anything else before
 * the field is there has gone elsewhere, and keeps the keyboard.
 */
export function useFocusMistake(nodo: string): void {
  const store = useEditorStore()
  const mistake = useEditor((state) => state.mistake)
  useEffect(() => {
    if (mistake === null) return
    const forget = () => {
      if (store.read().mistake === mistake) store.set({ mistake: null })
    }
    if (mistake.nodo !== nodo) {
      // The inspector may still be coming to it.
      if (!store.read().selection.nodos.has(mistake.nodo)) forget()
      return
    }
    const { mensaje, campo } = mistake
    const elsewhere = new AbortController()
    for (const event of ['pointerdown', 'keydown'])
      document.addEventListener(event, forget, { capture: true, signal: elsewhere.signal })
    let frame = 0
    function look(at: number) {
      if (store.read().mistake !== mistake) return
      const panel = document.querySelector('aside[aria-label="Inspector"]:not([inert] *) [role="tabpanel"]')
      const field =
        panel &&
        (fieldSaying(panel, mensaje) ??
          fieldAt(panel, campo) ??
          (at < OWN_WORDS_FRAMES ? null : wrongField(panel)))
      if (at < CLOSING_FRAMES || ((!field || isAnythingInFront()) && at < FRAMES)) {
        frame = requestAnimationFrame(() => look(at + 1))
        return
      }
      const place = field ?? panel?.querySelector<HTMLElement>(FIELDS)
      place?.focus()
      place?.scrollIntoView({ block: 'nearest' })
      forget()
    }
    look(0)
    return () => {
      elsewhere.abort()
      cancelAnimationFrame(frame)
      forget()
    }
  }, [store, nodo, mistake])
}

/** The field of what says that something is wrong: what stands before it in the smallest part of the form that holds both. */
function fieldSaying(panel: Element, mensaje: string): HTMLElement | null {
  const said = [...panel.querySelectorAll('*')].findLast(({ textContent }) => textContent === mensaje)
  for (let part = said?.parentElement; part && panel.contains(part); part = part.parentElement) {
    const fields = [...part.querySelectorAll<HTMLElement>(FIELDS)]
    const field = fields.findLast((each) => said && comesBefore(each, said)) ?? fields[0]
    if (field) return field
  }
  return null
}

const comesBefore = (left: Node, right: Node) =>
  (left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** The value of the row that it is found in, which shows by itself that it is empty. */
function fieldAt(panel: Element, campo: string): HTMLElement | null {
  const row = panel.querySelector(`[data-campo="${CSS.escape(campo)}"]`)
  return [...(row?.querySelectorAll<HTMLElement>(VALUES) ?? [])].at(-1) ?? null
}

/** The first that is marked as wrong. */
function wrongField(panel: Element): HTMLElement | null {
  return panel.querySelector(
    '[aria-invalid="true"], [data-invalid] [contenteditable="true"], [data-invalid] textarea',
  )
}
