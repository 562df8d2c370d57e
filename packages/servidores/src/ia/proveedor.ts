import type { EmbeddingModel, LanguageModel } from 'ai'

/** A model, as its service tells of it. */
export interface Modelo {
  nombre: string
  /** What can be asked of it: texts, or vectors of texts. */
  clase: 'texto' | 'vectores'
  descripcion?: string
}

interface Ajustes {
  maxTokens: number
  temperatura: number | undefined
}

/** What one service of models has of its own; the rest is alike. */
export interface Proveedor {
  languageModel(nombre: string): LanguageModel
  /** Null: it has no models for vectors. */
  embeddingModel: ((nombre: string) => EmbeddingModel) | null
  /** How it is told what a call may take; null: as all others. */
  options: ((ajustes: Ajustes) => Record<string, Record<string, JsonObject>>) | null
  listModelos(signal: AbortSignal): Promise<Modelo[]>
}

type JsonObject = { [name: string]: number }

/** By its name alone, where nothing else tells: those for vectors say so. */
export function claseOfNombre(nombre: string): Modelo['clase'] {
  return /embed|(?:^|[/-])(?:bge|gte|e5|minilm)\b/i.test(nombre) ? 'vectores' : 'texto'
}
