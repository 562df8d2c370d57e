import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
} from '@codemirror/autocomplete'
import { EditorState, type Extension, type Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { sampleText } from '../../inspector/sample-value.ts'
import { type Offered, offersAt } from './formula-completions.ts'
import type { FormulaScope } from './formula-scope.ts'
import { drawSignature } from './formula-signature.ts'
import type { FormulaWorld } from './formula-world.ts'
import { rankOffers } from './rank-offers.ts'

/** Read each time: what is known changes while the editor is open. */
export type ReadKnown = () => { scope: FormulaScope; world: FormulaWorld }

/** Offers `offersAt` to who types. */
export function formulaSuggestions(read: ReadKnown): Extension {
  const source = (context: CompletionContext): CompletionResult | null => {
    const { scope, world } = read()
    const { pos, explicit, state } = context
    const offer = offersAt(state.doc.toString(), pos, scope, world)
    // Where nothing was typed yet, everything is offered to who asks for it only.
    const isBegun = offer !== null && (offer.desde < pos || /["«.]/.test(state.sliceDoc(pos - 1, pos)))
    if (offer === null || !(explicit || isBegun)) return null
    const typed = state.sliceDoc(offer.desde, pos)
    return {
      from: offer.desde,
      options: rankOffers(offer.ofertas, typed).map(toCompletion),
      // Ranked already, and anew with each letter.
      filter: false,
    }
  }
  return [EditorState.languageData.of(() => [{ autocomplete: source }]), OPENED_ONCE]
}

function toCompletion({ kind, label, texto, muestra, funcion }: Offered): Completion {
  return {
    label,
    detail: funcion ? funcion.resumen : sampleText(muestra).slice(0, DETAIL),
    apply: funcion ? applyFuncion(funcion.argumentos.length > 0) : applyText(texto, kind === 'nombre'),
    ...(funcion && {
      info: () => {
        const dom = drawSignature(funcion)
        if (funcion.ejemplo) {
          const example = dom.appendChild(document.createElement('div'))
          example.className = 'cm-signatureCall'
          example.textContent = `${funcion.ejemplo[0]} → ${funcion.ejemplo[1]}`
        }
        return dom
      },
    }),
  }
}

/** Of a value as much as one line of it can show. */
const DETAIL = 80

type Apply = Exclude<NonNullable<Completion['apply']>, string>

/** Where a completion has just put somebody between two parentheses. */
const between = new WeakMap<EditorView, { doc: Text; head: number }>()

/** Whoever goes on typing as if the parenthesis were not there yet opens no second one. */
const OPENED_ONCE = EditorView.inputHandler.of((view, from, _to, text) => {
  const place = between.get(view)
  between.delete(view)
  return text === '(' && place?.doc === view.state.doc && place.head === from
})

/** Between its parentheses, unless they stand there already. */
function applyFuncion(hasArguments: boolean): Apply {
  return (view, completion, from, to) => {
    const isOpen = view.state.sliceDoc(to, to + 1) === '('
    const texto = completion.label
    write(view, completion, { texto: isOpen ? texto : `${texto}()`, from, to })
    if (isOpen || hasArguments) {
      const inside = from + texto.length + 1
      view.dispatch({ selection: { anchor: inside } })
      between.set(view, { doc: view.state.doc, head: inside })
    }
  }
}

/** The text that was opened for a name ends with it. */
function applyText(texto: string, isInText: boolean): Apply {
  return (view, completion, from, to) => {
    const isClosed = view.state.sliceDoc(to, to + 1) === '"'
    write(view, completion, { texto: isInText && !isClosed ? `${texto}"` : texto, from, to })
    if (isInText && isClosed) view.dispatch({ selection: { anchor: from + texto.length + 1 } })
  }
}

function write(
  view: EditorView,
  completion: Completion,
  { texto, from, to }: { texto: string; from: number; to: number },
): void {
  view.dispatch({
    ...insertCompletionText(view.state, texto, from, to),
    annotations: pickedCompletion.of(completion),
  })
}
