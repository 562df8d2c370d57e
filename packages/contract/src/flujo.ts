import { z } from 'zod'

/**
 * The flow document: what a proceso stores, the canvas draws and the engine compiles. What each node type keeps beside
 * these common fields is declared by its own room in `@div/nodos`; here a node is open to them.
 */
export const FLUJO_VERSION = 1

export const TIPOS_NODO = [
  'entrada',
  'proceso',
  'transformacion',
  'condicion',
  'splitter-split',
  'splitter-join',
  'salida',
] as const
export type TipoNodo = (typeof TIPOS_NODO)[number]

/** The way out of a condicion when none of its cases holds. */
export const OTRO = 'otro'

/** The way out of a proceso that leads to what undoes its effect. */
export const COMPENSAR = 'compensar'

/** When a flujo asks that what was done be undone. */
export const COMPENSACIONES = ['enError', 'enErrorOCancelacion'] as const
export type Compensacion = (typeof COMPENSACIONES)[number]

export const TIPOS_DATO = [
  'texto',
  'entero',
  'decimal',
  'booleano',
  'fecha',
  'fechaHora',
  'objeto',
  'lista',
  'binario',
  'cualquiera',
] as const
export type TipoDato = (typeof TIPOS_DATO)[number]

/** An output of a node, by the node's stable id and a path in it: `filas[0].email`. An empty path is the whole output. */
export const referenciaSchema = z
  .strictObject({
    nodo: z.string().min(1).meta({ description: 'El id de un nodo anterior.' }),
    ruta: z
      .string()
      .default('')
      .meta({ description: 'Dónde está en lo que produjo, como filas[0].email; vacía: todo.' }),
    opcional: z
      .boolean()
      .optional()
      .meta({ description: 'El nodo puede estar en una rama que no se ejecutó: entonces vale el defecto.' }),
    defecto: z.unknown().optional().meta({ description: 'Lo que vale si el dato falta o es nulo.' }),
  })
  .meta({ id: 'Referencia', description: 'Un dato que produjo un nodo anterior.' })
export type Referencia = z.infer<typeof referenciaSchema>

/** What a declared value must hold beyond its type. */
export const validacionSchema = z
  .strictObject({
    minimo: z.number().optional(),
    maximo: z.number().optional(),
    largoMinimo: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'De un texto en caracteres, de una lista en elementos.' }),
    largoMaximo: z.int().min(0).optional(),
    patron: z
      .string()
      .max(1_000)
      .optional()
      .meta({ description: 'Expresión regular (RE2) que cumple el texto entero.' }),
    valores: z
      .array(z.union([z.string(), z.number(), z.boolean()]))
      .min(1)
      .optional()
      .meta({ description: 'Los únicos que se admiten.' }),
  })
  .meta({ id: 'Validacion', description: 'Lo que un dato de la entrada cumple además de su tipo.' })
export type Validacion = z.infer<typeof validacionSchema>

export interface Parametro {
  nombre: string
  tipo?: TipoDato | undefined
  /** A literal. The value comes from one of `valor`, `valorAsignado` and `expresion`. */
  valor?: unknown
  valorAsignado?: Referencia | undefined
  expresion?: string | undefined
  orden?: number | undefined
  requerido?: boolean | undefined
  defecto?: unknown
  descripcion?: string | undefined
  ejemplo?: unknown
  validacion?: Validacion | undefined
  /** Where an entrada takes it from: the whole body, a header, or (absent) by its name from path, query and body. */
  origen?: 'ruta' | 'consulta' | 'cuerpo' | 'cabecera' | undefined
  /** Of an entrada: its runs are found by this value. */
  claveDeNegocio?: boolean | undefined
  /** Fields of an `objeto`. */
  campos?: Parametro[] | undefined
  /** Element of a `lista`; its `nombre` may be left out. */
  elemento?: Parametro | undefined
}

const nombreDeParametroSchema = z.string().max(200)

export const parametroSchema: z.ZodType<Parametro> = z
  .lazy(() => describeParametro(nombreDeParametroSchema))
  .meta({
    id: 'Parametro',
    description:
      'Un dato con nombre. En una entrada se declara; en los demás nodos toma su valor de uno solo de valor, valorAsignado y expresion.',
  })

