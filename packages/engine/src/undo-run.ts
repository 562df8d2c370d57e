import { AppError, type ErrorDeNodo } from '@div/contract'
import { type Fin, IntentoAjeno, type Punto } from './checkpoints.ts'
import { frameToUndo } from './compensable.ts'
import type { Plan } from './plan.ts'
import type { Cancelacion, RunInput } from './run.ts'
import { EjecucionDormida } from './sleep.ts'
import { type Ended, Walk } from './walk.ts'

/** What could not be undone. */
interface Fallo {
  /** The node whose effect stays. */
  nodo: string
  nombre: string
  error: ErrorDeNodo
}

/** Does the end of a run ask that what it did be undone? Not when it only sleeps, another attempt has it, or a part of it was tried. */
export function asksToUndo({ compensacion }: Plan, walk: Walk, ended: Ended): boolean {
  if (compensacion === null || walk.input.hastaNodo !== undefined || isNoEnd(ended)) return false
  return ended.estado === 'error' || compensacion.alCancelar
}

function isNoEnd({ cause }: Ended): boolean {
  return cause instanceof EjecucionDormida || cause instanceof IntentoAjeno
}

/** Goes on undoing what an earlier attempt began to undo. */
export function resumeUndoing(plan: Plan, walk: Walk, { estado, error }: Fin): Promise<Ended> {
  for (const paso of walk.checkpoints?.listPasos() ?? []) walk.pasos.push(paso)
  const { codigo, mensaje: message } = error
  return undoEach(plan, walk, { estado, error, cause: new AppError({ codigo, status: 500, message }) })
}

/** Undoes what finished, last first. Answers how the run ended, or why it goes on elsewhere. Never rejects. */
export async function undoRun(plan: Plan, walk: Walk, ended: Ended): Promise<Ended> {
  if (walk.checkpoints?.listCompensables().length === 0) return ended
  try {
    await walk.checkpoints?.keepFin(ended, walk.pasos)
  } catch (cause) {
    return { ...ended, cause }
  }
  return undoEach(plan, walk, ended)
}

async function undoEach(plan: Plan, walk: Walk, ended: Ended): Promise<Ended> {
  const input = inputToUndo(walk)
  // Whoever looks at the run sees what goes on in it now.
  walk.input.corriendo = {
    watch() {
      const watched = input.corriendo?.watch() ?? walk.watch()
      walk.input.watched = watched
      input.watched = watched
      return watched
    },
    // What the run itself waited for nobody waits for any more.
    listEsperas: () => input.corriendo?.listEsperas() ?? [],
    hear: (puntos) => input.corriendo?.hear(puntos),
  }
  const fallos: Fallo[] = []
  for (const punto of walk.checkpoints?.listCompensables() ?? []) {
    const failed = await undoOne(plan, walk, { punto, input })
    if (failed === null) continue
    if (isNoEnd(failed)) return failed
    const nombre = plan.compensacion?.nodos.get(punto.nodo)?.nombre ?? punto.nodo
    fallos.push({ nodo: punto.nodo, nombre, error: failed.error })
  }
  walk.input.secretos = input.secretos
  if (input.esperaMs !== undefined) walk.input.esperaMs = input.esperaMs
  return fallos.length === 0 ? ended : { ...ended, estado: 'error', error: tellBoth(ended.error, fallos) }
}

/** With a time of its own: that of the run may be over. */
function inputToUndo({ input, ports }: Walk): RunInput {
  const { datosFijados: _given, corriendo: _over, signal, ...rest } = input
  return {
    ...rest,
    deadline: ports.clock.now() + ports.compensacionMs(),
    // What was cancelled is undone; who cancels meanwhile ends that, too.
    ...(signal && !isCancelled(signal) && { signal }),
  }
}

function isCancelled({ aborted, reason }: Cancelacion): boolean {
  return aborted && !(reason instanceof IntentoAjeno)
}

/** Null: it is undone. */
async function undoOne(
  plan: Plan,
  walk: Walk,
  { punto, input }: { punto: Punto; input: RunInput },
): Promise<Ended | null> {
  const compensacion = plan.compensacion?.nodos.get(punto.nodo)?.compensacion
  const { compensable, iteracion } = punto
  if (!compensacion || compensable === null) return null
  const own = new Walk({
    input,
    ports: walk.ports,
    checkpoints: walk.checkpoints,
    pasos: walk.pasos,
    tope: walk.tope,
    compensa: punto.nodo,
    que: 'Lo que deshace la ejecución',
    root: (run) => frameToUndo(run, compensacion, { compensable, iteracion }),
  })
  const failed = await own.start(() => own.failure())
  walk.pasosOmitidos += own.pasosOmitidos
  return failed
}

/** Of many the first ones say what is wrong. */
const TOLD = 3

/** The run failed, and not all that it had done is undone: whoever reads it needs both. */
function tellBoth(error: ErrorDeNodo, fallos: readonly Fallo[]): ErrorDeNodo {
  const told = fallos
    .slice(0, TOLD)
    .map(({ nombre, error: { mensaje } }) => `Además no se pudo deshacer «${nombre}»: ${mensaje}`)
  const others = fallos.length - told.length
  const rest = others > 0 ? [`Y otros ${others} nodos tampoco.`] : []
  const detalle = typeof error.detalle === 'object' && error.detalle !== null ? error.detalle : {}
  return {
    ...error,
    mensaje: [error.mensaje, ...told, ...rest].join(' '),
    detalle: {
      ...detalle,
      sinDeshacer: fallos.map(({ nodo, error: { codigo, mensaje } }) => ({ nodo, codigo, mensaje })),
    },
  }
}
