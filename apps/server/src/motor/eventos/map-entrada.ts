import type { EventoDeTarea, Tarea } from '@div/contract'
import { compileRuta } from '@div/engine'

/** What each event becomes for the process: the values of the tarea, and over them what is taken from the event. */
export function mapEntrada({
  entrada,
  evento: { mapeo },
}: Pick<Tarea, 'entrada'> & { evento: Pick<EventoDeTarea, 'mapeo'> }): (
  datos: Readonly<Record<string, unknown>>,
) => Record<string, unknown> {
  const taken = Object.entries(mapeo).map(([nombre, ruta]) => [nombre, compileRuta(ruta) ?? absent] as const)
  return (datos) => ({
    ...entrada,
    ...Object.fromEntries(taken.map(([nombre, read]) => [nombre, read(datos)])),
  })
}

/** Of a path that nobody can read: storing a tarea refuses it. */
function absent(): null {
  return null
}
