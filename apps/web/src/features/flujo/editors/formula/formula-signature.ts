import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state'
import { EditorView, keymap, type PanelConstructor, showPanel } from '@codemirror/view'
import { callAt } from './call-at.ts'
import { argumentoAt, type FuncionDoc, findFuncion } from './funcion-docs.ts'

const focusing = StateEffect.define<boolean>()
const closing = StateEffect.define<null>()

interface Signature {
  isFocused: boolean
  /** Where the call begins that a person wants to hear nothing more of. */
  closedAt: number | null
  panel: PanelConstructor | null
  /** What it says: the same one stays where it is. */
  said: string
}

/** At the foot of the editor, where it covers nothing: what the call that is being typed takes, with the argument at the cursor, until Escape. */
export function formulaSignature(): Extension {
  return [
    SIGNATURE,
    EditorView.focusChangeEffect.of((_, isFocused) => focusing.of(isFocused)),
    Prec.low(
      keymap.of([
        {
          key: 'Escape',
          run(view) {
            if (view.state.field(SIGNATURE).panel === null) return false
            view.dispatch({ effects: closing.of(null) })
            return true
          },
        },
      ]),
    ),
    LOOK,
  ]
}

const SIGNATURE = StateField.define<Signature>({
  create: () => ({ isFocused: false, closedAt: null, panel: null, said: '' }),
  update(before, { state, effects, docChanged, selection }) {
    const isFocused = effects.findLast((effect) => effect.is(focusing))?.value ?? before.isFocused
    const isClosed = effects.some((effect) => effect.is(closing))
    if (!docChanged && !selection && !isClosed && isFocused === before.isFocused) return before
    const call = isFocused === true ? findCall(state) : null
    if (call === null) return { isFocused: isFocused === true, closedAt: null, panel: null, said: '' }
    const closedAt = isClosed ? call.desde : before.closedAt === call.desde ? call.desde : null
    if (closedAt !== null) return { isFocused: true, closedAt, panel: null, said: '' }
    const said = `${call.desde}/${call.funcion.nombre}/${call.argumento}`
    if (said === before.said) return { ...before, isFocused: true, closedAt }
    return { isFocused: true, closedAt, said, panel: panelOf(call) }
  },
  provide: (field) => showPanel.from(field, ({ panel }) => panel),
})

interface FoundCall {
  desde: number
  funcion: FuncionDoc
  argumento: number | undefined
}

function findCall(state: EditorState): FoundCall | null {
  const call = callAt(state.doc.toString(), state.selection.main.head)
  const funcion = call && findFuncion(call.nombre)
  return call && funcion
    ? { desde: call.desde, funcion, argumento: argumentoAt(funcion, call.argumento) }
    : null
}

function panelOf({ funcion, argumento }: FoundCall): PanelConstructor {
  return () => ({ dom: drawSignature(funcion, argumento) })
}

/** A call as it is written, with one argument marked, and what it does. */
export function drawSignature({ nombre, argumentos, resumen }: FuncionDoc, marked?: number): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'cm-signature'
  const call = dom.appendChild(document.createElement('div'))
  call.className = 'cm-signatureCall'
  call.append(`${nombre}(`)
  argumentos.forEach(({ texto, tipo }, index) => {
    if (index > 0) call.append('; ')
    const argument = call.appendChild(document.createElement(index === marked ? 'strong' : 'span'))
    argument.textContent = texto
    argument.title = tipo
  })
  call.append(')')
  const what = dom.appendChild(document.createElement('div'))
  what.className = 'cm-signatureWhat'
  what.textContent = resumen
  return dom
}

const LOOK = EditorView.theme({
  '.cm-signature': { padding: '6px 10px' },
  '.cm-panels': {
    backgroundColor: 'light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-7))',
    color: 'inherit',
  },
  '.cm-panels-bottom': {
    borderTop: '1px solid light-dark(var(--mantine-color-gray-3), var(--mantine-color-dark-5))',
  },
  '.cm-signatureCall': { fontFamily: 'var(--mantine-font-family-monospace)' },
  '.cm-signatureCall strong': {
    color: 'var(--mantine-color-teal-text)',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  },
  '.cm-signatureWhat': { marginTop: '2px', color: 'var(--mantine-color-dimmed)' },
})
