import {
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  GraphQLString,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql/type'

/** Objects within objects that a first document asks for; whoever draws the flujo takes away or adds. */
const DEPTH = 3
const MAX_CAMPOS = 100

/** A field that a document asks for; of a leaf there is nothing more to ask. */
export interface Campo {
  nombre: string
  type: GraphQLOutputType
  campos: readonly Campo[] | null
}

const TYPENAME: Campo = { nombre: '__typename', type: GraphQLString, campos: null }

/** What a first document asks of a field of the root. */
export function selectCampos({ name, type }: GraphQLField<unknown, unknown>): Campo {
  const room = { campos: MAX_CAMPOS }
  return { nombre: name, type, campos: selectWithin(getNamedType(type), [], room) }
}

/** Null: a leaf. */
function selectWithin(
  type: GraphQLNamedOutputType,
  outer: readonly GraphQLNamedOutputType[],
  room: { campos: number },
): Campo[] | null {
  if (isLeafType(type)) return null
  const found: Campo[] = []
  const within = [...outer, type]
  for (const field of isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []) {
    if (room.campos === 0) break
    if (!isNear(field, within)) continue
    room.campos--
    found.push({
      nombre: field.name,
      type: field.type,
      campos: selectWithin(getNamedType(field.type), within, room),
    })
  }
  // Something has to be asked, and every object tells its type.
  return found.length > 0 ? found : [TYPENAME]
}

/** It can be asked as it is, and leads neither back nor too deep. */
function isNear(
  { args, type, deprecationReason }: GraphQLField<unknown, unknown>,
  within: readonly GraphQLNamedOutputType[],
): boolean {
  if (args.some(isRequiredArgument) || deprecationReason != null) return false
  const inner = getNamedType(type)
  return isLeafType(inner) || (within.length < DEPTH && !within.includes(inner))
}

export function writeCampos(campos: readonly Campo[], indent: string): string {
  const inner = `${indent}  `
  const lines = campos.map(
    ({ nombre, campos: within }) => `${inner}${nombre}${within ? ` ${writeCampos(within, inner)}` : ''}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}
