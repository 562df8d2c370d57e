import { type Horario, nextDisparos } from './horas.ts'

interface Planeada {
  horario: Horario
  /** It does not fire before this instant. */
  desde: Date
}
type Siguiente<Tarea> = Omit<Tarea, keyof Planeada> & { momento: Date }

/**
 * The next firing of each of them, soonest first. The tareas come in the order of `desde`: those that cannot be among the next are
 * not even read.
 */
export async function listSiguientes<Tarea extends Planeada>(
  tareas: AsyncIterable<Tarea>,
  { limite, from }: { limite: number; from: Date },
): Promise<Siguiente<Tarea>[]> {
  const found: Siguiente<Tarea>[] = []
  const open = new Map<Tarea, Date>()

  function takeUntil(end: number): void {
    while (found.length < limite) {
      const [soonest] = [...open].toSorted(([, left], [, right]) => left.getTime() - right.getTime())
      if (!soonest || soonest[1].getTime() > end) return
      const [tarea, momento] = soonest
      const { horario: _horario, desde: _desde, ...shown } = tarea
      found.push({ ...shown, momento })
      open.delete(tarea)
    }
  }

  for await (const tarea of tareas) {
    takeUntil(tarea.desde.getTime())
    if (found.length === limite) return found
    const [momento] = nextDisparos(tarea.horario, { count: 1, from })
    if (momento) open.set(tarea, momento)
  }
  takeUntil(Number.POSITIVE_INFINITY)
  return found
}
