import {
  type Flujo,
  type Nodo,
  newFlujo,
  type Paso,
  type ProcesoGuardado,
  type ResultadoDeEjecucion,
} from '@div/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { planChangeNodo, planInsert } from '../document/plan-change.ts'
import type { Fijados } from '../run/fijados.ts'
import { DraftSaver, type SaveOutcome } from './draft-saver.ts'
import { startEditor } from './editor-state.ts'
import { EditorStore } from './editor-store.ts'
import type { JournalEntry } from './journal.ts'
import { STORED } from './testing.ts'

/** Somebody else renamed the same node. */
const THEIRS = storedWith(7, 'n1', 'theirs')
/** Somebody else renamed another one. */
const BESIDE = storedWith(7, 'n2', 'theirs')

function storedWith(revision: number, id: string, nombre: string): ProcesoGuardado {
  const flujo = newFlujo()
  const nodos = flujo.nodos.map((nodo) => (nodo.id === id ? { ...nodo, nombre } : nodo))
  return { ...STORED, revision, actualizadoPor: 'otra', flujo: { ...flujo, nodos } }
}
const nombresOf = ({ flujo: { nodos } }: { flujo: Flujo }) => nodos.map(({ nombre }) => nombre)

const NODO: Nodo = { id: '', tipo: 'transformacion', nombre: '', posicion: { x: 0, y: 0 }, parametros: [] }
const RESULTADO = { error: null, pasos: [] } as unknown as ResultadoDeEjecucion
const PASO = { estado: 'ok' } as Paso

let store: EditorStore
let saver: DraftSaver
let sent: { revision: number; nombre: string | undefined }[]
let modos: ProcesoGuardado['modo'][]
let outcomes: SaveOutcome[]
let left: JournalEntry | null
let pending: (() => void) | null
let onServer: ProcesoGuardado
let merged: number
let leftOut: number
let givenUp: string[]
let kept: Fijados

beforeEach(() => open(true))