/** The element of a `lista` has no name to be called by. */
const elementoSchema: z.ZodType<Parametro> = z
  .lazy(() => describeParametro(nombreDeParametroSchema.default('')))
  .meta({
    id: 'Elemento',
    description: 'Lo que es cada elemento de una lista: un parámetro que no necesita nombre.',
  })

const describeParametro = <Nombre extends z.ZodType<string>>(nombre: Nombre) =>
  z.strictObject({
    nombre,
    tipo: z.enum(TIPOS_DATO).optional(),
    valor: z.unknown().optional().meta({ description: 'Un valor fijo.' }),
    valorAsignado: referenciaSchema.optional(),
    expresion: z.string().optional().meta({ description: 'Una fórmula.' }),
    orden: z.number().optional().meta({ description: 'Su lugar; solo cuenta si lo tienen todos.' }),
    requerido: z.boolean().optional(),
    defecto: z.unknown().optional(),
    descripcion: z.string().optional(),
    ejemplo: z.unknown().optional(),
    validacion: validacionSchema.optional(),
    origen: z.enum(['ruta', 'consulta', 'cuerpo', 'cabecera']).optional().meta({
      description: 'De dónde lo toma la entrada; sin él, por su nombre de la ruta, la consulta o el cuerpo.',
    }),
    claveDeNegocio: z.boolean().optional().meta({
      description: 'De un solo dato de la entrada: por su valor se buscan las ejecuciones.',
    }),
    campos: z.array(parametroSchema).optional().meta({ description: 'Los de un objeto.' }),
    elemento: elementoSchema.optional(),
  })

export const politicaSchema = z
  .strictObject({
    tiempoMaximoMs: z.int().min(1).max(86_400_000).optional(),
    reintentos: z
      .strictObject({
        max: z.int().min(0).max(20).meta({ description: 'Cuántas veces se intenta de nuevo.' }),
        esperaMs: z.int().min(0).max(3_600_000).default(200).meta({ description: 'Antes del primero.' }),
        factor: z
          .number()
          .min(1)
          .max(10)
          .default(2)
          .meta({ description: 'Por cuánto se multiplica cada espera.' }),
      })
      .optional(),
    enError: z.enum(['detener', 'continuar', 'rama']).default('detener').meta({
      description:
        'Si falla: termina la ejecución, sigue con los valores por defecto, o sale por la conexión cuya salida es error.',
    }),
    compensacion: z.boolean().optional().meta({
      description:
        'De un nodo proceso: su efecto se deshace con la rama cuya salida es compensar, si el flujo lo pide y la ejecución falla después.',
    }),
  })
  .meta({ id: 'Politica', description: 'Cuánto puede tardar un nodo y qué pasa si falla.' })
export type Politica = z.infer<typeof politicaSchema>

const posicionSchema = z.strictObject({ x: z.number(), y: z.number() })

/** The fields that every node has. The rest is checked by the node type's own schema. */
export const nodoSchema = z.looseObject({
  id: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'Use letras, dígitos y guion bajo; no empiece por un dígito.')
    .meta({
      description: 'Letras, dígitos y guion bajo, sin empezar por un dígito: así lo nombran las fórmulas.',
    }),
  tipo: z.enum(TIPOS_NODO),
  nombre: z.string().min(1).max(200),
  posicion: posicionSchema.default({ x: 0, y: 0 }),
  parametros: z.array(parametroSchema).default([]),
  nota: z.string().max(10_000).optional().meta({ description: 'Para quien lee el dibujo.' }),
  politica: politicaSchema.optional(),
})
export type Nodo = z.infer<typeof nodoSchema>

export const conexionSchema = z
  .strictObject({
    id: z.string().min(1),
    origen: z.string().min(1).meta({ description: 'El id del nodo del que parte.' }),
    destino: z.string().min(1).meta({ description: 'El id del nodo al que llega.' }),
    salida: z.string().optional().meta({
      description:
        'Por dónde sale: nada es la salida normal; error; compensar, a lo que deshace un proceso; el nombre de un caso u otro en una condicion; elemento en un splitter-split.',
    }),
  })
  .meta({ id: 'Conexion', description: 'Une la salida de un nodo con otro nodo.' })
