import {
  hasPermission,
  type Permission,
  SEARCH_TYPES,
  type SearchType,
  searchResultsSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiDeps } from '../api-deps.ts'
import { parseInput } from '../resource/parse-input.ts'
import { searchDefiniciones } from './repository.ts'

/** Who finds what: only what the role may read. */
const PERMISSIONS: Readonly<Record<SearchType, Permission>> = {
  proceso: 'procesos.leer',
  canal: 'canales.leer',
  servidor: 'servidores.leer',
  parametro: 'parametros.leer',
  tarea: 'tareas-programadas.leer',
  tabla: 'tablas.leer',
  alerta: 'alertas.leer',
  entorno: 'entornos.leer',
}

/** Shorter texts find nothing (spec, 5). */
const MIN_CHARACTERS = 2

const querySchema = z.object({ q: z.string().trim().max(200).default('') })

export function registerSearch(app: FastifyInstance, { db }: ApiDeps): void {
  const searching = {
    access: 'autenticado',
    query: querySchema,
    answers: { 200: searchResultsSchema },
  } as const
  app.get('/api/search', { config: searching }, async (request) => {
    const { q } = parseInput(querySchema, request.query)
    if ([...q].length < MIN_CHARACTERS) return { results: [] }
    const types = SEARCH_TYPES.filter((type) => hasPermission(request.usuario.role, PERMISSIONS[type]))
    return { results: await searchDefiniciones(db, { q, types }) }
  })
}
