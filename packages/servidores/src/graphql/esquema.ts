import type { AppError } from '@div/contract'
import type { DocumentNode, GraphQLSchema } from 'graphql'
import { refuse } from '../refuse.ts'

const MAX_ERRORS = 10

/** What a service offers, as it was read; each document is checked against it once. */
export class Esquema {
  readonly schema: GraphQLSchema
  readonly #checked = new WeakMap<DocumentNode, AppError | null>()

  constructor(schema: GraphQLSchema) {
    this.schema = schema
  }

  /** Throws DatosInvalidos for what the service does not offer. */
  async check(document: DocumentNode): Promise<void> {
    let problem = this.#checked.get(document)
    if (problem === undefined) {
      const { validate } = await import('graphql/validation')
      const findings = validate(this.schema, document, undefined, { maxErrors: MAX_ERRORS })
      const [first] = findings
      problem = first ? refuseDocumento(first.message, findings.length - 1) : null
      this.#checked.set(document, problem)
    }
    if (problem) throw problem
  }
}

function refuseDocumento(message: string, others: number): AppError {
  const more = others === 0 ? '' : ` (y ${others} más)`
  return refuse(
    'objeto.documento',
    `No va con el esquema que se leyó del servicio: «${message}»${more}. Si el servicio cambió, léalo otra vez.`,
  )
}
