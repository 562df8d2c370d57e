import { DatosInvalidos, type EventoDeTarea } from '@div/contract'
import type { Connection, Escucha, FuenteDeEventos, ServidorDefinition, Tanda } from '@div/servidores'
import { type ConnectOptions, createConnect } from './connect-servidor.ts'
import { readWith } from './read-with.ts'

/** A connection of its own, apart from every pool, for who listens on it. */
export interface EventoAbierto {
  listen(escucha: Escucha): AsyncIterable<Tanda>
  /** Aborts when the settings of the servidor are not what they were. */
  changed: AbortSignal
  close(): Promise<void>
}

/** Where a tarea listens. Throws DatosInvalidos for what its servidor does not tell. */
export function prepareEvento(
  { label, eventos = {} }: ServidorDefinition,
  { tipoEvento, opciones }: Pick<EventoDeTarea, 'tipoEvento' | 'opciones'>,
): FuenteDeEventos<Connection> {
  const tipo = Object.hasOwn(eventos, tipoEvento) ? eventos[tipoEvento] : undefined
  if (!tipo) {
    const mensaje = `${label} no tiene eventos de tipo «${tipoEvento}».`
    throw new DatosInvalidos(undefined, { errores: [{ campo: 'evento.tipoEvento', mensaje }] })
  }
  return tipo.prepare(readWith(tipo.opciones, opciones, 'evento.opciones'))
}

/** Throws an AppError. */
export async function openEvento(
  options: ConnectOptions,
  evento: Pick<EventoDeTarea, 'tipoEvento' | 'opciones'>,
  { nombre, changed }: { nombre: string; changed: AbortSignal },
): Promise<EventoAbierto> {
  const fuente = prepareEvento(options.definition, evento)
  const { connect } = fuente
  const connectApart = createConnect({
    ...options,
    definition: {
      ...options.definition,
      compartida: false,
      ...(connect && { connect: (config, deps) => connect(config, deps, nombre) }),
    },
  })
  const { connection, close } = await connectApart()
  return { listen: (escucha) => fuente.listen(connection, escucha), changed, close }
}
