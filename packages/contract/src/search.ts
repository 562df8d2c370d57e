import { z } from 'zod'

export const SEARCH_TYPES = [
  'proceso',
  'canal',
  'servidor',
  'parametro',
  'tarea',
  'tabla',
  'alerta',
  'entorno',
] as const
export type SearchType = (typeof SEARCH_TYPES)[number]

/** A result as the spec names its fields. */
const searchResultSchema = z
  .strictObject({ id: z.uuid(), type: z.enum(SEARCH_TYPES), name: z.string(), description: z.string() })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof searchResultSchema>

export const searchResultsSchema = z.strictObject({ results: z.array(searchResultSchema) })
export type SearchResults = z.infer<typeof searchResultsSchema>
