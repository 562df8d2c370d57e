import {
  type DocumentNode,
  type ExecutableDefinitionNode,
  type OperationDefinitionNode,
  parse,
} from 'graphql/language'
import type { Valores } from '../plantilla.ts'
import { refuse } from '../refuse.ts'

/** Words and signs of one document; what it nests is bounded by them too. */
const MAX_TOKENS = 20_000

export type Clase = 'query' | 'mutation'

export interface CompiledDocumento {
  document: DocumentNode
  /** The body of a request. */
  write(valores: Valores): string
}

interface Documento {
  documento: string
  /** Which of several operations is meant; empty: the only one. */
  operacion: string
}

/** Decides at publish which variable takes which parameter. Throws DatosInvalidos naming the field. */
export function compileDocumento(
  { documento, operacion }: Documento,
  clase: Clase,
  parametros: readonly string[],
): CompiledDocumento {
  const document = readDocumento(documento)
  const operation = chooseOperation(document, operacion)
  checkClase(operation, clase)
  const variables = checkVariables(operation, parametros)
  const { name } = operation
  const head = JSON.stringify({
    query: documento,
    ...(name !== undefined && { operationName: name.value }),
  }).slice(0, -1)
  return {
    document,
    write: (valores) =>
      `${head},"variables":${JSON.stringify(Object.fromEntries(variables.map((nombre) => [nombre, valores[nombre]])))}}`,
  }
}

function readDocumento(text: string): DocumentNode {
  try {
    return parse(text, { maxLexicalTokens: MAX_TOKENS })
  } catch (cause) {
    // Whatever the parser throws, its stack included, it is of this text.
    const motivo = cause instanceof Error ? cause.message : String(cause)
    throw refuse('objeto.documento', `No es GraphQL que se entienda: «${motivo}».`)
  }
}

function chooseOperation({ definitions }: DocumentNode, operacion: string): OperationDefinitionNode {
  const strange = definitions.find((definition) => !isExecutable(definition))
  if (strange) throw refuse('objeto.documento', 'Un documento solo lleva operaciones y fragmentos.')
  const operations = definitions.filter((definition) => definition.kind === 'OperationDefinition')
  const [only, ...others] = operations
  if (!only) throw refuse('objeto.documento', 'El documento no tiene ninguna operación.')
  if (operacion === '') {
    if (others.length > 0)
      throw refuse('objeto.operacion', 'El documento tiene varias operaciones: diga cuál se llama.')
    return only
  }
  const chosen = operations.find(({ name }) => name?.value === operacion)
  if (!chosen) throw refuse('objeto.operacion', `El documento no tiene la operación «${operacion}».`)
  return chosen
}

function isExecutable({ kind }: { kind: string }): boolean {
  const executable: readonly ExecutableDefinitionNode['kind'][] = [
    'OperationDefinition',
    'FragmentDefinition',
  ]
  return executable.some((each) => each === kind)
}

function checkClase({ operation }: OperationDefinitionNode, clase: Clase): void {
  if (operation === clase) return
  const mensaje = {
    query: 'La operación es una consulta: elija «Consulta».',
    mutation: 'La operación es una mutación: elija «Mutación».',
    subscription: 'Las suscripciones no se admiten.',
  }[operation]
  throw refuse('objeto.documento', mensaje)
}

/** Those that the parameters give. */
function checkVariables(
  { variableDefinitions = [] }: OperationDefinitionNode,
  parametros: readonly string[],
): readonly string[] {
  const declared = new Set(variableDefinitions.map(({ variable }) => variable.name.value))
  const idle = parametros.find((nombre) => !declared.has(nombre))
  if (idle !== undefined)
    throw refuse('parametros', `El parámetro «${idle}» no se usa: la operación no declara $${idle}.`)
  for (const { variable, type, defaultValue } of variableDefinitions) {
    const nombre = variable.name.value
    if (type.kind === 'NonNullType' && defaultValue === undefined && !parametros.includes(nombre))
      throw refuse('parametros', `Falta el parámetro «${nombre}»: la operación pide $${nombre}.`)
  }
  return parametros
}
