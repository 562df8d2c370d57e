import { z } from 'zod'
import { defineTipoObjeto } from '../define-servidor.ts'
import { encode, type Formato, formatoSchema } from '../encode.ts'
import { cabecerasSchema, checkMensaje, compileCabeceras, MENSAJE } from '../mensaje.ts'
import { openPlantillas, type Plantilla, type Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import type { KafkaConnection } from './kafka-connection.ts'

/** What a topic may be called (Apache Kafka, Topic). */
const TEMA = /^(?!\.{1,2}$)[a-zA-Z0-9._-]{1,249}$/
const MAX_PARTICION = 2_147_483_647

const publicacionSchema = z.object({
  tema: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .meta({ title: 'Tema', description: 'Admite {parametro}.', examples: ['pedidos'], enCatalogo: true }),
  clave: z
    .string()
    .max(10_000)
    .default('')
    .meta({
      title: 'Clave',
      description: 'Los mensajes de una misma clave van a la misma partición, en orden. Admite {parametro}.',
      examples: ['{cliente}'],
    }),
  particion: z.string().trim().max(200).default('').meta({
    title: 'Partición',
    description: 'Su número. Vacía: la de la clave, o una cualquiera. Admite {parametro}.',
    avanzado: true,
  }),
  formato: formatoSchema,
  nuloBorra: z.boolean().default(false).meta({
    title: 'Sin mensaje, borra',
    description: 'Un mensaje nulo va sin contenido: en un tema compactado borra lo que haya con su clave.',
    avanzado: true,
  }),
  cabeceras: cabecerasSchema,
  cabeceraId: z.string().max(255).default('idempotency-key').meta({
    title: 'Cabecera con el id',
    description:
      'Lleva un id que es el mismo en cada intento, por si el mensaje llega dos veces. Vacía: ninguna.',
    avanzado: true,
  }),
})

export const publicacion = defineTipoObjeto({
  label: 'Publicación',
  summary:
    'Publica el parámetro «mensaje» en un tema. El nodo termina cuando lo tienen todas las réplicas al día.',
  objeto: publicacionSchema,
  prepare(objeto, parametros) {
    const { formato, nuloBorra, cabeceraId } = objeto
    const plantillas = openPlantillas(parametros, { propios: [MENSAJE] })
    const tema = plantillas.compile('objeto.tema', objeto.tema)
    const clave = plantillas.compile('objeto.clave', objeto.clave)
    const particion = plantillas.compile('objeto.particion', objeto.particion)
    const cabeceras = compileCabeceras(plantillas, objeto.cabeceras)
    plantillas.close()
    checkMensaje(parametros)
    if (nuloBorra && objeto.clave === '')
      throw refuse('objeto.clave', 'Borrar necesita una clave: escriba de qué.')
    return {
      efecto: 'escritura',
      admiteTransaccion: false,
      run: (connection: KafkaConnection, valores, { signal, deadline, claveIdempotencia }) => {
        const key = clave.write(valores)
        if (nuloBorra && key === '') throw refuse('objeto.clave', 'Borrar necesita una clave, y está vacía.')
        return connection.publish(
          {
            tema: writeTema(tema, valores),
            particion: readParticion(particion, valores),
            clave: key === '' ? null : Buffer.from(key),
            valor: nuloBorra && valores[MENSAJE] == null ? null : toBytes(valores[MENSAJE], formato),
            cabeceras: [
              ...cabeceras(valores),
              ...(cabeceraId === '' ? [] : [[cabeceraId, claveIdempotencia] as const]),
            ],
          },
          deadline,
          signal,
        )
      },
    }
  },
})

function toBytes(value: unknown, formato: Formato): Buffer {
  return Buffer.from(encode(value, formato))
}

function writeTema(plantilla: Plantilla, valores: Valores): string {
  const tema = plantilla.write(valores)
  if (!TEMA.test(tema))
    throw refuse(
      plantilla.campo,
      `«${tema}» no es el nombre de un tema: lleva letras, cifras, puntos, guiones y rayas bajas.`,
    )
  return tema
}

/** Null: whichever. */
function readParticion(plantilla: Plantilla, valores: Valores): number | null {
  const text = plantilla.write(valores)
  if (text === '') return null
  if (!/^\d{1,10}$/.test(text) || Number(text) > MAX_PARTICION)
    throw refuse(plantilla.campo, `«${text}» no es el número de una partición.`)
  return Number(text)
}
