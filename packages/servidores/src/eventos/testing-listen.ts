import type { Connection } from '../define-servidor.ts'
import { countDone, type Evento, type FuenteDeEventos, type Suerte } from './define-evento.ts'

interface Listening {
  /** Events that are waited for, each time that it is told. */
  count: number
  cursor?: unknown
  maximo?: number
  /** What becomes of an event; how often it was told. */
  decide?: (datos: Readonly<Record<string, unknown>>, told: number) => Suerte
  onOpened?: () => void
}

/** Listens as the motor does until so much was told. Answers what it brought, and where to go on. */
export async function listenFor<Conn extends Connection>(
  fuente: FuenteDeEventos<Conn>,
  connection: Conn,
  { count, cursor = null, maximo = 10, decide = () => 'hecho', onOpened = () => {} }: Listening,
) {
  const told: (Pick<Evento, 'clave' | 'huella'> & { datos: Readonly<Record<string, unknown>> })[] = []
  let last = cursor
  const { signal } = new AbortController()
  const room = async () => maximo
  for await (const tanda of fuente.listen(connection, { cursor, maximo, signal, room, opened: onOpened })) {
    const suertes = tanda.eventos.map((evento): Suerte => {
      const datos = evento.read()
      told.push({ clave: evento.clave, huella: evento.huella, datos })
      return decide(datos, told.length)
    })
    last = tanda.cursorAfter?.(countDone(suertes)) ?? last
    await tanda.settle(suertes)
    if (told.length >= count) break
  }
  return { told, datos: told.map(({ datos }) => datos), cursor: JSON.parse(JSON.stringify(last)) }
}
