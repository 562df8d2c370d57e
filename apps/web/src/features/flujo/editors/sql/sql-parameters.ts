import type { EditorState } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view'
import { findParameters } from '../../datos/named-parameters.ts'

const PARAMETRO = Decoration.mark({ class: 'cm-parametro' })

/** Marks the `:name`s of a query, which are its parameters. */
export const sqlParameters = [
  ViewPlugin.define(
    ({ state }) => ({
      decorations: parametersIn(state),
      update({ docChanged, state: now }) {
        if (docChanged) this.decorations = parametersIn(now)
      },
    }),
    { decorations: ({ decorations }) => decorations },
  ),
  EditorView.theme({
    '.cm-parametro, .cm-parametro *': {
      borderRadius: '4px',
      fontWeight: '500',
      backgroundColor: 'var(--mantine-color-teal-light)',
      color: 'var(--mantine-color-teal-light-color)',
    },
  }),
]

function parametersIn(state: EditorState): DecorationSet {
  const found = findParameters(state.doc.toString())
  return Decoration.set(found.map(({ desde, hasta }) => PARAMETRO.range(desde, hasta)))
}
