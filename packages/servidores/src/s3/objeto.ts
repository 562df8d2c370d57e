import { LimiteSuperado, type LlamadaContext } from '@div/contract'
import { z } from 'zod'
import type { ArchivosConnection } from '../archivos/archivos-connection.ts'
import { compileRuta } from '../archivos/ruta.ts'
import type { Entrada } from '../archivos/sistema.ts'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { encode, formatoSchema } from '../encode.ts'
import { openPlantillas, type Plantilla, type Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import type { S3Sistema } from './s3-sistema.ts'

type S3Connection = ArchivosConnection<S3Sistema>
type Ruta = (valores: Valores) => string

/** Of the parameter that brings what is written. */
const CONTENIDO = 'contenido'
/** The longest that a signature of version 4 is good for: a week. */
const MAX_SEGUNDOS = 604_800

const objetoSchema = z.object({
  operacion: z
    .enum(['datos', 'listar', 'escribir', 'copiar', 'direccion'])
    .default('datos')
    .meta({
      title: 'Operación',
      etiquetas: {
        datos: 'Ver si existe y sus datos',
        listar: 'Listar cuanto empieza así',
        escribir: 'Escribir con tipo y metadatos',
        copiar: 'Copiar',
        direccion: 'Dar una dirección temporal',
      },
    }),
  ruta: z
    .string()
    .trim()
    .min(1)
    .max(1_024)
    .meta({
      title: 'Ruta',
      description:
        'Escriba {nombre} donde va cada parámetro. Sin bucket en el servidor, empieza por el suyo.',
      examples: ['facturas/2026/{numero}.pdf'],
      enCatalogo: true,
    }),
  destino: z
    .string()
    .trim()
    .max(1_024)
    .default('')
    .meta({ title: 'Ruta de la copia', description: 'Al copiar.' }),
  formato: formatoSchema.meta({
    title: 'Formato',
    description: 'Al escribir.',
    etiquetas: { texto: 'Texto', json: 'JSON', binario: 'Binario' },
  }),
  tipoContenido: z
    .string()
    .trim()
    .max(255)
    .default('')
    .meta({ title: 'Tipo de contenido', description: 'Al escribir.', examples: ['application/pdf'] }),
  metadatos: z
    .record(z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'Use letras, cifras y guiones.'), z.string().max(2_000))
    .default({})
    .meta({ title: 'Metadatos', description: 'Al escribir. Sus valores admiten {parametro}.' }),
  sobrescribir: z.boolean().default(true).meta({
    title: 'Sobrescribir',
    description: 'Al escribir, si ya hay un archivo con ese nombre.',
  }),
  metodo: z
    .enum(['GET', 'PUT'])
    .default('GET')
    .meta({
      title: 'Para qué sirve la dirección',
      etiquetas: { GET: 'Para leerlo', PUT: 'Para escribirlo' },
      avanzado: true,
    }),
  segundos: z.int().min(1).max(MAX_SEGUNDOS).default(900).meta({
    title: 'Cuánto vale la dirección (s)',
    avanzado: true,
  }),
})
type Objeto = z.output<typeof objetoSchema>

interface Written {
  objeto: Objeto
  ruta: Ruta
  destino: Ruta
  metadatos: readonly (readonly [string, Plantilla])[]
}

export const objeto = defineTipoObjeto<S3Connection, typeof objetoSchema>({
  label: 'Objeto de S3',
  summary:
    'Lo que solo tiene S3: datos y metadatos de un archivo, copias, listas largas y direcciones temporales.',
  objeto: objetoSchema,
  prepare(objeto, parametros): Operation<S3Connection> {
    const writes = objeto.operacion === 'escribir'
    const copies = objeto.operacion === 'copiar'
    const plantillas = openPlantillas(parametros, { propios: writes ? [CONTENIDO] : [] })
    const ruta = compileRuta(plantillas, 'objeto.ruta', objeto.ruta)
    if (writes && !parametros.includes(CONTENIDO))
      throw refuse('parametros', 'Añada un parámetro «contenido» con lo que se escribe.')
    if (copies && objeto.destino === '') throw refuse('objeto.destino', 'Escriba la ruta de la copia.')
    const destino = compileRuta(plantillas, 'objeto.destino', copies ? objeto.destino : '')
    const metadatos = Object.entries(writes ? objeto.metadatos : {}).map(
      ([nombre, text]) => [nombre, plantillas.compile(`objeto.metadatos.${nombre}`, text)] as const,
    )
    plantillas.close()
    return { admiteTransaccion: false, ...OPERATIONS[objeto.operacion]({ objeto, ruta, destino, metadatos }) }
  },
})

const OPERATIONS: Readonly<Record<Objeto['operacion'], (written: Written) => Operation<S3Connection>>> = {
  datos: ({ ruta }) => ({
    efecto: 'lectura',
    run: async (connection, valores, { signal }) => {
      const path = ruta(valores)
      const found = await connection.use(path, signal, (sistema, whole) => sistema.head(whole))
      return {
        existe: found !== null,
        bytes: found?.ContentLength ?? null,
        modificado: found?.LastModified ?? null,
        tipoContenido: found?.ContentType ?? null,
        etag: found?.ETag ?? null,
        metadatos: { ...found?.Metadata },
      }
    },
  }),
  listar: ({ ruta }) => ({
    efecto: 'lectura',
    run: async (connection, valores, context) => {
      const entradas: Entrada[] = []
      const { filas: maximo } = connection.limits
      for await (const page of pagesOf(connection, ruta(valores), context)) {
        for (const entrada of page) entradas.push(entrada)
        if (entradas.length > maximo) throw new LimiteSuperado({ limite: 'filas', maximo })
      }
      return { entradas, total: entradas.length }
    },
    stream: (connection, valores, context) => pagesOf(connection, ruta(valores), context),
  }),
  escribir: ({ objeto: { formato, tipoContenido, sobrescribir }, ruta, metadatos }) => ({
    efecto: 'escritura',
    repetible: sobrescribir,
    run: async (connection, valores, { signal }) => {
      const path = ruta(valores)
      const bytes = Buffer.from(encode(valores[CONTENIDO], formato))
      const options = {
        sobrescribir,
        tipoContenido,
        metadatos: Object.fromEntries(metadatos.map(([nombre, text]) => [nombre, text.write(valores)])),
      }
      const written = await connection.use(path, signal, (sistema, whole) =>
        sistema.put(whole, bytes, options),
      )
      return { ruta: path, bytes: bytes.length, ...written }
    },
  }),
  copiar: ({ ruta, destino }) => ({
    efecto: 'escritura',
    repetible: true,
    run: async (connection, valores, { signal }) => {
      const path = destino(valores)
      const hasta = connection.locate(path)
      await connection.use(ruta(valores), signal, (sistema, whole) => sistema.copy(whole, hasta))
      return { ruta: path }
    },
  }),
  direccion: ({ objeto: { metodo, segundos }, ruta }) => ({
    efecto: 'lectura',
    run: (connection, valores, { signal }) =>
      connection.use(ruta(valores), signal, async (sistema, whole) => ({
        url: sistema.presign(whole, { metodo, segundos }),
        vence: new Date(Date.now() + segundos * 1_000),
      })),
  }),
}

async function* pagesOf(
  connection: S3Connection,
  ruta: string,
  { signal }: LlamadaContext,
): AsyncGenerator<readonly Entrada[], void> {
  const pages = await connection.use(ruta, signal, async (sistema, whole) => sistema.listKeys(whole))
  while (true) {
    const { done, value } = await connection.use(ruta, signal, () => pages.next())
    if (done) return
    yield value
  }
}
