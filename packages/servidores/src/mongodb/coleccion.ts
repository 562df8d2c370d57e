import { isPlainObject } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto, type Operation } from '../define-servidor.ts'
import { openPlantillas, type Plantillas, type Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'
import { toCount } from '../sql/build-tabla.ts'
import { readFilas } from '../sql/tabla.ts'
import { cantidadSchema } from '../sql/tabla-schema.ts'
import { type Bson, TIPOS_BSON, type TipoBson, toDocumento } from './bson-values.ts'
import { compileDocumento, type EscritorDeDocumento } from './compile-documento.ts'
import type { MongodbConnection } from './mongodb-connection.ts'

/** Of the parameters that bring what is written. */
const DOCUMENTO = 'documento'
const DOCUMENTOS = 'documentos'
const CAMBIOS = 'cambios'

export const coleccionNombreSchema = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^(?!system\.)[^$\0]+$/, 'No es el nombre de una colección de datos.')
  .meta({ title: 'Colección', examples: ['clientes'], enCatalogo: true })

/** Of a field, with the fields that it stands in: `cliente.nombre`. */
const rutaSchema = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^[^$\0][^\0]*$/, 'El nombre de un campo no empieza por $.')

const coleccionSchema = z.strictObject({
  coleccion: coleccionNombreSchema,
  operacion: z
    .enum(['buscar', 'insertar', 'insertarMasivo', 'actualizar', 'eliminar'])
    .default('buscar')
    .meta({
      title: 'Operación',
      etiquetas: {
        buscar: 'Buscar',
        insertar: 'Insertar un documento',
        insertarMasivo: 'Insertar muchos documentos',
        actualizar: 'Actualizar',
        eliminar: 'Eliminar',
      },
    }),
  filtro: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({
      title: 'Filtro',
      description:
        'Al buscar, actualizar o eliminar. «{parametro}» es el valor de ese parámetro, y nunca un operador; { "$oid": "{id}" } lo compara como ObjectId.',
      examples: [{ ciudad: '{ciudad}', total: { $gte: '{minimo}' } }],
    }),
  campos: z
    .array(rutaSchema)
    .max(1_000)
    .default([])
    .meta({ title: 'Campos', description: 'Los que se leen al buscar. Ninguno: todos.' }),
  orden: z
    .array(
      z.strictObject({
        campo: rutaSchema.meta({ title: 'Campo' }),
        sentido: z.enum(['asc', 'desc']).default('asc'),
      }),
    )
    .max(50)
    .default([])
    .meta({ title: 'Orden', description: 'Al buscar.' }),
  limite: cantidadSchema.optional().meta({ title: 'Límite de documentos', description: 'Al buscar.' }),
  desplazamiento: cantidadSchema
    .optional()
    .meta({ title: 'Documentos que se saltan', description: 'Al buscar.' }),
  documento: z.record(z.string(), z.unknown()).default({}).meta({
    title: 'Documento',
    description:
      'Al insertar uno, con «{parametro}» donde va cada valor. Vacío: el del parámetro «documento».',
  }),
  cambios: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({
      title: 'Cambios',
      description:
        'Al actualizar, con operadores como $set o $inc. Vacío: los campos del parámetro «cambios» toman sus valores.',
      examples: [{ $set: { estado: '{estado}' }, $inc: { visitas: 1 } }],
    }),
  tipos: z
    .array(
      z.strictObject({
        campo: rutaSchema.meta({ title: 'Campo' }),
        tipo: z.enum(TIPOS_BSON).meta({
          title: 'Tipo',
          etiquetas: {
            objectId: 'ObjectId',
            entero: 'Entero de 32 bits',
            largo: 'Entero de 64 bits',
            decimal: 'Decimal128',
            doble: 'Doble',
            fechaHora: 'Fecha y hora',
            uuid: 'UUID',
            binario: 'Binario',
          },
        }),
      }),
    )
    .max(1_000)
    .default([])
    .meta({
      title: 'Tipos',
      description: 'De los campos de lo que traen los parámetros que se guardan como algo que JSON no tiene.',
      avanzado: true,
    }),
  soloUno: z
    .boolean()
    .default(false)
    .meta({ title: 'Solo el primero', description: 'Al actualizar o eliminar.' }),
  crear: z.boolean().default(false).meta({ title: 'Crear si no hay ninguno', description: 'Al actualizar.' }),
  todos: z
    .boolean()
    .default(false)
    .meta({ title: 'Todos los documentos', description: 'Permite actualizar o eliminar sin filtro.' }),
})
type Coleccion = z.output<typeof coleccionSchema>

