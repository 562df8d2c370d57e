import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { countDone, defineTipoEvento, type Evento } from '../eventos/define-evento.ts'
import { huellaOf } from '../eventos/huella-of.ts'
import type { ImapConnection, MensajesNuevos } from './imap-connection.ts'

const mensajeNuevoSchema = z.strictObject({
  carpeta: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .default('INBOX')
    .meta({ title: 'Carpeta', examples: ['INBOX'] }),
  desde: z
    .enum(['ahora', 'principio'])
    .default('ahora')
    .meta({
      title: 'La primera vez',
      description: 'También cuando el buzón numera otra vez sus mensajes.',
      etiquetas: { ahora: 'Solo lo que llegue', principio: 'También lo que ya hay' },
    }),
  // A mailbox that is not asked for longer hangs up.
  cadaSegundos: z.int().min(1).max(240).default(30).meta({ title: 'Mirar cada (segundos)' }),
})

/** Milliseconds for one look at the folder. */
const LOOK_MS = 60_000

/** The last message that was told, in the numbering of the folder that it belongs to (RFC 3501, 2.3.1.1). */
const posicionSchema = z.object({ validez: z.string(), uid: z.int() }).nullable().catch(null)
type Posicion = NonNullable<z.infer<typeof posicionSchema>>

export const mensajeNuevo = defineTipoEvento({
  label: 'Mensaje nuevo',
  summary:
    'Empieza con cada mensaje que llega a una carpeta del buzón. Trae quién lo envía y su asunto; lo que dice lo lee, lo marca o lo mueve el proceso con su UID.',
  opciones: mensajeNuevoSchema,
  campos: [
    { ruta: 'uid', tipo: 'entero', descripcion: 'Su UID en la carpeta: con él lo lee el proceso.' },
    { ruta: 'carpeta', tipo: 'texto', descripcion: 'La carpeta a la que llegó.' },
    { ruta: 'asunto', tipo: 'texto', descripcion: 'Su asunto.' },
    { ruta: 'de[0].direccion', tipo: 'texto', descripcion: 'La dirección de quien lo envía.' },
    { ruta: 'de', tipo: 'lista', descripcion: 'Quién lo envía: nombre y direccion de cada uno.' },
    { ruta: 'para', tipo: 'lista', descripcion: 'A quién se envía.' },
    { ruta: 'copia', tipo: 'lista', descripcion: 'A quién se envía en copia.' },
    { ruta: 'fecha', tipo: 'fechaHora', descripcion: 'Cuándo lo recibió el buzón.' },
    { ruta: 'idMensaje', tipo: 'texto', descripcion: 'El id que le dio quien lo envía.' },
    { ruta: 'bytes', tipo: 'entero', descripcion: 'Cuánto ocupa con sus archivos.' },
  ],
  prepare: ({ carpeta, desde, cadaSegundos }) => ({
    async *listen(connection: ImapConnection, { cursor, signal, opened, room }) {
      const look = (uid: number, maximo: number) =>
        connection.listAfter(
          { carpeta, uid, maximo },
          AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]),
        )
      const startOf = ({ validez, siguiente }: MensajesNuevos): Posicion => ({
        validez,
        uid: desde === 'ahora' ? siguiente - 1 : 0,
      })
      let posicion = posicionSchema.parse(cursor) ?? startOf(await look(0, 0))
      while (true) {
        // Where nothing was told yet it is kept as well: what comes while nobody listens is told later.
        const kept = posicion
        yield { eventos: [], cursorAfter: () => kept, settle: async () => {} }
        opened()
        const { validez } = kept
        for (;;) {
          const found = await look(posicion.uid, await room())
          if (found.validez !== validez) {
            posicion = startOf(found)
            break
          }
          const { mensajes } = found
          if (mensajes.length > 0) {
            const from = posicion
            const after = (count: number): Posicion => ({
              validez,
              uid: mensajes[count - 1]?.uid ?? from.uid,
            })
            yield {
              eventos: mensajes.map((mensaje) => toEvento({ carpeta, validez }, mensaje)),
              cursorAfter: after,
              async settle(suertes) {
                posicion = after(countDone(suertes))
              },
            }
          }
          if (!found.hayMas) await sleep(cadaSegundos * 1_000, undefined, { signal })
        }
      }
    },
  }),
})

function toEvento(
  { carpeta, validez }: { carpeta: string; validez: string },
  mensaje: MensajesNuevos['mensajes'][number],
): Evento {
  const clave = huellaOf(carpeta, validez, String(mensaje.uid))
  return { clave, huella: clave, read: () => ({ ...mensaje, carpeta }) }
}
