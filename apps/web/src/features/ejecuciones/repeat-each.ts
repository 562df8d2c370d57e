import type { EjecucionResumen, EstadoEjecucion } from '@div/contract'

/** Runs that one person repeats at the same time: each of them waits for its end. */
const AT_ONCE = 3

export interface Repetidas {
  /** How many came to each state. */
  empezaron: ReadonlyMap<EstadoEjecucion, number>
  /** Those that did not begin, with the reason. */
  rechazadas: ReadonlyMap<string, unknown>
  /** Those that nobody asked for any more. */
  pendientes: readonly string[]
}

export interface RepeatOptions {
  /** Resolves with what the new run came to. */
  repeat: (id: string) => Promise<{ estado: EstadoEjecucion }>
  /** After each one. */
  onDone: (count: number) => void
  isStopped: () => boolean
}

/** Those that ended otherwise than well: what went well would be done twice. */
export function isRepeatable({ estado }: Pick<EjecucionResumen, 'estado'>): boolean {
  return estado === 'error' || estado === 'cancelada'
}

/** Repeats runs in the order in which they began, as what came in first is waited for longest. */
export async function repeatEach(
  rows: readonly Pick<EjecucionResumen, 'id' | 'inicio'>[],
  { repeat, onDone, isStopped }: RepeatOptions,
): Promise<Repetidas> {
  const waiting = rows
    .toSorted((left, right) => Date.parse(left.inicio) - Date.parse(right.inicio))
    .map(({ id }) => id)
  const empezaron = new Map<EstadoEjecucion, number>()
  const rechazadas = new Map<string, unknown>()
  let done = 0

  async function work() {
    while (!isStopped()) {
      const id = waiting.shift()
      if (id === undefined) return
      try {
        const { estado } = await repeat(id)
        empezaron.set(estado, (empezaron.get(estado) ?? 0) + 1)
      } catch (reason) {
        // Each is judged by itself, as if it were alone.
        rechazadas.set(id, reason)
      }
      onDone(++done)
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { empezaron, rechazadas, pendientes: waiting }
}

/** «Empezaron 3: 2 terminaron bien y 1 volvió a fallar.» */
export function describeEmpezaron(empezaron: Repetidas['empezaron']): string {
  const counts = { ok: 0, error: 0, cancelada: 0, siguen: 0 }
  let total = 0
  for (const [estado, count] of empezaron) {
    total += count
    counts[estado === 'ok' || estado === 'error' || estado === 'cancelada' ? estado : 'siguen'] += count
  }
  if (total === 0) return 'No empezó ninguna.'
  const parts = [
    tell(counts.ok, ['terminó bien', 'terminaron bien']),
    tell(counts.error, ['volvió a fallar', 'volvieron a fallar']),
    tell(counts.cancelada, ['se canceló', 'se cancelaron']),
    tell(counts.siguen, ['sigue en marcha', 'siguen en marcha']),
  ].filter((part) => part !== null)
  return `${total === 1 ? 'Empezó 1' : `Empezaron ${total}`}: ${new Intl.ListFormat('es').format(parts)}.`
}

function tell(count: number, [one, many]: readonly [string, string]): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`
}
