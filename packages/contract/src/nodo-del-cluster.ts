import { z } from 'zod'

/** `perdido`: it has not been heard of for longer than a node that lives is silent. */
export const ESTADOS_NODO_DEL_CLUSTER = ['activo', 'drenando', 'perdido'] as const
export type EstadoDelNodo = (typeof ESTADOS_NODO_DEL_CLUSTER)[number]

/** One process of a node, as its last heartbeat tells of it. */
const procesoDelNodoSchema = z
  .strictObject({
    id: z.string(),
    rol: z.enum(['api', 'motor']),
    pid: z.int(),
    version: z.string(),
    inicio: z.iso.datetime(),
    latido: z.iso.datetime(),
    /** It has not been heard of. */
    perdido: z.boolean(),
    /** Runs under way. */
    activas: z.int(),
    /** Of the last minute. */
    porSegundo: z.number(),
    errores: z.int(),
    /** Share of one core that it used between its last two heartbeats; 1 is all of it. */
    cpu: z.number(),
    memoriaBytes: z.int(),
    /** How late its event loop was between its last two heartbeats, at the 99th percentile. */
    retrasoMs: z.number(),
    /** Published versions that are compiled and can be called. */
    planes: z.int(),
    pools: z.strictObject({ abiertos: z.int(), conexiones: z.int(), capacidad: z.int() }),
    historialPendiente: z.int(),
  })
  .meta({ id: 'ProcesoDelNodo' })
export type ProcesoDelNodo = z.infer<typeof procesoDelNodoSchema>

/** What was started together and shares its ports: a machine, a container, a pod. */
export const nodoDelClusterSchema = z
  .strictObject({
    id: z.string(),
    equipo: z.string(),
    rol: z.enum(['todo', 'api', 'motor']),
    /** More than one while it is being upgraded. */
    versiones: z.array(z.string()),
    estado: z.enum(ESTADOS_NODO_DEL_CLUSTER),
    inicio: z.iso.datetime(),
    latido: z.iso.datetime(),
    /** Processes that answer calls. */
    workers: z.int(),
    activas: z.int(),
    porSegundo: z.number(),
    /** Who asked it to take nothing more, and since when; null: nobody. */
    drenaje: z.strictObject({ usuario: z.string(), momento: z.iso.datetime() }).nullable(),
    procesos: z.array(procesoDelNodoSchema),
  })
  .meta({ id: 'NodoDelCluster' })
export type NodoDelCluster = z.infer<typeof nodoDelClusterSchema>