export type Conexion = z.infer<typeof conexionSchema>

/** Hues of what is written and framed beside the nodes. */
export const COLORES_ANOTACION = ['gris', 'azul', 'verde', 'amarillo', 'naranja', 'rojo', 'morado'] as const
export type ColorAnotacion = (typeof COLORES_ANOTACION)[number]

/** How large a frame or a note may be drawn, in pixels of the drawing. */
export const ANOTACION_MIN = 40
export const ANOTACION_MAX = 100_000
/** Frames, and notes, of one drawing. */
const ANOTACIONES_MAX = 500

const lado = z.number().min(ANOTACION_MIN).max(ANOTACION_MAX)
const ANOTACION = {
  id: z.string().min(1).max(64),
  posicion: posicionSchema,
  tamano: z.strictObject({ ancho: lado, alto: lado }),
  color: z.enum(COLORES_ANOTACION),
}

export const grupoSchema = z.strictObject({ ...ANOTACION, nombre: z.string().max(200) }).meta({
  id: 'Grupo',
  description: 'Un marco con nombre alrededor de nodos; son suyos los que quedan dentro.',
})
export type Grupo = z.infer<typeof grupoSchema>

export const notaSchema = z
  .strictObject({ ...ANOTACION, texto: z.string().max(10_000) })
  .meta({ id: 'Nota', description: 'Un texto en el lienzo, para quien lee el dibujo.' })
export type Nota = z.infer<typeof notaSchema>

function anotaciones<Anotacion extends z.ZodType<{ id: string }>>(schema: Anotacion) {
  return z
    .array(schema)
    .max(ANOTACIONES_MAX)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'Cada id es de una sola.')
    .optional()
}

export const flujoSchema = z
  .strictObject({
    version: z.literal(FLUJO_VERSION),
    nodos: z.array(nodoSchema),
    conexiones: z.array(conexionSchema),
    compensacion: z.enum(COMPENSACIONES).optional().meta({
      description:
        'Cuándo se deshace lo hecho, en orden inverso, con las ramas compensar: si la ejecución falla, o también si se cancela. Sin ella, nunca.',
    }),
    grupos: anotaciones(grupoSchema).meta({ description: 'Marcos del dibujo; la ejecución no los mira.' }),
    notas: anotaciones(notaSchema).meta({ description: 'Textos del dibujo; la ejecución no los mira.' }),
  })
  .meta({ id: 'Flujo' })
export type Flujo = z.infer<typeof flujoSchema>

/** Brings a stored document of an older version to the present one, one step per version. Empty until version 2 exists. */
const MIGRATIONS: Readonly<Record<number, (flujo: Record<string, unknown>) => Record<string, unknown>>> = {}

/** Brings a document of an older version forward; anything else is answered as it is. */
export function migrateFlujo(document: unknown): unknown {
  let current = document
  while (isVersioned(current) && MIGRATIONS[current.version]) {
    current = MIGRATIONS[current.version]?.(current)
  }
  return current
}

/** Parses any stored or received document; older versions are brought forward first. Throws a ZodError. */
export function parseFlujo(document: unknown): Flujo {
  return flujoSchema.parse(migrateFlujo(document))
}

function isVersioned(document: unknown): document is { version: number } & Record<string, unknown> {
  return (
    typeof document === 'object' &&
    document !== null &&
    'version' in document &&
    typeof document.version === 'number'
  )
}

/** What the validator says: `error` prevents publishing and running, `aviso` does not. `nodo` is null for the flow as a whole. */
export const hallazgoSchema = z
  .strictObject({
    nodo: z.string().nullable(),
    campo: z.string(),
    mensaje: z.string(),
    gravedad: z.enum(['error', 'aviso']),
  })
  .meta({ id: 'Hallazgo' })
export type Hallazgo = z.infer<typeof hallazgoSchema>
