import { busquedaDeRagSchema, DatosInvalidos } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { openPlantillas } from '../plantilla.ts'
import type { InternoConnection } from './interno-connection.ts'

const { limite, modo, texto } = busquedaDeRagSchema.shape

export const rag = defineTipoObjeto({
  label: 'Buscar en RAG',
  summary: 'Busca pasajes en los documentos de una colección y dice por qué se halló cada uno.',
  objeto: z.object({
    coleccion: z.string('Elija una colección.').min(1, 'Elija una colección.').meta({ title: 'Colección' }),
    texto: z
      .string()
      .min(1)
      .max(2_000)
      .default('{texto}')
      .meta({
        title: 'Qué se busca',
        description: '{parametro} vale el valor de ese parámetro.',
        examples: ['{texto}'],
      }),
    limite,
    modo,
  }),
  salida: [
    {
      nombre: 'pasajes',
      tipo: 'lista',
      elemento: {
        nombre: '',
        tipo: 'objeto',
        campos: [
          { nombre: 'texto', tipo: 'texto' },
          { nombre: 'documento', tipo: 'texto' },
          { nombre: 'titulo', tipo: 'lista', elemento: { nombre: '', tipo: 'texto' } },
          { nombre: 'puntuacion', tipo: 'decimal' },
        ],
      },
    },
    { nombre: 'modo', tipo: 'texto' },
    { nombre: 'avisos', tipo: 'lista', elemento: { nombre: '', tipo: 'texto' } },
  ],
  prepare(objeto, parametros) {
    const plantillas = openPlantillas(parametros)
    const wanted = plantillas.compile('objeto.texto', objeto.texto)
    plantillas.close()
    return {
      efecto: 'lectura',
      admiteTransaccion: false,
      async run({ ports }: InternoConnection, valores, context) {
        const searched = parseTexto(wanted.write(valores))
        const { coleccion, limite, modo } = objeto
        return ports.searchRag(coleccion, { texto: searched, limite, modo }, context)
      },
    }
  },
})

/** What a run searches is known only when it does: it is held to what a person may search. Throws DatosInvalidos. */
function parseTexto(written: string): string {
  const { success, data, error } = texto.safeParse(written)
  if (success) return data
  const errores = error.issues.map(({ message }) => ({ campo: 'texto', mensaje: message }))
  throw new DatosInvalidos(undefined, { errores })
}
