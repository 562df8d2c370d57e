import {
  AppError,
  AsistenteSinRespuesta,
  type Flujo,
  type Hallazgo,
  hasPermission,
  type Limits,
  type PropuestaDeFlujo,
  type Role,
} from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { explainFailure } from '../../motor/explain-failure.ts'
import type { Pools } from '../../motor/pools/pools.ts'
import { describeEntorno, describeFunciones, describeTipo, describeTipos } from './describe-entorno.ts'
import { loadPrompt } from './load-prompt.ts'
import type { Charla } from './preguntar.ts'
import { type Consulta, type Leida, PROPUESTA_SCHEMA, readPropuesta } from './read-propuesta.ts'
import { writeDatos } from './write-datos.ts'

export interface ProponerDeps {
  db: Kysely<Database>
  pools: Pick<Pools, 'browse' | 'describe'>
  limits: Pick<Limits, 'asistenteRondas' | 'asistenteObjetos'>
}

export interface PeticionDeFlujo {
  peticion: string
  flujo: Flujo
  anteriores: readonly { peticion: string; explicacion: string }[]
  role: Role
  /** All that is wrong with a drawing, for whoever asks (security rule 7). */
  validate(flujo: Flujo): Promise<Hallazgo[]>
  /** Somebody looks into a servidor. */
  onExplorar(exploracion: { servidorId: string; nombre: string; consulta: Consulta }): Promise<void>
}

/** Questions of one answer that are answered. */
const MAX_CONSULTAS = 12
const MAX_HALLAZGOS = 30

/**
 * Asks the model for a drawing until one passes the validator, or the rounds are over: then the last one is answered with what is wrong with it.
 * Throws AsistenteSinRespuesta where none could be read.
 */
export async function proposeFlujo(
  charla: Charla,
  { peticion, flujo: base, anteriores, role, validate, onExplorar }: PeticionDeFlujo,
  deps: ProponerDeps,
): Promise<PropuestaDeFlujo> {
  const entorno = await describeEntorno(deps.db, { role, limits: deps.limits })
  const own = base.nodos.flatMap(({ tipoServidor }) =>
    typeof tipoServidor === 'string' ? [tipoServidor] : [],
  )
  const tipos = describeTipos([...own, ...entorno.servidores.map(({ tipoServidor }) => tipoServidor)])
  const instrucciones = `${loadPrompt('flujo')}\n# Funciones de las fórmulas\n\n${describeFunciones()}\n`
  const mensajes = [
    ...anteriores.flatMap((earlier) => [
      { rol: 'usuario' as const, texto: writeDatos('peticion', earlier.peticion) },
      { rol: 'asistente' as const, texto: earlier.explicacion || '(nada)' },
    ]),
    {
      rol: 'usuario' as const,
      texto: [
        writeDatos('entorno', { ...entorno, tiposDeServidor: tipos }),
        writeDatos('flujo', base),
        writeDatos('peticion', peticion),
      ].join('\n\n'),
    },
  ]

  async function answer(consulta: Consulta): Promise<object> {
    const { que, servidorId, nombre } = consulta
    if (que === 'tipo') return { ...consulta, respuesta: describeTipo(nombre) ?? 'No existe ese tipo.' }
    const servidor = entorno.servidores.find(({ id }) => id === servidorId)
    if (!servidor || !hasPermission(role, 'servidores.leer'))
      return { ...consulta, respuesta: 'No existe ese servidor.' }
    await onExplorar({ servidorId, nombre: servidor.nombre, consulta })
    try {
      return { ...consulta, respuesta: await explorar(consulta, deps) }
    } catch (cause) {
      // A servidor that is away, or has no such thing: the model goes on without it.
      if (cause instanceof AppError) return { ...consulta, respuesta: explainFailure(cause) }
      throw cause
    }
  }

  let last: Pick<PropuestaDeFlujo, 'explicacion' | 'flujo' | 'hallazgos'> | null = null
  let problema = 'no propuso nada'
  while (charla.rondas < deps.limits.asistenteRondas) {
    const said = await charla.ask({ instrucciones, mensajes, esquema: PROPUESTA_SCHEMA })
    const leida: Leida = said.isCut
      ? { clase: 'problema', problema: 'La respuesta se cortó por larga: propón menos nodos de una vez.' }
      : readPropuesta(said.texto, base)
    mensajes.push({ rol: 'asistente', texto: said.texto || '(nada)' })
    if (leida.clase === 'consultas') {
      const respuestas = await Promise.all(leida.consultas.slice(0, MAX_CONSULTAS).map(answer))
      mensajes.push({ rol: 'usuario', texto: writeDatos('respuesta_a_consultas', respuestas) })
      continue
    }
    if (leida.clase === 'problema') {
      problema = leida.problema
      mensajes.push({ rol: 'usuario', texto: `${REPARAR}\n${writeDatos('hallazgos', problema)}` })
      continue
    }
    const { explicacion, flujo } = leida
    const hallazgos = flujo === base ? [] : await validate(flujo)
    last = { explicacion, flujo, hallazgos }
    const errores = hallazgos.filter(({ gravedad }) => gravedad === 'error')
    if (errores.length === 0) break
    mensajes.push({
      rol: 'usuario',
      texto: `${REPARAR}\n${writeDatos('hallazgos', errores.slice(0, MAX_HALLAZGOS))}`,
    })
  }
  const { modelo, tokens, rondas } = charla
  if (last === null) throw new AsistenteSinRespuesta({ modelo, motivo: problema })
  return {
    ...last,
    valido: last.hallazgos.every(({ gravedad }) => gravedad !== 'error'),
    rondas,
    modelo,
    tokens,
  }
}

const REPARAR =
  'Lo que contestaste no sirve todavía. Corrígelo y contesta otra vez con el flujo entero, en el mismo formato. Lo que falla:'

async function explorar(
  { que, servidorId, nombre }: Consulta,
  { pools, limits: { asistenteObjetos: limite } }: ProponerDeps,
): Promise<unknown> {
  if (que === 'objetos') {
    const found = await pools.browse(servidorId, { limite, ...(nombre !== '' && { q: nombre }) })
    return found.slice(0, limite)
  }
  const { columnas, parametros, ...detalle } = await pools.describe(servidorId, { nombre })
  return {
    ...detalle,
    columnas: columnas.slice(0, limite).map(({ nombre, tipo, nulo, clave, referencia }) => ({
      nombre,
      tipo,
      nulo,
      ...(clave && { clave }),
      ...(referencia && { referencia }),
    })),
    parametros: parametros.slice(0, limite),
  }
}
