import type { Hallazgo } from '@div/contract'
import { expect, test } from 'vitest'
import { type EditorState, startEditor } from './editor-state.ts'
import { renameInState } from './rename-in-state.ts'
import { STORED } from './testing.ts'

test('what is known of a node beside the drawing goes along when it is called otherwise', () => {
  const hallazgo: Hallazgo = { nodo: 'n1', campo: 'nombre', mensaje: 'x', gravedad: 'error' }
  const known = (id: string): EditorState => ({
    ...startEditor(STORED),
    selection: { nodos: new Set([id]), conexiones: new Set(), anotaciones: new Set() },
    mistake: { nodo: id, campo: 'lista', mensaje: 'x' },
    hallazgos: [
      { ...hallazgo, nodo: id },
      { ...hallazgo, nodo: null },
    ],
    faltan: [{ nodo: id, motivo: 'sin-datos' }],
    fijados: { [id]: 1 },
    scope: { nodo: id, isSolo: true, tomados: [id, 'n2'], fijados: [id] },
    cambios: new Map([[id, 'nuevo']]),
  })
  expect(renameInState(known('n1'), new Map([['n1', 'n9']]))).toEqual({ ...known('n9') })
})
