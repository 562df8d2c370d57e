import { type Horario, nextDisparos } from './horas.ts'

interface Planeada {
  horario: Horario
  /** It does not fire before this instant. */
  desde: Date
}
type Siguiente<Tarea> = Omit<Tarea, keyof Planeada> & { momento: Date }

/**
 * The next firings of all of them together, soonest first. The tareas come in the order of `desde`: those that cannot be among the next are
 * not even read.
 */
export async function listSiguientes<Tarea extends Planeada>(
  tareas: AsyncIterable<Tarea>,
  { limite, from }: { limite: number; from: Date },
): Promise<Siguiente<Tarea>[]> {
  const found: Siguiente<Tarea>[] = []
  const open = new Map<Tarea, Date>()

  function reckon(tarea: Tarea, after: Date): void {
    const [momento] = nextDisparos(tarea.horario, { count: 1, from: after })
    if (momento) open.set(tarea, momento)
    else open.delete(tarea)
  }

  function takeUntil(end: number): void {
    while (found.length < limite) {
      const [soonest] = [...open].toSorted(([, left], [, right]) => left.getTime() - right.getTime())
      if (!soonest || soonest[1].getTime() > end) return
      const [tarea, momento] = soonest
      const { horario: _horario, desde: _desde, ...shown } = tarea
      found.push({ ...shown, momento })
      reckon(tarea, momento)
    }
  }

  for await (const tarea of tareas) {
    takeUntil(tarea.desde.getTime())
    if (found.length === limite) return found
    reckon(tarea, from)
  }
  takeUntil(Number.POSITIVE_INFINITY)
  return found
}
