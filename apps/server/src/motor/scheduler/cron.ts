import type { ErrorDeCampo, Tarea } from '@div/contract'
import { Cron } from 'croner'

/** Everything that keeps this cron text and zone from firing. */
export function checkCron({ cron, zonaHoraria }: Pick<Tarea, 'cron' | 'zonaHoraria'>): ErrorDeCampo[] {
  const errores: ErrorDeCampo[] = []
  if (!isZone(zonaHoraria)) {
    errores.push({ campo: 'zonaHoraria', mensaje: 'No es una zona horaria IANA, como America/Bogota.' })
  }
  const fields = cron.split(/\s+/).length
  if (fields !== 5 && fields !== 6) {
    errores.push({
      campo: 'cron',
      mensaje: `Use cinco campos, o seis con los segundos delante; hay ${fields}.`,
    })
  } else if (!isPattern(cron)) {
    errores.push({ campo: 'cron', mensaje: 'No es una expresión cron válida, como 0 8 * * 1-5.' })
  }
  return errores
}

/** The next `count` firings after an instant, fewer when it stops firing. The cron text and zone have been checked. */
export function nextFirings(
  { cron, zonaHoraria }: Pick<Tarea, 'cron' | 'zonaHoraria'>,
  { count, from }: { count: number; from: Date },
): Date[] {
  return new Cron(cron, { timezone: zonaHoraria, paused: true }).nextRuns(count, from)
}

/** The next firings of all of them together, soonest first. */
export function listSiguientes<Firing extends Pick<Tarea, 'cron' | 'zonaHoraria'>>(
  tareas: readonly Firing[],
  { limite, from }: { limite: number; from: Date },
): (Omit<Firing, 'cron' | 'zonaHoraria'> & { momento: Date })[] {
  return tareas
    .flatMap(({ cron, zonaHoraria, ...tarea }) =>
      nextFirings({ cron, zonaHoraria }, { count: limite, from }).map((momento) => ({ ...tarea, momento })),
    )
    .toSorted((left, right) => left.momento.getTime() - right.momento.getTime())
    .slice(0, limite)
}

function isZone(zonaHoraria: string): boolean {
  try {
    new Intl.DateTimeFormat('es', { timeZone: zonaHoraria })
    return /^[A-Za-z]/.test(zonaHoraria)
  } catch {
    // RangeError: the runtime's zone database has no such name.
    return false
  }
}

function isPattern(cron: string): boolean {
  try {
    new Cron(cron, { paused: true })
    return true
  } catch {
    // Croner throws only for a pattern that it cannot read.
    return false
  }
}
