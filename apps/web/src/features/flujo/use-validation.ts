import type { Flujo, Hallazgo, ProcesoGuardado } from '@div/contract'
import { useEffect } from 'react'
import { isEqual } from '../../shared/form/differences.ts'
import { validateProceso } from './flujo-api.ts'
import type { EditorStore } from './store/editor-store.ts'
import { useEditorStore } from './store/use-editor.ts'
import { joinHallazgos, NOTHING_TOLD, readTold, type ToldByServer } from './validation/told-by-server.ts'

/** How long nobody changes anything before it is looked at. */
const PAUSE_MS = 300
/** What nobody answered is asked again. */
const RETRY_MS = 5_000

/**
 * What is drawn is looked at here as it is drawn, by the code that also runs it, also when nobody answers; what only the server can tell is
 * asked each time that it is stored. Nothing is drawn for the asking.
 */
export function useValidation(): void {
  const store = useEditorStore()
  useEffect(() => new Validation(store).start(), [store])
}

type Validate = (flujo: Flujo, modo: ProcesoGuardado['modo']) => readonly Hallazgo[]

class Validation {
  readonly #store: EditorStore
  readonly #controller = new AbortController()
  #validate: Validate | null = null
  #told: ToldByServer = NOTHING_TOLD
  /** What was looked at here. */
  #seen: { flujo: Flujo; modo: ProcesoGuardado['modo'] } | null = null
  #asked: number | null = null
  #timers: { here?: ReturnType<typeof setTimeout>; server?: ReturnType<typeof setTimeout> } = {}

  constructor(store: EditorStore) {
    this.#store = store
  }

  start(): () => void {
    const leave = this.#store.subscribe(() => this.#look())
    void import('@div/nodos/validar').then(
      ({ validateDrawn }) => {
        this.#validate = validateDrawn
        this.#look()
      },
      // Without it the server still tells what is wrong with what is stored.
      () => undefined,
    )
    this.#look()
    return () => {
      leave()
      this.#controller.abort()
      clearTimeout(this.#timers.here)
      clearTimeout(this.#timers.server)
    }
  }

  #look(): void {
    const { revision, modo } = this.#store.read().stored
    const { flujo } = this.#store
    if (this.#validate !== null && (this.#seen?.flujo !== flujo || this.#seen.modo !== modo)) {
      this.#seen = { flujo, modo }
      clearTimeout(this.#timers.here)
      this.#timers.here = setTimeout(() => this.#tell(), PAUSE_MS)
    }
    if (revision !== this.#asked) void this.#ask(revision)
  }

  async #ask(revision: number): Promise<void> {
    this.#asked = revision
    clearTimeout(this.#timers.server)
    const { id, flujo, modo } = this.#store.read().stored
    const { signal } = this.#controller
    try {
      const { hallazgos } = await validateProceso(id, signal)
      if (signal.aborted || this.#asked !== revision) return
      this.#told = readTold(flujo, hallazgos, this.#validate?.(flujo, modo) ?? [])
      this.#tell()
    } catch {
      // What was known stays until somebody answers.
      if (signal.aborted || this.#asked !== revision) return
      this.#timers.server = setTimeout(() => void this.#ask(revision), RETRY_MS)
    }
  }

  #tell(): void {
    if (this.#controller.signal.aborted) return
    const { flujo } = this.#store
    const found = this.#validate?.(flujo, this.#store.read().stored.modo) ?? []
    const hallazgos = joinHallazgos(flujo, found, this.#told)
    // What is found again looks as it did.
    if (!isEqual(hallazgos, this.#store.read().hallazgos)) this.#store.set({ hallazgos })
  }
}
