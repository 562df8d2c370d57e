import { EditorState } from '@codemirror/state'

/** What the editor itself says, to the eye or to a screen reader. */
export const spanishPhrases = EditorState.phrases.of({
  'Control character': 'Carácter de control',
  Completions: 'Sugerencias',
  'Selection deleted': 'Selección eliminada',
  close: 'cerrar',
})
