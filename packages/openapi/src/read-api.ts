import { DocumentoInvalido } from '@div/contract'
import { type LoadDocument, type LoadLimits, loadDocuments } from './documents/load-documents.ts'
import { type Documents, Part } from './documents/part.ts'
import type { DescribedApi, RestApi } from './model.ts'
import { readOpenapi } from './openapi/read-openapi.ts'
import { type OperationLimits, OperationTable } from './operations/operation-table.ts'
import { dropSecrets } from './postman/drop-secrets.ts'
import { isPostman, readPostman } from './postman/read-postman.ts'
import { readSwagger } from './swagger/read-swagger.ts'

export type ApiLimits = LoadLimits & OperationLimits

/** Beyond so many nobody reads them. */
const AVISOS = 200

/**
 * OpenAPI 3.0 and 3.1, Swagger 2.0 or a collection of Postman 2.1, with all that it refers to. What cannot be taken is told of in
 * `avisos`. Throws DocumentoInvalido when the first document is none of them, LimiteSuperado, or what loading it threw.
 */
export async function readApi({
  location,
  load,
  limits,
}: {
  location: string
  load: LoadDocument
  limits: ApiLimits
}): Promise<RestApi> {
  const avisos = new Set<string>()
  const loaded = await loadDocuments(location, { load, limits, avisos })
  const documents = withoutSecrets(loaded, location)
  const root = new Part(documents.get(location), location, documents, avisos)
  const read = readRoot(root, new OperationTable(avisos, limits), avisos)
  return { ...read, avisos: [...avisos].slice(0, AVISOS), documentos: documents }
}

/** A collection refers to nothing, and holds what its author had sent. */
function withoutSecrets(documents: Documents, location: string): Documents {
  const root = documents.get(location)
  return isPostman(root) ? new Map([[location, dropSecrets(root)]]) : documents
}

function readRoot(root: Part, table: OperationTable, avisos: Set<string>): DescribedApi {
  if (/^3(?:\.[01]\b|$)/.test(String(root.get('openapi').value))) return readOpenapi(root, table, avisos)
  if (/^2(?:\.0)?$/.test(String(root.get('swagger').value))) return readSwagger(root, table, avisos)
  if (isPostman(root.value)) return readPostman(root, table, avisos)
  throw new DocumentoInvalido({ documento: root.documento, motivo: motivoOf(root) })
}

function motivoOf(root: Part): string {
  const { value } = root.get('openapi')
  if (value !== undefined) return `es OpenAPI ${String(value)}, y aquí se leen 3.0 y 3.1`
  return 'no es OpenAPI, Swagger 2.0 ni una colección de Postman 2.1'
}
