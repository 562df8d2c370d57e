import { setTimeout as sleep } from 'node:timers/promises'
import { ServidorRechaza } from '@div/contract'
import { z } from 'zod'
import { countDone, defineTipoEvento, type Evento } from '../eventos/define-evento.ts'
import { huellaOf } from '../eventos/huella-of.ts'
import type { ArchivosConnection } from './archivos-connection.ts'
import { compilePatron } from './patron.ts'
import type { Entrada } from './sistema.ts'

/** Files of a folder that are told apart from those that were there before. */
const MAX_ARCHIVOS = 10_000

const archivoNuevoSchema = z.strictObject({
  carpeta: z
    .string()
    .trim()
    .min(1)
    .max(4_096)
    .default('.')
    .meta({
      title: 'Carpeta',
      description: 'Sin «/» al principio parte de la carpeta del usuario.',
      examples: ['/entrada'],
      unaLinea: true,
    }),
  patron: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .default('*')
    .meta({
      title: 'Nombres',
      description: '* es cualquier texto; ?, un carácter.',
      examples: ['ventas-*.csv'],
    }),
  cadaSegundos: z.int().min(1).max(86_400).default(10).meta({
    title: 'Mirar cada (segundos)',
    description: 'Un archivo se toma cuando en dos miradas seguidas no ha cambiado.',
  }),
})

/** Milliseconds for one look at the folder. */
const LIST_MS = 60_000

/** The files of the folder that were begun with, by their signature. */
const cursorSchema = z.object({ vistos: z.array(z.string()) }).catch({ vistos: [] })

export const archivoNuevo = defineTipoEvento({
  label: 'Archivo nuevo',
  summary:
    'Empieza con cada archivo que aparece o cambia en una carpeta. El archivo se queda donde está: lo lee, lo mueve o lo borra el proceso.',
  opciones: archivoNuevoSchema,
  campos: [
    { ruta: 'ruta', tipo: 'texto', descripcion: 'Dónde está, con su carpeta.' },
    { ruta: 'nombre', tipo: 'texto', descripcion: 'Cómo se llama.' },
    { ruta: 'carpeta', tipo: 'texto', descripcion: 'La carpeta en que se mira.' },
    { ruta: 'bytes', tipo: 'entero', descripcion: 'Cuánto ocupa.' },
    { ruta: 'modificado', tipo: 'fechaHora', descripcion: 'Cuándo se escribió, si el servidor lo dice.' },
  ],
  prepare({ carpeta, patron, cadaSegundos }) {
    const matches = compilePatron(patron)
    return {
      async *listen(connection: ArchivosConnection, { cursor, signal, opened, room }) {
        let vistos = new Set(cursorSchema.parse(cursor).vistos)
        let before = new Set<string>()
        while (true) {
          // A server that is silent in the middle of its list would never be asked again.
          const patience = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)])
          const archivos = (await connection.list(carpeta, patience)).filter(
            ({ nombre, clase }) => clase === 'archivo' && matches(nombre),
          )
          refuseTooMany(connection, carpeta, archivos.length)
          opened()
          const firmaOf = (archivo: Entrada) => firmaIn(carpeta, archivo)
          const present = new Set(archivos.map(firmaOf))
          vistos = vistos.intersection(present)
          const nuevos = archivos.filter((archivo) => {
            const firma = firmaOf(archivo)
            // Whoever writes it may not have come to its end.
            return before.has(firma) && !vistos.has(firma)
          })
          before = present
          while (nuevos.length > 0) {
            const taken = nuevos.splice(0, countTogether(nuevos, await room()))
            const cursorAfter = (count: number) => ({
              vistos: [...vistos, ...taken.slice(0, count).map(firmaOf)],
            })
            yield {
              eventos: taken.map((archivo) => toEvento(carpeta, archivo)),
              cursorAfter,
              async settle(suertes) {
                vistos = new Set(cursorAfter(countDone(suertes)).vistos)
              },
            }
          }
          await sleep(cadaSegundos * 1_000, undefined, { signal })
        }
      },
    }
  },
})

function refuseTooMany({ servidor }: ArchivosConnection, carpeta: string, count: number): void {
  if (count <= MAX_ARCHIVOS) return
  const motivo = `«${carpeta}» tiene más de ${MAX_ARCHIVOS} archivos: el proceso debe mover o borrar los que termina`
  throw new ServidorRechaza({ servidor, motivo })
}

/** One that has no date has no `clave` either: what comes with it and is told again would begin twice. */
function countTogether(nuevos: readonly Entrada[], most: number): number {
  return nuevos.slice(0, most).some(({ modificado }) => modificado === null) ? 1 : most
}

/** The same until somebody writes it anew. */
function firmaIn(carpeta: string, { nombre, bytes, modificado }: Entrada): string {
  return huellaOf(carpeta, nombre, String(bytes), modificado?.toISOString() ?? '')
}

function toEvento(carpeta: string, archivo: Entrada): Evento {
  const { nombre, bytes, modificado } = archivo
  const firma = firmaIn(carpeta, archivo)
  const ruta = carpeta.endsWith('/') ? `${carpeta}${nombre}` : `${carpeta}/${nombre}`
  return {
    // Another one of that name and size may come once it is gone.
    clave: modificado === null ? null : firma,
    huella: firma,
    read: () => ({ ruta, nombre, carpeta, bytes, modificado }),
  }
}
