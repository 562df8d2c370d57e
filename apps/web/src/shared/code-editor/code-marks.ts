import { type Range, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Something wrong at a place of the text. */
export interface CodeMark {
  desde: number
  hasta: number
  mensaje: string
}

const putMarks = StateEffect.define<readonly CodeMark[]>()

/** Underlines what is wrong; what is typed moves it along until it is judged anew. */
export const codeMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, newDoc }) {
    const put = effects.findLast((effect) => effect.is(putMarks))
    if (put === undefined) return marks.map(changes)
    return Decoration.set(
      put.value.flatMap((mark) => markIn(mark, newDoc.length)),
      true,
    )
  },
  provide: (field) => EditorView.decorations.from(field),
})

export function showMarks(view: EditorView, marks: readonly CodeMark[]): void {
  view.dispatch({ effects: putMarks.of(marks) })
}

/** A place at the end, or between two signs, is told at the sign before it. */
function markIn({ desde, hasta, mensaje }: CodeMark, length: number): Range<Decoration>[] {
  const to = Math.min(hasta, length)
  const from = Math.max(0, desde < to ? desde : Math.min(desde, length) - 1)
  if (from >= Math.max(to, from + 1) || length === 0) return []
  return [
    Decoration.mark({ class: 'cm-wrong', attributes: { title: mensaje } }).range(
      from,
      Math.min(Math.max(to, from + 1), length),
    ),
  ]
}
