import {
  AsistenteSinRespuesta,
  type Flujo,
  type FormulaPropuesta,
  type Limits,
  type Role,
} from '@div/contract'
import { compileExpresion, type FormulaHost } from '@div/formula'
import { FUNCIONES } from '@div/funciones'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { describeEntorno, describeFunciones } from './describe-entorno.ts'
import { loadPrompt } from './load-prompt.ts'
import type { Charla } from './preguntar.ts'
import { readObjeto } from './read-objeto.ts'
import { objectOf } from './read-propuesta.ts'
import { writeDatos } from './write-datos.ts'

export interface PeticionDeFormula {
  peticion: string
  flujo: Flujo
  nodo: string
  actual: string
  muestras: Readonly<Record<string, string>>
  role: Role
}

const FORMULA_SCHEMA = objectOf({ expresion: { type: 'string' }, explicacion: { type: 'string' } })
const formulaSchema = z.object({ expresion: z.string().min(1), explicacion: z.string().default('') })

/** What is wrong with a formula is told once; whoever asked sees what is left of it. */
const MAX_RONDAS = 2

/** A formula for the node, well written as far as it can be told without values. Throws AsistenteSinRespuesta. */
export async function proposeFormula(
  charla: Charla,
  { peticion, flujo, nodo, actual, muestras, role }: PeticionDeFormula,
  { db, limits }: { db: Kysely<Database>; limits: Limits },
): Promise<FormulaPropuesta> {
  const before = nodosBefore(flujo, nodo)
  const { parametros, tablas } = await describeEntorno(db, { role, limits })
  const datos = flujo.nodos
    .filter(({ id }) => before.has(id))
    .map(({ id, nombre, tipo, parametros: declarados }) => ({
      id,
      nombre,
      tipo,
      produjo: muestras[id] ?? (tipo === 'entrada' ? declarados : 'no se ha probado'),
    }))
  const instrucciones = `${loadPrompt('formula')}\n# Funciones\n\n${describeFunciones()}\n`
  const mensajes = [
    {
      rol: 'usuario' as 'usuario' | 'asistente',
      texto: [
        writeDatos('entorno', { parametros, tablas }),
        writeDatos('datos', datos),
        writeDatos('actual', actual),
        writeDatos('peticion', peticion),
      ].join('\n\n'),
    },
  ]
  let last: { expresion: string; explicacion: string; error: string | null } | null = null
  while (charla.rondas < MAX_RONDAS) {
    const { texto } = await charla.ask({ instrucciones, mensajes, esquema: FORMULA_SCHEMA })
    const read = formulaSchema.safeParse(readObjeto(texto))
    const problema = read.success
      ? checkFormula(read.data.expresion, before, limits)
      : 'No es el JSON que se pide.'
    if (read.success) last = { ...read.data, error: problema }
    if (problema === null) break
    mensajes.push(
      { rol: 'asistente', texto: texto || '(nada)' },
      { rol: 'usuario', texto: `Corrígela y contesta otra vez.\n${writeDatos('problema', problema)}` },
    )
  }
  const { modelo, tokens } = charla
  if (last === null) throw new AsistenteSinRespuesta({ modelo, motivo: 'no escribió ninguna fórmula' })
  return { ...last, modelo, tokens }
}

/** The nodes that a node may name: those that lead to it. */
function nodosBefore({ conexiones }: Flujo, nodo: string): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [nodo]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const { origen, destino } of conexiones) {
      if (destino !== id || found.has(origen)) continue
      found.add(origen)
      waiting.push(origen)
    }
  }
  return found
}

const LOCAL: ReadonlySet<string> = new Set(['elemento', 'indice'])

/** Null: it is well written. Which parametros and tablas there are is said where it is drawn. */
function checkFormula(expresion: string, before: ReadonlySet<string>, limits: Limits): string | null {
  const resolve = (nombre: string) => (before.has(nombre) || LOCAL.has(nombre) ? () => null : undefined)
  const compiled = compileExpresion(expresion, { host: ANYTHING, resolve }, { funciones: FUNCIONES, limits })
  if (compiled.ok) return null
  return compiled.errores.map(({ mensaje, desde }) => `${mensaje} (posición ${desde + 1})`).join(' ')
}

const ANYTHING: FormulaHost = {
  zonaHoraria: 'UTC',
  now: Date.now,
  parametro: () => null,
  isSecret: () => false,
  tabla: () => () => undefined,
  columnas: () => null,
  consecutivo: () => Promise.resolve(null),
}
