import { LIMITS } from '@div/contract'
import { compileFlujo, runPlan, systemClock } from '@div/engine'
import { FUNCIONES } from '@div/funciones'
import { STEPS } from '@div/nodos/steps'

const NODES = 50
const RUNS = 20_000

/** Microseconds of CPU that the engine takes for a node that maps two fields, spans on: what 50 more of them add to a run. */
export function measureNode(): number {
  const [few, many] = [0, NODES].map((count) => measureRun(chainOf(count)))
  return ((many ?? 0) - (few ?? 0)) / NODES
}

/** An entry, so many transformations one after another, an exit. */
function chainOf(count: number): object {
  const posicion = { x: 0, y: 0 }
  const ids = ['e', ...Array.from({ length: count }, (_, index) => `t${index}`), 's']
  const nodos = ids.map((id, index) => {
    if (id === 'e')
      return { id, tipo: 'entrada', nombre: id, posicion, parametros: [{ nombre: 'a', tipo: 'texto' }] }
    const parametros = [
      { nombre: 'a', valorAsignado: { nodo: ids[index - 1], ruta: 'a' } },
      { nombre: 'b', expresion: `MAYUSCULAS(${ids[index - 1]}.a)` },
    ]
    return { id, tipo: id === 's' ? 'salida' : 'transformacion', nombre: id, posicion, parametros }
  })
  const conexiones = ids.slice(1).map((destino, index) => ({ id: `c${index}`, origen: ids[index], destino }))
  return { version: 1, nodos, conexiones }
}

/** Microseconds of CPU of one run. */
function measureRun(flujo: object): number {
  const missing = () => {
    throw new Error('not part of this measurement')
  }
  const result = compileFlujo(flujo, {
    steps: STEPS,
    funciones: FUNCIONES,
    host: {
      zonaHoraria: 'UTC',
      now: Date.now,
      parametro: missing,
      isSecret: missing,
      tabla: missing,
      columnas: missing,
      consecutivo: missing,
    },
    limits: LIMITS,
  })
  if (!result.ok) throw new Error(JSON.stringify(result.hallazgos))
  const ports = {
    begin: missing,
    clock: systemClock,
    maxPasos: LIMITS.pasosPorEjecucion,
    compensacionMs: () => LIMITS.compensacionMs,
    iteraciones: LIMITS.iteracionesDetalladas,
  }
  const run = () => {
    const input = {
      idEjecucion: 'x',
      entrada: { a: 'texto' },
      deadline: Number.MAX_SAFE_INTEGER,
      profundidad: 0,
      secretos: { redact: (text: string) => text },
    }
    return runPlan(result.plan, input, ports)
  }
  for (let count = 0; count < RUNS; count++) run()
  const before = process.cpuUsage()
  for (let count = 0; count < RUNS; count++) run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / RUNS
}
