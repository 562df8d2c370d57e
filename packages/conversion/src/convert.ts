import {
  type Conversion,
  calledFirst,
  DatosInvalidos,
  erroresOf,
  type FormatoAjeno,
  LimiteSuperado,
  type Limits,
  procesosLlamados,
} from '@div/contract'
import type { z } from 'zod'
import { listFaltantes } from './close-dibujo.ts'
import { convertN8n } from './n8n/convert-n8n.ts'
import { flujoDeN8nSchema } from './n8n/documento.ts'
import { convertNodeRed } from './node-red/convert-node-red.ts'
import { flujosDeNodeRedSchema } from './node-red/documento.ts'
import { read } from './read.ts'

interface Opciones {
  /** Absent: it is told by the document. */
  formato?: FormatoAjeno | undefined
  limits: Limits
}

/** Flows of another tool as bundles, with what became of every node. Throws DatosInvalidos at its place, and LimiteSuperado. */
export function convert(documento: unknown, { formato, limits }: Opciones): Conversion {
  checkProfundidad(documento, limits)
  const known = formato ?? recognize(documento)
  if (known === null) {
    const mensaje =
      'No es un flujo de n8n ni de Node-RED: pegue lo que da «Download» en n8n o «Exportar» en Node-RED.'
    throw new DatosInvalidos(undefined, { errores: [{ campo: 'documento', mensaje }] })
  }
  const { paquetes, informe, detalles } = LECTORES[known](documento, limits)
  if (paquetes.length === 0)
    throw new DatosInvalidos(undefined, {
      errores: [{ campo: 'documento', mensaje: 'No tiene ningún nodo.' }],
    })
  const inOrder = calledFirst(paquetes, {
    nombreDe: ({ proceso }) => proceso.nombre,
    llama: procesosLlamados,
  })
  return { formato: known, paquetes: inOrder, informe, faltantes: listFaltantes(paquetes, detalles) }
}

/** By what only its documents have. */
function recognize(documento: unknown): FormatoAjeno | null {
  if (Array.isArray(read(documento, 'nodes'))) return 'n8n'
  const nodos = Array.isArray(documento) ? documento : read(documento, 'flows')
  const isNodeRed =
    Array.isArray(nodos) && nodos.length > 0 && nodos.every((each) => typeof read(each, 'type') === 'string')
  return isNodeRed ? 'node-red' : null
}

const LECTORES = {
  n8n: (documento: unknown, limits: Limits) => {
    const flujo = parse(flujoDeN8nSchema, documento)
    checkNodos(flujo.nodes.length, limits)
    return convertN8n(flujo)
  },
  'node-red': (documento: unknown, limits: Limits) => {
    const entradas = parse(flujosDeNodeRedSchema, documento)
    checkNodos(entradas.length, limits)
    return convertNodeRed(entradas)
  },
} as const

function parse<Output>(schema: z.ZodType<Output>, documento: unknown): Output {
  const parsed = schema.safeParse(documento)
  if (parsed.success) return parsed.data
  throw new DatosInvalidos(undefined, { cause: parsed.error, errores: erroresOf(parsed.error, 'documento') })
}

function checkNodos(cuantos: number, { nodos: maximo }: Limits): void {
  if (cuantos > maximo) throw new LimiteSuperado({ limite: 'nodos', maximo })
}

/** Before anything walks it: what is deeper than a run may hold is not read. */
function checkProfundidad(documento: unknown, { profundidad: maximo }: Limits): void {
  let level: unknown[] = [documento]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maximo) throw new LimiteSuperado({ limite: 'profundidad', maximo })
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
}
