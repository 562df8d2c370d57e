import { z } from 'zod'
import { FICHA, GUARDADO, USADO } from './ficha.ts'
import { parametroSchema, TIPOS_DATO } from './flujo.ts'
import { LIMITS } from './limits.ts'
import { ESTADOS_CIRCUITO } from './metricas.ts'

/** The same for every type of server. Times in milliseconds. */
export const poolSchema = z
  .strictObject({
    min: z.int().min(0).max(1_000).default(0).meta({
      title: 'Conexiones mínimas',
      description: 'Las que se dejan abiertas aunque nadie las use.',
    }),
    max: z.int().min(1).max(1_000).default(10).meta({
      title: 'Conexiones máximas',
      description: 'De cada proceso del motor.',
    }),
    esperaMs: z.int().min(0).max(600_000).default(5_000).meta({
      title: 'Espera por una conexión (ms)',
      description: 'Cuánto espera una llamada cuando todas están ocupadas.',
    }),
    inactividadMs: z
      .int()
      .min(1_000)
      .max(86_400_000)
      .default(30_000)
      .meta({ title: 'Cierre por inactividad (ms)', avanzado: true }),
    vidaMaximaMs: z
      .int()
      .min(1_000)
      .max(604_800_000)
      .default(1_800_000)
      .meta({ title: 'Vida máxima de una conexión (ms)', avanzado: true }),
  })
  .refine(({ min, max }) => min <= max, {
    path: ['min'],
    error: 'El mínimo no puede superar al máximo.',
  })
export type PoolSettings = z.infer<typeof poolSchema>

export const resilienciaSchema = z.strictObject({
  tiempoMaximoMs: z
    .int()
    .min(1)
    .max(3_600_000)
    .default(LIMITS.ejecucionMs)
    .meta({ title: 'Tiempo máximo de una llamada (ms)' }),
  cortacircuitos: z
    .strictObject({
      umbral: z.int().min(1).max(1_000).default(5).meta({
        title: 'Fallos seguidos',
        description: 'Tras ellos el circuito se abre: las llamadas se rechazan al momento.',
      }),
      reaperturaMs: z.int().min(100).max(3_600_000).default(10_000).meta({
        title: 'Reapertura (ms)',
        description: 'Cuánto tarda en dejar pasar una llamada de prueba.',
      }),
    })
    .prefault({})
    .meta({ title: 'Cortacircuitos' }),
})
export type Resiliencia = z.infer<typeof resilienciaSchema>

/** `config` is checked by the type's own schema, which only the server knows. */
export const servidorSchema = z.strictObject({
  ...FICHA,
  tipoServidor: z.string().min(1).meta({ title: 'Tipo de servidor' }),
  activo: z.boolean().default(true).meta({ title: 'Activo' }),
  permitirRedPrivada: z.boolean().default(false).meta({
    title: 'Permitir red privada',
    description:
      'Deja llegar a direcciones internas (10.x, 192.168.x, 127.0.0.1 …). Sin ello DIV solo conecta con direcciones públicas.',
  }),
  config: z.record(z.string(), z.unknown()).default({}),
  pool: poolSchema.prefault({}),
  resiliencia: resilienciaSchema.prefault({}),
})
export type Servidor = z.infer<typeof servidorSchema>

/** In `config` each secret is `{ "definido": true }`. */
export const servidorGuardadoSchema = servidorSchema.extend(GUARDADO).meta({ id: 'ServidorGuardado' })
export type ServidorGuardado = z.infer<typeof servidorGuardadoSchema>

/** How its connections are, in all processes of the product together. */
const conexionesSchema = z
  .strictObject({
    activeConnections: z.int(),
    idleConnections: z.int(),
    maxConnections: z.int(),
    waiting: z.int(),
    reuseRate: z.number().nullable(),
    avgLatencyMs: z.number().nullable(),
    errorRate: z.number().nullable(),
    circuito: z.enum(ESTADOS_CIRCUITO),
  })
  .meta({ id: 'Conexiones' })

/** The newest test of the stored settings. */
const ultimaPruebaSchema = z
  .strictObject({
    momento: z.iso.datetime(),
    ok: z.boolean(),
    duracionMs: z.number(),
    /** The step that failed, and why. */
    paso: z.string().nullable(),
    error: z.string().nullable(),
    usuario: z.string(),
  })
  .meta({ id: 'UltimaPrueba' })
export type UltimaPrueba = z.infer<typeof ultimaPruebaSchema>

/** How it does now. */
export const servidorEstadoSchema = z
  .strictObject({
    /** Null: nobody has called it since its start. */
    conexiones: conexionesSchema.nullable(),
    ultimaPrueba: ultimaPruebaSchema.nullable(),
  })
  .meta({ id: 'ServidorEstado' })
export type ServidorEstado = z.infer<typeof servidorEstadoSchema>

export const servidorResumenSchema = servidorGuardadoSchema
  .extend({ ...USADO, ...servidorEstadoSchema.shape })
  .meta({ id: 'ServidorResumen' })