export const coleccion = defineTipoObjeto({
  label: 'Colección',
  summary: 'Busca, inserta, actualiza o elimina documentos de una colección.',
  objeto: coleccionSchema,
  prepare: (objeto, parametros): Operation<MongodbConnection> =>
    OPERATIONS[objeto.operacion](objeto, parametros),
})

type Prepare = (objeto: Coleccion, parametros: readonly string[]) => Operation<MongodbConnection>

const OPERATIONS: Readonly<Record<Coleccion['operacion'], Prepare>> = {
  buscar: prepareBuscar,
  insertar: prepareInsertar,
  insertarMasivo: prepareInsertarMasivo,
  actualizar: prepareActualizar,
  eliminar: prepareEliminar,
}

function prepareBuscar(objeto: Coleccion, parametros: readonly string[]): Operation<MongodbConnection> {
  const { coleccion, campos } = objeto
  const plantillas = openPlantillas(parametros)
  const filtro = compileFiltro(plantillas, objeto)
  const limite = compileCantidad(plantillas, 'objeto.limite', objeto.limite)
  const saltar = compileCantidad(plantillas, 'objeto.desplazamiento', objeto.desplazamiento)
  plantillas.close()
  const orden = objeto.orden.map(({ campo, sentido }) => [campo, sentido === 'asc' ? 1 : -1] as const)
  const busquedaOf = (valores: Valores, bson: Bson) => ({
    filtro: filtro(valores, bson),
    campos,
    orden,
    limite: limite(valores),
    saltar: saltar(valores) ?? 0,
  })
  return {
    efecto: 'lectura',
    admiteTransaccion: false,
    async run(connection, valores, context) {
      const busqueda = busquedaOf(valores, connection.bson)
      // To the server no limit and a limit of 0 are the same.
      const filas = busqueda.limite === 0 ? [] : await connection.searchAll(coleccion, busqueda, context)
      return { filas, total: filas.length }
    },
    async *stream(connection, valores, context) {
      const busqueda = busquedaOf(valores, connection.bson)
      if (busqueda.limite !== 0) yield* connection.search(coleccion, busqueda, context)
    },
  }
}

function prepareInsertar(objeto: Coleccion, parametros: readonly string[]): Operation<MongodbConnection> {
  const { coleccion } = objeto
  const plantillas = openPlantillas(parametros, { propios: isEmpty(objeto.documento) ? [DOCUMENTO] : [] })
  const documento = isEmpty(objeto.documento)
    ? compileTraido(DOCUMENTO, objeto.tipos, parametros)
    : compileDocumento(plantillas, objeto.documento, { contexto: 'valor', campo: 'objeto.documento' })
  plantillas.close()
  return {
    efecto: 'escritura',
    admiteTransaccion: false,
    async run(connection, valores, context) {
      const [id] = await connection.insert(coleccion, [documento(valores, connection.bson)], context)
      return { afectadas: 1, id }
    },
  }
}

function prepareInsertarMasivo(
  { coleccion, tipos }: Coleccion,
  parametros: readonly string[],
): Operation<MongodbConnection> {
  openPlantillas(parametros, { propios: [DOCUMENTOS] }).close()
  if (!parametros.includes(DOCUMENTOS))
    throw refuse('parametros', 'Insertar muchos necesita el parámetro «documentos»: una lista de objetos.')
  const known = tiposOf(tipos)
  return {
    efecto: 'escritura',
    admiteTransaccion: false,
    async run(connection, valores, context) {
      const { bson, maximoElementos } = connection
      const documentos = readFilas(valores[DOCUMENTOS], maximoElementos, DOCUMENTOS).map((each, index) =>
        toDocumento(each, { campo: `${DOCUMENTOS}[${index}]`, bson, tipos: known }),
      )
      const ids = documentos.length === 0 ? [] : await connection.insert(coleccion, documentos, context)
      return { afectadas: ids.length, ids }
    },
  }
}

