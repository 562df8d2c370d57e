import type { LanguageModel } from 'ai'

/** A model as the library wants it of who speaks to a service. */
export type ModeloV4 = Extract<LanguageModel, { specificationVersion: 'v4' }>
export type Peticion = Parameters<ModeloV4['doGenerate']>[0]
export type Respuesta = Awaited<ReturnType<ModeloV4['doGenerate']>>
export type Parte =
  Awaited<ReturnType<ModeloV4['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never
