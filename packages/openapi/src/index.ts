export type { LoadDocument } from './documents/load-documents.ts'
export type {
  Autenticacion,
  Estilo,
  Lugar,
  RestApi,
  RestOperation,
  RestParameter,
  TipoCuerpo,
} from './model.ts'
export { type ApiLimits, readApi } from './read-api.ts'