function prepareActualizar(objeto: Coleccion, parametros: readonly string[]): Operation<MongodbConnection> {
  const { coleccion, soloUno, crear } = objeto
  const plantillas = openPlantillas(parametros, { propios: isEmpty(objeto.cambios) ? [CAMBIOS] : [] })
  const filtro = compileFiltroDeEscritura(plantillas, objeto)
  const cambios = isEmpty(objeto.cambios)
    ? compileAsignados(objeto.tipos, parametros)
    : compileDocumento(plantillas, objeto.cambios, { contexto: 'cambios', campo: 'objeto.cambios' })
  plantillas.close()
  return {
    efecto: 'escritura',
    repetible: !soloUno && !crear && Object.keys(objeto.cambios).every((each) => each === '$set'),
    admiteTransaccion: false,
    run: async (connection, valores, context) =>
      connection.update(
        coleccion,
        {
          filtro: filtro(valores, connection.bson),
          cambios: cambios(valores, connection.bson),
          soloUno,
          crear,
        },
        context,
      ),
  }
}

function prepareEliminar(objeto: Coleccion, parametros: readonly string[]): Operation<MongodbConnection> {
  const { coleccion, soloUno } = objeto
  const plantillas = openPlantillas(parametros)
  const filtro = compileFiltroDeEscritura(plantillas, objeto)
  plantillas.close()
  return {
    efecto: 'escritura',
    repetible: !soloUno,
    admiteTransaccion: false,
    run: async (connection, valores, context) => ({
      afectadas: await connection.remove(
        coleccion,
        { filtro: filtro(valores, connection.bson), soloUno },
        context,
      ),
    }),
  }
}

function isEmpty(escrito: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(escrito).length === 0
}

function compileFiltro(plantillas: Plantillas, { filtro }: Coleccion): EscritorDeDocumento {
  return compileDocumento(plantillas, filtro, { contexto: 'consulta', campo: 'objeto.filtro' })
}

/**
 * What a call leaves out would find each document without the field, or of a pattern all that have it, and nobody asked for those
 * (security rule 13). A null that is written in the node means what it says.
 */
function compileFiltroDeEscritura(plantillas: Plantillas, objeto: Coleccion): EscritorDeDocumento {
  refuseEverything(objeto)
  const used = new Set<string>()
  const compile: Plantillas['compile'] = (campo, text) => {
    const plantilla = plantillas.compile(campo, text)
    for (const nombre of plantilla.nombres) used.add(nombre)
    return plantilla
  }
  const filtro = compileFiltro({ ...plantillas, compile }, objeto)
  return (valores, bson) => {
    for (const nombre of used) requireValor(valores[nombre], nombre)
    return filtro(valores, bson)
  }
}

function requireValor(valor: unknown, nombre: string): void {
  const each = Array.isArray(valor) ? valor : [valor]
  if (each.every((item) => item !== null && item !== undefined)) return
  throw refuse(
    nombre,
    'Falta este dato del filtro: sin él se tocarían también los documentos que no tienen el campo.',
  )
}

function refuseEverything({ filtro, todos, operacion }: Coleccion): void {
  if (todos || !isEmpty(filtro)) return
  throw refuse(
    'objeto.filtro',
    `Sin filtro se van a ${operacion} todos los documentos. Ponga un filtro o marque «Todos los documentos».`,
  )
}

function compileCantidad(
  plantillas: Plantillas,
  campo: string,
  cantidad: Coleccion['limite'],
): (valores: Valores) => number | null {
  if (cantidad === undefined) return () => null
  if (typeof cantidad === 'number') return () => cantidad
  const { parametro } = cantidad
  plantillas.compile(campo, `{${parametro}}`)
  const read = toCount(campo)
  return (valores) => read(valores[parametro])
}

/** The document that a parameter brings: data, whatever its fields are called. */
function compileTraido(
  nombre: string,
  tipos: Coleccion['tipos'],
  parametros: readonly string[],
): EscritorDeDocumento {
  if (!parametros.includes(nombre))
    throw refuse('parametros', `Añada un parámetro «${nombre}» con un objeto, o escríbalo en el nodo.`)
  const known = tiposOf(tipos)
  return (valores, bson) => {
    const traido = valores[nombre]
    if (!isPlainObject(traido) || isEmpty(traido))
      throw refuse(nombre, 'Use un objeto con al menos un campo.')
    return toDocumento(traido, { campo: nombre, bson, tipos: known })
  }
}

function compileAsignados(tipos: Coleccion['tipos'], parametros: readonly string[]): EscritorDeDocumento {
  const cambios = compileTraido(CAMBIOS, tipos, parametros)
  return (valores, bson) => ({ $set: cambios(valores, bson) })
}

function tiposOf(tipos: Coleccion['tipos']): ReadonlyMap<string, TipoBson> {
  return new Map(tipos.map(({ campo, tipo }) => [campo, tipo]))
}
