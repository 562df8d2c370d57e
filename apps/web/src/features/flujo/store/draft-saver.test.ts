import { newFlujo, type ProcesoGuardado } from '@div/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { planChangeNodo } from '../document/plan-change.ts'
import { DraftSaver, type SaveOutcome } from './draft-saver.ts'
import { startEditor } from './editor-state.ts'
import { EditorStore } from './editor-store.ts'
import type { JournalEntry } from './journal.ts'

const STORED: ProcesoGuardado = {
  id: '00000000-0000-4000-8000-000000000001',
  nombre: 'Prueba',
  descripcion: '',
  categoriaId: null,
  modo: 'memoria',
  revision: 1,
  creadoEn: '2026-11-21T10:00:00.000Z',
  actualizadoEn: '2026-11-21T10:00:00.000Z',
  actualizadoPor: null,
  versionPublicada: null,
  flujo: newFlujo(),
}
const THEIRS = { ...STORED, revision: 7, flujo: { ...newFlujo(), conexiones: [] } }

let store: EditorStore
let saver: DraftSaver
let sent: { revision: number; nombre: string | undefined }[]
let outcomes: SaveOutcome[]
let left: JournalEntry | null
let pending: (() => void) | null

beforeEach(() => {
  store = new EditorStore(startEditor(STORED), true)
  sent = []
  outcomes = []
  left = null
  pending = null
  saver = new DraftSaver(store, {
    put: async (stored, flujo) => {
      sent.push({ revision: stored.revision, nombre: flujo.nodos[0]?.nombre })
      return (
        outcomes.shift() ?? { kind: 'stored', proceso: { ...stored, revision: stored.revision + 1, flujo } }
      )
    },
    journal: {
      read: () => left,
      write: (entry) => {
        left = entry
      },
      clear: () => {
        left = null
      },
    },
    now: () => 1_000,
    later: (work) => {
      pending = work
      return () => {
        if (pending === work) pending = null
      }
    },
  })
  saver.start()
})

const rename = (nombre: string) => store.change((flujo) => planChangeNodo(flujo, 'n1', { nombre }))

/** Lets the pause pass, and what it sends come back. */
async function pass(): Promise<void> {
  const work = pending
  pending = null
  work?.()
  await saver.flush()
}

test('nothing is sent while nothing is changed', async () => {
  expect(pending).toBeNull()
  expect(await saver.flush()).toBe(true)
  expect(sent).toEqual([])
})

test('several changes are stored together after a pause; until then they are in the journal', async () => {
  rename('a')
  rename('ab')
  expect(left).toMatchObject({ revision: 1 })
  expect(store.read().save).toEqual({ kind: 'pendiente' })
  await pass()
  expect(sent).toEqual([{ revision: 1, nombre: 'ab' }])
  expect(store.read().save).toEqual({ kind: 'guardado', at: 1_000 })
  expect(left).toBeNull()
})

test('what is changed while something is sent is stored after it, upon its revision', async () => {
  rename('a')
  pending?.()
  rename('b')
  await pass()
  await pass()
  expect(sent).toEqual([
    { revision: 1, nombre: 'a' },
    { revision: 2, nombre: 'b' },
  ])
})

test('when nobody answers it is sent again', async () => {
  outcomes = [{ kind: 'failed', mensaje: 'Error de conexión', again: true }]
  rename('a')
  expect(await saver.flush()).toBe(false)
  expect(store.read().save).toEqual({ kind: 'fallo', mensaje: 'Error de conexión' })
  expect(left).not.toBeNull()
  await pass()
  expect(sent).toHaveLength(2)
  expect(store.read().save.kind).toBe('guardado')
})

test('what is refused is not sent again by itself', async () => {
  outcomes = [{ kind: 'failed', mensaje: 'No', again: false }]
  rename('a')
  await saver.flush()
  expect(pending).toBeNull()
})

describe('when somebody else has stored meanwhile', () => {
  beforeEach(async () => {
    outcomes = [{ kind: 'conflict', theirs: THEIRS }]
    rename('mine')
    await saver.flush()
  })

  test('nothing more is sent until a person decides', async () => {
    rename('mine too')
    expect(pending).toBeNull()
    expect(await saver.flush()).toBe(false)
    expect(sent).toHaveLength(1)
    expect(store.read().save).toEqual({ kind: 'conflicto', theirs: THEIRS })
  })

  test('their own version is stored over the other', async () => {
    await saver.overwrite(THEIRS)
    expect(sent.at(-1)).toEqual({ revision: 7, nombre: 'mine' })
    expect(store.read().save.kind).toBe('guardado')
  })

  test('the version of the other is taken', () => {
    saver.take(THEIRS)
    expect(store.flujo).toBe(THEIRS.flujo)
    expect(left).toBeNull()
    expect(pending).toBeNull()
  })
})
