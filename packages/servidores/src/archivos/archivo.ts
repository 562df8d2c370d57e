import { type Limits, type LlamadaContext, ServidorRechaza } from '@div/contract'
import {
  codificacionField,
  compileFormato,
  ETIQUETAS_DE_FORMATOS,
  isFormatoDeRegistros,
  LIBRO,
  libroSchema,
  NOMBRES_DE_FORMATOS,
  type Notacion,
  opcionesDeFormatos,
} from '@div/formatos'
import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { openPlantillas, type Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import type { ArchivosConnection } from './archivos-connection.ts'
import { decode, ENTEROS, encode, encodeHoja, type Lectura, readFilas, readHoja } from './contenido.ts'
import { compileRuta } from './ruta.ts'
import { compileXml, type NotacionXml, XML, xmlSchema } from './xml.ts'

/** Of the parameter that brings what is written. */
const CONTENIDO = 'contenido'

/** Operations that have to do with what a file holds. */
const CON_CONTENIDO = ['leer', 'escribir']

const archivoSchema = z.object({
  operacion: z
    .enum(['leer', 'listar', 'escribir', 'mover', 'borrar', 'crearCarpeta'])
    .default('leer')
    .meta({
      title: 'Operación',
      etiquetas: {
        leer: 'Leer',
        listar: 'Listar una carpeta',
        escribir: 'Escribir',
        mover: 'Mover o renombrar',
        borrar: 'Borrar',
        crearCarpeta: 'Crear una carpeta',
      },
    }),
  ruta: z
    .string()
    .trim()
    .min(1)
    .max(4_096)
    .meta({
      title: 'Ruta',
      description:
        'Escriba {nombre} donde va cada parámetro. Sin «/» al principio parte de la carpeta del usuario.',
      examples: ['/salida/ventas-{dia}.csv'],
      unaLinea: true,
      enCatalogo: true,
    }),
  destino: z
    .string()
    .trim()
    .max(4_096)
    .default('')
    .meta({
      title: 'Ruta nueva',
      examples: ['/hecho/ventas-{dia}.csv'],
      unaLinea: true,
      cuando: { operacion: ['mover'] },
    }),
  formato: z
    .enum([...ENTEROS, ...NOMBRES_DE_FORMATOS, XML, LIBRO])
    .default('texto')
    .meta({
      title: 'Formato',
      description:
        'CSV, ancho fijo, JSON Lines, líneas, EDI y XML se pueden recorrer con cursor, del tamaño que sea el archivo. Un libro de Excel se lee entero, hasta 64 MiB desempaquetado.',
      etiquetas: {
        texto: 'Texto',
        json: 'JSON',
        binario: 'Binario',
        [XML]: 'XML, un elemento tras otro',
        ...ETIQUETAS_DE_FORMATOS,
      },
      cuando: { operacion: CON_CONTENIDO },
    }),
  ...opcionesDeFormatos,
  xml: xmlSchema.optional().meta({ ...xmlSchema.meta(), cuando: { operacion: ['leer'], formato: [XML] } }),
  codificacion: codificacionField.meta({ ...codificacionField.meta(), cuando: { operacion: CON_CONTENIDO } }),
  sobrescribir: z
    .boolean()
    .default(true)
    .meta({
      title: 'Sobrescribir',
      description: 'Si ya hay un archivo con ese nombre.',
      cuando: { operacion: ['escribir', 'mover'] },
    }),
  maximoBytes: z
    .int()
    .min(1)
    .optional()
    .meta({
      title: 'Máximo de bytes',
      description: 'Leer más es un error. No se aplica al recorrer con cursor.',
      avanzado: true,
      cuando: { operacion: ['leer'] },
    }),
})
type Archivo = z.output<typeof archivoSchema>

type Ruta = (valores: Valores) => string

export const archivo = defineTipoObjeto<ArchivosConnection, typeof archivoSchema>({
  label: 'Archivo',
  summary:
    'Lee, escribe, mueve o borra un archivo, o lista una carpeta. Lo que se escribe llega en el parámetro «contenido».',
  objeto: archivoSchema,
  prepare(objeto, parametros, { limits }): Operation<ArchivosConnection> {
    const writes = objeto.operacion === 'escribir'
    const plantillas = openPlantillas(parametros, { propios: writes ? [CONTENIDO] : [] })
    const ruta = compileRuta(plantillas, 'objeto.ruta', objeto.ruta)
    if (writes && !parametros.includes(CONTENIDO))
      throw refuse('parametros', 'Añada un parámetro «contenido» con lo que se escribe.')
    if (objeto.operacion === 'mover' && objeto.destino === '')
      throw refuse('objeto.destino', 'Escriba la ruta nueva.')
    const destino = compileRuta(
      plantillas,
      'objeto.destino',
      objeto.operacion === 'mover' ? objeto.destino : '',
    )
    plantillas.close()
    const notacion = notacionOf(objeto, limits)
    const aviso = notacion && 'aviso' in notacion ? notacion.aviso : undefined
    return {
      admiteTransaccion: false,
      ...(aviso && { aviso }),
      ...OPERATIONS[objeto.operacion]({ objeto, ruta, destino, notacion }),
    }
  },
})

interface Written {
  objeto: Archivo
  ruta: Ruta
  destino: Ruta
  /** Null: it holds no records. */
  notacion: Notacion | null
}

function notacionOf(objeto: Archivo, limits: Limits): Notacion | NotacionXml | null {
  if (objeto.formato === XML && CON_CONTENIDO.includes(objeto.operacion)) return notacionXmlOf(objeto, limits)
  if (!CON_CONTENIDO.includes(objeto.operacion) || !isFormatoDeRegistros(objeto.formato)) return null
  const notacion = compileFormato(objeto.formato, objeto)
  if (notacion === null) throw refuse('objeto.anchoFijo', 'Diga qué columnas tiene.')
  return notacion
}

function notacionXmlOf({ operacion, xml }: Archivo, limits: Limits): NotacionXml {
  if (operacion === 'escribir')
    throw refuse(
      'objeto.formato',
      'El XML solo se lee así: escríbalo como texto, con una transformación antes.',
    )
  if (!xml) throw refuse('objeto.xml', 'Diga qué elemento se repite.')
  return compileXml(xml, limits)
}

const libroOf = ({ xlsx }: Archivo) => xlsx ?? libroSchema.parse({})

const lecturaOf = ({ servidor, limits }: ArchivosConnection, { codificacion }: Archivo): Lectura => ({
  servidor,
  limits,
  codificacion,
})

const OPERATIONS: Readonly<
  Record<Archivo['operacion'], (written: Written) => Operation<ArchivosConnection>>
> = {
  leer: prepareLeer,
  listar: ({ ruta }) => ({
    efecto: 'lectura',
    run: async (connection, valores, { signal }) => {
      const entradas = await connection.list(ruta(valores), signal)
      return { entradas, total: entradas.length }
    },
  }),
  escribir: ({ objeto, ruta, notacion }) => ({
    efecto: 'escritura',
    repetible: objeto.sobrescribir,
    run: async (connection, valores, { signal }) => {
      const path = ruta(valores)
      const { formato, sobrescribir } = objeto
      const lectura = lecturaOf(connection, objeto)
      const bytes =
        formato === LIBRO
          ? await encodeHoja(valores[CONTENIDO], libroOf(objeto), connection.limits)
          : encode(valores[CONTENIDO], { ...lectura, formato, notacion })
      await connection.write(path, bytes, { sobrescribir }, signal)
      return { ruta: path, bytes: bytes.length }
    },
  }),
  mover: ({ objeto: { sobrescribir }, ruta, destino }) => ({
    efecto: 'escritura',
    run: async (connection, valores, { signal }) => {
      const path = destino(valores)
      await connection.rename(ruta(valores), path, { sobrescribir }, signal)
      return { ruta: path }
    },
  }),
  borrar: ({ ruta }) => ({
    efecto: 'escritura',
    run: async (connection, valores, { signal }) => {
      const path = ruta(valores)
      await connection.remove(path, signal)
      return { ruta: path }
    },
  }),
  crearCarpeta: ({ ruta }) => ({
    efecto: 'escritura',
    run: async (connection, valores, { signal }) => {
      const path = ruta(valores)
      await connection.makeFolder(path, signal)
      return { ruta: path }
    },
  }),
}

function prepareLeer({ objeto, ruta, notacion }: Written): Operation<ArchivosConnection> {
  const { formato } = objeto
  const readWhole = (connection: ArchivosConnection, valores: Valores, { signal }: LlamadaContext) => {
    const maximoBytes = Math.min(objeto.maximoBytes ?? Infinity, connection.limits.respuestaBytes)
    return connection.readAll(ruta(valores), maximoBytes, signal)
  }
  if (formato === LIBRO)
    return {
      efecto: 'lectura',
      run: async (connection, valores, context) =>
        readHoja(
          await readWhole(connection, valores, context),
          libroOf(objeto),
          lecturaOf(connection, objeto),
        ),
    }
  if (notacion === null) {
    const entero = ENTEROS.find((each) => each === formato) ?? 'texto'
    return {
      efecto: 'lectura',
      run: async (connection, valores, context) => ({
        contenido: decode(
          await readWhole(connection, valores, context),
          entero,
          lecturaOf(connection, objeto),
        ),
      }),
    }
  }
  return {
    efecto: 'lectura',
    async run(connection, valores, context) {
      const { servidor, limits } = connection
      const bytes = await readWhole(connection, valores, context)
      const filas: unknown[] = []
      for await (const batch of readFilas(once(bytes), notacion, lecturaOf(connection, objeto))) {
        for (const fila of batch) filas.push(fila)
        if (filas.length > limits.filas)
          throw new ServidorRechaza({
            servidor,
            motivo: `el archivo tiene más de ${limits.filas} filas: recórralo con cursor en una división`,
          })
      }
      return filas
    },
    stream: (connection, valores, { signal }) =>
      readFilas(connection.read(ruta(valores), signal), notacion, lecturaOf(connection, objeto)),
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
