import type { EditorState, Extension, Range } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, WidgetType } from '@codemirror/view'
import { formulaNames } from '../../document/formula-names.ts'
import { type NodoLabels, showNombres, storeNombres } from './nodo-labels.ts'

/** A node in a formula: the text has its id, who reads it sees its name. */
class NodoChip extends WidgetType {
  readonly #id: string
  readonly #label: string

  constructor(id: string, label: string) {
    super()
    this.#id = id
    this.#label = label
  }

  override eq(other: NodoChip): boolean {
    return this.#id === other.#id && this.#label === other.#label
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement('span')
    chip.className = 'cm-nodo'
    chip.textContent = this.#label
    chip.title = `${this.#label} (${this.#id})`
    return chip
  }

  override ignoreEvent(): boolean {
    return false
  }
}

/** Shows nodes by name, as one piece for keys and deletion; «names» that are typed or pasted become nodes. */
export function nodoChips(labels: NodoLabels): Extension {
  return [
    ViewPlugin.define(({ state }) => new Chips(labels, state), {
      decorations: ({ decorations }) => decorations,
      provide: (plugin) =>
        EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
    }),
    EditorView.clipboardOutputFilter.of((text) => showNombres(text, labels)),
    EditorView.clipboardInputFilter.of((text) => storeNombres(text, labels)),
    EditorView.inputHandler.of((view, from, to, text) => {
      if (text !== '»') return false
      const typed = /«[^«»]*$/.exec(view.state.sliceDoc(0, from))?.[0]
      const stored = typed === undefined ? undefined : storeNombres(`${typed}»`, labels)
      if (typed === undefined || stored === undefined || stored.startsWith('«')) return false
      view.dispatch({
        changes: { from: from - typed.length, to, insert: stored },
        selection: { anchor: from - typed.length + stored.length },
        userEvent: 'input.type',
      })
      return true
    }),
    LOOK,
  ]
}

class Chips {
  readonly #labels: NodoLabels
  decorations: DecorationSet

  constructor(labels: NodoLabels, state: EditorState) {
    this.#labels = labels
    this.decorations = chipsIn(state, labels)
  }

  update({ docChanged, state }: { docChanged: boolean; state: EditorState }): void {
    if (docChanged) this.decorations = chipsIn(state, this.#labels)
  }
}

function chipsIn(state: EditorState, labels: NodoLabels): DecorationSet {
  const chips = formulaNames(state.doc.toString()).flatMap(
    ({ nombre, desde, hasta }): Range<Decoration>[] => {
      const label = labels.get(nombre)
      if (label === undefined) return []
      return [Decoration.replace({ widget: new NodoChip(nombre, label) }).range(desde, hasta)]
    },
  )
  return Decoration.set(chips)
}

const LOOK = EditorView.theme({
  '.cm-nodo': {
    display: 'inline-block',
    padding: '0 5px',
    borderRadius: '4px',
    lineHeight: '18px',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: '12px',
    fontWeight: '500',
    whiteSpace: 'pre-wrap',
    backgroundColor: 'var(--mantine-color-teal-light)',
    color: 'var(--mantine-color-teal-light-color)',
  },
})
