import {
  countElementos,
  type EstadoEjecucion,
  type EventoEnVivo,
  monotonicNow,
  type NodoEnVivo,
  type Paso,
  wallShift,
} from '@div/contract'
import type { RunPorts, Watched } from '@div/engine'
import type { Logger } from 'pino'
import type { EnVivo } from './en-vivo.ts'
import { findChanged, summarizePasos } from './summarize-pasos.ts'

/** How often a run is looked at, and from when on less often. */
const TICK_MS = 100
const LATER_MS = 10_000
const LATER_TICK_MS = 500

export interface RunWatch {
  watched: Watched
  /** The same, counting what nodes put out before it becomes a sample. */
  counting(sample: NonNullable<RunPorts['sample']>): NonNullable<RunPorts['sample']>
  begin(idEjecucion: string): void
  end(result: { estado: EstadoEjecucion; duracionMs: number }): void
  /** Nobody looks any more. */
  stop(): void
}

/** Tells of a run while it goes on. The run itself never waits for it: what changes faster than it can be told is told together. */
export function watchRun({
  tema,
  goesOn = false,
  watched = { pasos: [], open: new Set<Paso>() },
  enVivo,
  log,
}: {
  tema: string
  /** Of a run that goes on already. */
  watched?: Watched
  /** Another attempt may have told of it before. */
  goesOn?: boolean
  enVivo: Pick<EnVivo, 'publish' | 'lastSeq'>
  log: Logger
}): RunWatch {
  const counts = new WeakMap<object, number>()
  /** What was told before keeps its numbers. Null: nobody knows them yet. */
  let before = goesOn ? null : 0
  let told: ReadonlyMap<string, NodoEnVivo> = new Map()
  let seq = 0
  let telling: Promise<void> = Promise.resolve()
  let isTelling = false
  let timer: NodeJS.Timeout | undefined
  let begun = 0

  async function publish(own: number, evento: EventoEnVivo): Promise<void> {
    try {
      before ??= await enVivo.lastSeq(tema)
      await enVivo.publish(tema, { seq: before + own, evento })
    } catch (error) {
      log.warn({ err: error }, 'a watched run was not told of')
      // Where it stands is told whole the next time.
      told = new Map()
    }
  }

  /** After what is being told. */
  function tell(evento: EventoEnVivo): void {
    seq++
    const own = seq
    isTelling = true
    telling = telling
      .then(() => publish(own, evento))
      .finally(() => {
        isTelling = false
      })
  }

  function tellChanges(): void {
    const now = monotonicNow()
    const next = summarizePasos(watched.pasos, { open: watched.open, now, shiftMs: wallShift(), counts })
    const nodos = findChanged(told, next)
    if (nodos.length === 0) return
    told = next
    tell({ tipo: 'avance', nodos })
  }

  function schedule(): void {
    const tickMs = monotonicNow() - begun < LATER_MS ? TICK_MS : LATER_TICK_MS
    timer = setTimeout(() => {
      if (!isTelling) tellChanges()
      schedule()
    }, tickMs)
  }

  return {
    watched,
    counting: (sample) => (value, secretos) => {
      const held = sample(value, secretos)
      const count = countElementos(value, (items) => items.length)
      if (count !== null && typeof held === 'object' && held !== null) counts.set(held, count.total)
      return held
    },
    begin(idEjecucion) {
      begun = monotonicNow()
      tell({ tipo: 'inicio', idEjecucion })
      schedule()
    },
    stop: () => clearTimeout(timer),
    end({ estado, duracionMs }) {
      clearTimeout(timer)
      const isAsleep = estado === 'esperando'
      // It ended before anybody could be told that it began. Of one that fell asleep there is no answer that tells how far it came.
      if (seq === 0 && !goesOn && !isAsleep) return
      watched.open.clear()
      // What it sleeps for was called off with this attempt alone: for whoever watches it goes on.
      if (isAsleep) for (const paso of watched.pasos) if (paso.estado === 'cancelado') watched.open.add(paso)
      tellChanges()
      tell({ tipo: 'fin', estado, duracionMs })
    },
  }
}
