import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { decode, type Formato, formatoSchema } from '../encode.ts'
import { countDone, defineTipoEvento, type Evento } from '../eventos/define-evento.ts'
import { huellaOf } from '../eventos/huella-of.ts'
import type { KafkaConnection } from './kafka-connection.ts'
import type { MensajeLeido } from './lote.ts'

const llegadaSchema = z.strictObject({
  tema: z
    .string()
    .trim()
    .regex(/^[a-zA-Z0-9._-]{1,249}$/, 'Un tema lleva letras, cifras, puntos, guiones y rayas bajas.')
    .meta({ title: 'Tema', examples: ['pedidos'] }),
  formato: formatoSchema,
  desde: z
    .enum(['ahora', 'principio'])
    .default('ahora')
    .meta({
      title: 'La primera vez',
      etiquetas: { ahora: 'Solo lo que llegue', principio: 'También lo que ya hay' },
    }),
})

/** The next of each partition. */
const cursorSchema = z
  .object({ posiciones: z.record(z.string(), z.string().regex(/^\d+$/)) })
  .nullable()
  .catch(null)

/** Milliseconds before it is asked again where there was nothing: the brokers themselves wait for something to come. */
const PAUSE_MS = 50

type Posiciones = ReadonlyMap<number, bigint>

export const llegada = defineTipoEvento({
  label: 'Mensaje de un tema',
  summary:
    'Empieza con cada mensaje, en el orden de su partición. Lo leído se guarda aquí, junto con la ejecución: no hace falta un grupo de consumidores.',
  opciones: llegadaSchema,
  campos: [
    {
      ruta: 'mensaje',
      tipo: 'cualquiera',
      descripcion: 'Lo que trae, según el formato; nulo si borra su clave.',
    },
    { ruta: 'clave', tipo: 'texto', descripcion: 'Su clave, si la tiene.' },
    { ruta: 'tema', tipo: 'texto', descripcion: 'El tema en que se publicó.' },
    { ruta: 'particion', tipo: 'entero', descripcion: 'La partición en que está.' },
    { ruta: 'desplazamiento', tipo: 'texto', descripcion: 'Su lugar en la partición.' },
    { ruta: 'cabeceras', tipo: 'objeto', descripcion: 'Sus cabeceras.' },
    { ruta: 'fecha', tipo: 'fechaHora', descripcion: 'Cuándo se publicó.' },
  ],
  prepare({ tema, formato, desde }) {
    return {
      async *listen(connection: KafkaConnection, { cursor, signal, opened, room }) {
        const known = cursorSchema.parse(cursor)
        let posiciones = await connection.findPosiciones(
          tema,
          { known: readCursor(known), nuevas: known === null && desde === 'ahora' ? 'fin' : 'principio' },
          signal,
        )
        if (known === null) {
          const start = writeCursor(posiciones)
          yield { eventos: [], cursorAfter: () => start, settle: async () => {} }
        }
        opened()
        while (true) {
          const most = await room()
          // A partition that is added is new from its beginning.
          posiciones = await connection.findPosiciones(
            tema,
            { known: posiciones, nuevas: 'principio' },
            signal,
          )
          const leido = await connection.fetch(tema, posiciones, signal)
          const mensajes = leido.mensajes.slice(0, most)
          if (mensajes.length === 0) {
            // Marks of transactions are passed over.
            posiciones = leido.siguientes
            await sleep(PAUSE_MS, undefined, { signal })
            continue
          }
          const from = posiciones
          const after = (count: number) => advance(from, mensajes.slice(0, count))
          yield {
            eventos: mensajes.map((mensaje) => toEvento(mensaje, { tema, formato, connection })),
            cursorAfter: (count) => writeCursor(after(count)),
            async settle(suertes) {
              posiciones = after(countDone(suertes))
            },
          }
        }
      },
    }
  },
})

/** After these messages. */
function advance(posiciones: Posiciones, mensajes: readonly MensajeLeido[]): Posiciones {
  const after = new Map(posiciones)
  for (const { particion, desplazamiento } of mensajes) after.set(particion, desplazamiento + 1n)
  return after
}

function readCursor(cursor: z.output<typeof cursorSchema>): Posiciones {
  const entries = Object.entries(cursor?.posiciones ?? {})
  return new Map(entries.map(([particion, posicion]) => [Number(particion), BigInt(posicion)]))
}

function writeCursor(posiciones: Posiciones): z.output<typeof cursorSchema> {
  return {
    posiciones: Object.fromEntries(
      [...posiciones].map(([particion, posicion]) => [String(particion), String(posicion)]),
    ),
  }
}

function toEvento(
  { particion, desplazamiento, fecha, clave, valor, cabeceras }: MensajeLeido,
  { tema, formato, connection }: { tema: string; formato: Formato; connection: KafkaConnection },
): Evento {
  // Of a topic that was made anew the places begin anew too.
  const huella = huellaOf(tema, String(particion), String(desplazamiento), String(fecha))
  return {
    clave: huella,
    huella,
    read: () => ({
      mensaje: decode(valor, formato, connection),
      clave: clave?.toString('utf8') ?? null,
      tema,
      particion,
      desplazamiento: String(desplazamiento),
      cabeceras: Object.fromEntries(
        cabeceras.map(([nombre, value]) => [String(nombre), value?.toString('utf8') ?? null]),
      ),
      fecha: new Date(fecha),
    }),
  }
}