export type ServidorResumen = z.infer<typeof servidorResumenSchema>

/** A form as JSON Schema draws it. Fields that are secret carry `x-secret`. */
const formularioSchema = z.record(z.string(), z.unknown())

/** How the contract of a type (a WSDL, an OpenAPI document) is come by. */
const contratoDeTipoSchema = z
  .strictObject({
    label: z.string(),
    /** The setting that says where it lies. Absent: only its files can be given. */
    campo: z.string().exactOptional(),
    /** Names of files that may be uploaded instead end so. Absent: none can be. */
    extensiones: z.array(z.string()).exactOptional(),
  })
  .meta({ id: 'ContratoDeTipo' })
export type ContratoDeTipo = z.infer<typeof contratoDeTipoSchema>

/** One server type, as its forms are drawn. */
export const tipoServidorSchema = z
  .strictObject({
    tipoServidor: z.string(),
    label: z.string(),
    grupo: z.enum(['base-de-datos', 'servicio', 'inteligencia-artificial', 'interno']),
    summary: z.string(),
    config: formularioSchema,
    pool: formularioSchema,
    resiliencia: formularioSchema,
    objetos: z.array(
      z.strictObject({
        tipoObjeto: z.string(),
        label: z.string(),
        summary: z.string(),
        /** A list with `declara` declares fields of the answer that has this name. */
        objeto: formularioSchema,
        /** What it answers, where that is always the same. */
        salida: z.array(parametroSchema).exactOptional(),
      }),
    ),
    /** What it tells by itself, for tareas. */
    eventos: z.array(
      z.strictObject({
        tipoEvento: z.string(),
        label: z.string(),
        summary: z.string(),
        opciones: formularioSchema,
        campos: z.array(
          z.strictObject({ ruta: z.string(), tipo: z.enum(TIPOS_DATO), descripcion: z.string() }),
        ),
      }),
    ),
    /** Whether its objects can be browsed. */
    explorable: z.boolean(),
    /** What it tells of itself, where that can be read. */
    contrato: contratoDeTipoSchema.exactOptional(),
  })
  .meta({ id: 'TipoServidor' })
export type TipoServidor = z.infer<typeof tipoServidorSchema>

/** The layered test, up to the first step that fails. */
export const resultadoDePruebaSchema = z
  .strictObject({
    ok: z.boolean(),
    pasos: z.array(
      z.strictObject({
        nombre: z.string(),
        ok: z.boolean(),
        /** 0 when it was not done. */
        duracionMs: z.number(),
        error: z.string().exactOptional(),
        /** The settings that are to blame, such as `config.archivo`. */
        errores: z.array(z.strictObject({ campo: z.string(), mensaje: z.string() })).exactOptional(),
      }),
    ),
    /** Of the other system, when it tells one. */
    version: z.string().exactOptional(),
    /** What it told that settings may be, by fields such as `config.modelo`. */
    sugerencias: z.record(z.string(), z.array(z.string())).exactOptional(),
  })
  .meta({ id: 'ResultadoDePrueba' })
export type ResultadoDePrueba = z.infer<typeof resultadoDePruebaSchema>

/** An entry of the catalogue of a live server. */
export const objetoDeServidorSchema = z
  .strictObject({
    nombre: z.string(),
    esquema: z.string().exactOptional(),
    tipoObjeto: z.string(),
    /** `tabla`, `vista`, `procedimiento`, `funcion` … as the system calls it. */
    clase: z.string(),
    descripcion: z.string().exactOptional(),
    /** What a node that calls it keeps besides its name. */
    objeto: z.record(z.string(), z.unknown()).exactOptional(),
  })
  .meta({ id: 'ObjetoDeServidor' })
export type ObjetoDeServidor = z.infer<typeof objetoDeServidorSchema>

const columnaDeObjetoSchema = z
  .strictObject({
    nombre: z.string(),
    tipo: z.enum(TIPOS_DATO),
    /** As the other system spells it. */
    tipoNativo: z.string(),
    nulo: z.boolean(),
    clave: z.boolean().exactOptional(),
    /** Table and column that it points at. */
    referencia: z.strictObject({ objeto: z.string(), columna: z.string() }).exactOptional(),
    /** Of procedures. */
    modo: z.enum(['IN', 'OUT', 'INOUT']).exactOptional(),
    generada: z.boolean().exactOptional(),
  })
  .meta({ id: 'ColumnaDeObjeto' })
export type ColumnaDeObjeto = z.infer<typeof columnaDeObjetoSchema>

export const detalleDeObjetoSchema = objetoDeServidorSchema
  .extend({
    columnas: z.array(columnaDeObjetoSchema),
    parametros: z.array(columnaDeObjetoSchema),
    /** What a call of it takes and answers, where the catalogue tells them as trees. */
    entrada: z.array(parametroSchema).exactOptional(),
    salida: z.array(parametroSchema).exactOptional(),
  })
  .meta({ id: 'DetalleDeObjeto' })
export type DetalleDeObjeto = z.infer<typeof detalleDeObjetoSchema>