function open(mayEdit: boolean): void {
  leftOut = 0
  givenUp = []
  kept = {}
  store = new EditorStore(startEditor(STORED), mayEdit, { onLeftOut: () => leftOut++ })
  sent = []
  modos = []
  outcomes = []
  left = null
  pending = null
  onServer = STORED
  merged = 0
  saver = new DraftSaver(store, {
    put: async (stored, flujo) => {
      sent.push({ revision: stored.revision, nombre: flujo.nodos[0]?.nombre })
      modos.push(stored.modo)
      return (
        outcomes.shift() ?? { kind: 'stored', proceso: { ...stored, revision: stored.revision + 1, flujo } }
      )
    },
    read: async () => onServer,
    onMerged: () => {
      merged++
    },
    onRenamed: ({ fijados }) => {
      kept = fijados
    },
    onGivenUp: (mensaje) => givenUp.push(mensaje),
    journal: {
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
}

const rename = (nombre: string) => store.change((flujo) => planChangeNodo(flujo, 'n1', { nombre }))

/** Lets time pass until nothing is put off any more; nobody asks for anything. */
async function waitAlone(): Promise<void> {
  while (pending) {
    const work = pending
    pending = null
    work()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Lets the pause pass, and what it sends come back. */
async function pass(): Promise<void> {
  const work = pending
  pending = null
  work?.()
  await saver.flush()
}

test('the mode is stored at once; one that is refused is what it was', async () => {
  expect(await saver.changeModo('durable')).toBe('guardado')
  expect(store.read()).toMatchObject({ stored: { modo: 'durable', revision: 2 }, save: { kind: 'guardado' } })
  outcomes = [{ kind: 'failed', mensaje: 'No', again: 'never' }]
  await expect(saver.changeModo('memoria')).rejects.toThrow('No')
  expect(store.read()).toMatchObject({ stored: { modo: 'durable' }, save: { kind: 'guardado' } })
})

describe('the mode that was chosen is not lost', () => {
  const isDurable = { stored: { modo: 'durable' }, save: { kind: 'guardado' } }

  test('when what somebody else stored comes in by itself', async () => {
    outcomes = [{ kind: 'conflict', theirs: BESIDE }]
    await saver.changeModo('durable')
    expect(store.read()).toMatchObject(isDurable)
    expect(nombresOf(store)).toEqual(['Entrada', 'theirs'])
    expect(modos).toEqual(['durable', 'durable'])
  })

  test('when a person is asked first: it is stored with what they say, and no other is chosen meanwhile', async () => {
    outcomes = [{ kind: 'conflict', theirs: THEIRS }]
    rename('mine')
    expect(await saver.changeModo('durable')).toBe('espera')
    expect(store.read()).toMatchObject({ stored: { modo: 'memoria' }, save: { kind: 'conflicto' } })
    await expect(saver.changeModo('durable')).rejects.toThrow('Otra persona')
    await saver.resolve(THEIRS, new Map([['n1', 'mine']]))
    expect(store.read()).toMatchObject(isDurable)
  })

  test('but when the version of the other is taken, with the mode of the other', async () => {
    outcomes = [{ kind: 'conflict', theirs: THEIRS }]
    rename('mine')
    await saver.changeModo('durable')
    saver.take(THEIRS)
    expect(store.read()).toMatchObject({ stored: { modo: 'memoria' }, save: { kind: 'guardado' } })
    expect(await saver.flush()).toBe(true)
    expect(modos).toEqual(['durable'])
  })

  test('when something else is being stored', async () => {
    rename('a')
    const changed = [saver.flush(), saver.changeModo('durable')]
    await Promise.all(changed)
    expect(store.read()).toMatchObject(isDurable)
    expect(modos).toEqual(['memoria', 'durable'])
  })

  test('when the answer to what was stored before it was lost', async () => {
    outcomes = [{ kind: 'failed', mensaje: 'Error de conexión', again: 'always' }]
    rename('a')
    await saver.flush()
    outcomes = [{ kind: 'conflict', theirs: storedWith(2, 'n1', 'a') }]
    await saver.changeModo('durable')
    expect(store.read()).toMatchObject(isDurable)
    expect(merged).toBe(0)
  })
})

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
  outcomes = [{ kind: 'failed', mensaje: 'Error de conexión', again: 'always' }]
  rename('a')
  expect(await saver.flush()).toBe(false)
  expect(store.read().save).toEqual({ kind: 'fallo', mensaje: 'Error de conexión' })
  expect(left).not.toBeNull()
  await pass()
  expect(sent).toHaveLength(2)
  expect(store.read().save.kind).toBe('guardado')
})

test('a mistake of the server is tried a few times; then it is said, and what is drawn stays in the journal', async () => {
  outcomes = Array.from({ length: 5 }, () => ({ kind: 'failed', mensaje: 'Error interno', again: 'few' }))
  rename('a')
  await waitAlone()
  expect(sent).toHaveLength(5)
  expect(givenUp).toEqual(['Error interno'])
  expect(store.read().save).toEqual({ kind: 'fallo', mensaje: 'Error interno' })
  expect(left).toMatchObject({ revision: 1 })
  rename('b')
  await waitAlone()
  expect(sent).toHaveLength(6)
  expect(store.read().save.kind).toBe('guardado')
})

test('what is refused is not sent again by itself', async () => {
  outcomes = [{ kind: 'failed', mensaje: 'No', again: 'never' }]
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

  test('of what both changed their own is stored, and what only the other changed comes along', async () => {
    await saver.resolve(THEIRS, new Map([['n1', 'mine']]))
    expect(sent.at(-1)).toEqual({ revision: 7, nombre: 'mine' })
    expect(store.read().save.kind).toBe('guardado')
  })

  test('the version of the other is taken, and undone again', () => {
    saver.take(THEIRS)
    expect(store.flujo).toEqual(THEIRS.flujo)
    expect(left).toBeNull()
    expect(pending).toBeNull()
    store.undo()
    expect(nombresOf(store)).toEqual(['mine', 'Salida'])
    expect(pending).not.toBeNull()
  })
})

describe('what somebody else did elsewhere comes in by itself', () => {
  test('when it is found at storing; both are stored', async () => {
    outcomes = [{ kind: 'conflict', theirs: BESIDE }]
    rename('mine')
    expect(await saver.flush()).toBe(true)
    expect(nombresOf(store)).toEqual(['mine', 'theirs'])
    expect(sent.at(-1)).toEqual({ revision: 7, nombre: 'mine' })
    expect(merged).toBe(1)
  })

  test('undoing and redoing go on with what was done here; what they did stays', async () => {
    rename('a')
    await saver.flush()
    rename('b')
    store.undo()
    onServer = {
      ...BESIDE,
      flujo: {
        ...BESIDE.flujo,
        nodos: BESIDE.flujo.nodos.map((nodo) => (nodo.id === 'n1' ? { ...nodo, nombre: 'a' } : nodo)),
      },
    }
    await saver.hear(7)
    expect(nombresOf(store)).toEqual(['a', 'theirs'])
    store.redo()
    expect(nombresOf(store)).toEqual(['b', 'theirs'])
    store.undo()
    store.undo()
    expect(nombresOf(store)).toEqual(['Entrada', 'theirs'])
    store.undo()
    expect(nombresOf(store)).toEqual(['Entrada', 'theirs'])
    expect(leftOut).toBe(0)
  })

  test('a step whose thing they have changed since is left out and told; those before it are undone', async () => {
    store.change((flujo) => planChangeNodo(flujo, 'n2', { nombre: 'first' }))
    rename('second')
    await saver.flush()
    const { flujo } = store
    onServer = {
      ...STORED,
      revision: 7,
      flujo: {
        ...flujo,
        nodos: flujo.nodos.map((nodo) => (nodo.id === 'n1' ? { ...nodo, nombre: 'theirs' } : nodo)),
      },
    }
    await saver.hear(7)
    store.undo()
    expect([nombresOf(store), leftOut]).toEqual([['theirs', 'first'], 1])
    store.undo()
    expect([nombresOf(store), leftOut]).toEqual([['theirs', 'Salida'], 1])
    store.redo()
    expect(nombresOf(store)).toEqual(['theirs', 'first'])
  })

  test('of two nodes of one id mine is called otherwise, with what is chosen, pinned and known of it', async () => {
    const added = (nombre: string): Nodo => ({ ...NODO, id: 'n3', nombre })
    store.change((flujo) => planInsert(flujo, { nodos: [added('mine')] }), { select: ['n3'] })
    store.change((flujo) => planChangeNodo(flujo, 'n3', { nota: 'x' }))
    store.set({
      fijados: { n3: 1 },
      resultado: { ...RESULTADO, pasos: [{ ...PASO, nodo: 'n3' }] },
      probado: store.flujo,
    })
    onServer = {
      ...STORED,
      revision: 7,
      flujo: { ...STORED.flujo, nodos: [...STORED.flujo.nodos, added('theirs')] },
    }
    await saver.hear(7)
    const id = store.flujo.nodos.find(({ nombre }) => nombre === 'mine')?.id ?? ''
    expect(id).not.toBe('n3')
    const { selection, fijados, resultado, probado } = store.read()
    expect([[...selection.nodos], fijados, resultado?.pasos[0]?.nodo, kept]).toEqual([
      [id],
      { [id]: 1 },
      id,
      { [id]: 1 },
    ])
    expect(probado?.nodos.map((nodo) => nodo.id)).toContain(id)
    store.undo()
    store.undo()
    expect(nombresOf(store)).toEqual(['Entrada', 'Salida', 'theirs'])
    store.redo()
    expect(store.flujo.nodos.map((nodo) => nodo.id)).toContain(id)
  })

  test('when a newer revision is heard of, with nothing to store then', async () => {
    onServer = BESIDE
    await saver.hear(7)
    expect(nombresOf(store)).toEqual(['Entrada', 'theirs'])
    expect(store.read()).toMatchObject({ stored: { revision: 7 }, save: { kind: 'guardado' } })
    expect([pending, left, sent]).toEqual([null, null, []])
    await saver.hear(7)
    expect(merged).toBe(1)
  })

  test('for who may only read, too', async () => {
    open(false)
    onServer = BESIDE
    await saver.hear(7)
    expect(nombresOf(store)).toEqual(['Entrada', 'theirs'])
    expect([pending, left, sent]).toEqual([null, null, []])
  })

  test('but not over what is being changed in the same place', async () => {
    rename('mine')
    onServer = THEIRS
    await saver.hear(7)
    expect(store.read().save).toEqual({ kind: 'conflicto', theirs: THEIRS })
    expect(nombresOf(store)).toEqual(['mine', 'Salida'])
  })
})

test('what was stored although its answer was lost is not taken for the work of another', async () => {
  outcomes = [{ kind: 'failed', mensaje: 'Error de conexión', again: 'always' }]
  rename('a')
  await saver.flush()
  expect(left?.enviado).toEqual(store.flujo)
  rename('ab')
  outcomes = [{ kind: 'conflict', theirs: storedWith(2, 'n1', 'a') }]
  expect(await saver.flush()).toBe(true)
  expect(sent.at(-1)).toEqual({ revision: 2, nombre: 'ab' })
  expect(merged).toBe(0)
})
