import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { openPlantillas, type Plantilla, type Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { carpetaSchema } from './carpeta.ts'
import type { Donde, ImapConnection } from './imap-connection.ts'

const mensajeSchema = z.object({
  operacion: z
    .enum(['leer', 'marcarLeido', 'marcarNoLeido', 'destacar', 'noDestacar', 'mover', 'eliminar'])
    .default('leer')
    .meta({
      title: 'Operación',
      etiquetas: {
        leer: 'Leer, sin marcarlo',
        marcarLeido: 'Marcar como leído',
        marcarNoLeido: 'Marcar como no leído',
        destacar: 'Destacar',
        noDestacar: 'Dejar de destacar',
        mover: 'Mover a otra carpeta',
        eliminar: 'Eliminar para siempre',
      },
    }),
  carpeta: carpetaSchema,
  uid: z.string().trim().min(1).max(1_000).default('{uid}').meta({
    title: 'UID',
    description: 'El que dice la búsqueda. Al marcar, mover o eliminar, también una lista.',
  }),
  destino: z
    .string()
    .trim()
    .max(1_000)
    .default('')
    .meta({ title: 'Carpeta nueva', description: 'Al mover. Admite {parametro}.' }),
  adjuntos: z
    .boolean()
    .default(true)
    .meta({ title: 'Con los archivos adjuntos', description: 'Al leer; si no, solo se dice cuáles son.' }),
})
type Operacion = z.output<typeof mensajeSchema>['operacion']

const MARCAS: Readonly<Partial<Record<Operacion, { marca: string; pone: boolean }>>> = {
  marcarLeido: { marca: String.raw`\Seen`, pone: true },
  marcarNoLeido: { marca: String.raw`\Seen`, pone: false },
  destacar: { marca: String.raw`\Flagged`, pone: true },
  noDestacar: { marca: String.raw`\Flagged`, pone: false },
}

export const mensaje = defineTipoObjeto({
  label: 'Mensaje',
  summary: 'Lee un mensaje con sus archivos adjuntos, o marca, mueve o elimina los que se digan.',
  objeto: mensajeSchema,
  prepare({ operacion, adjuntos, ...objeto }, parametros): Operation<ImapConnection> {
    const plantillas = openPlantillas(parametros)
    const carpeta = plantillas.compile('objeto.carpeta', objeto.carpeta)
    const uid = plantillas.compile('objeto.uid', objeto.uid)
    const destino = plantillas.compile('objeto.destino', operacion === 'mover' ? objeto.destino : '')
    plantillas.close()
    if (operacion === 'mover' && objeto.destino === '')
      throw refuse('objeto.destino', 'Escriba la carpeta a la que se mueve.')
    const where = (valores: Valores): Donde => ({
      carpeta: carpeta.write(valores),
      uids: readUids(uid, valores),
    })
    if (operacion === 'leer') {
      return {
        efecto: 'lectura',
        admiteTransaccion: false,
        run: (connection, valores, { signal }) => connection.read(where(valores), { adjuntos }, signal),
      }
    }
    const marca = MARCAS[operacion]
    return {
      efecto: 'escritura',
      // Marked twice is marked; what was moved is no longer there.
      repetible: marca !== undefined,
      admiteTransaccion: false,
      run: async (connection, valores, { signal }) => {
        const from = where(valores)
        if (marca) return { afectados: await connection.mark(from, marca, signal) }
        return operacion === 'mover'
          ? { afectados: await connection.move(from, destino.write(valores), signal) }
          : { afectados: await connection.remove(from, signal) }
      },
    }
  },
})

function readUids(plantilla: Plantilla, valores: Valores): number[] {
  const uids = plantilla.list(valores).map((text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0))
  if (uids.includes(0)) throw refuse(plantilla.campo, 'El UID de un mensaje es un número entero positivo.')
  return uids
}
