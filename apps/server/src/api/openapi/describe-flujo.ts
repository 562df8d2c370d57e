import { flujoSchema, nodoSchema, TIPOS_NODO, type TipoNodo } from '@div/contract'
import { NODOS, reglaSchema } from '@div/nodos/catalogo'
import { z } from 'zod'

// A rule holds rules, so that its description needs a name.
z.globalRegistry.add(reglaSchema, {
  id: 'Regla',
  description: 'Comparaciones unidas por «y» o por «o»; en lugar de una puede haber otra regla.',
})

const [FIRST, ...OTHERS] = TIPOS_NODO

/** The flow document with what each node type keeps: what may be published. A draft may still lack some of it. */
export const documentoSchema = flujoSchema
  .extend({
    nodos: z.array(
      z.discriminatedUnion('tipo', [nodoOf(FIRST), ...OTHERS.map(nodoOf)]).meta({
        id: 'Nodo',
        description:
          'Un nodo, por su tipo. Un borrador se puede guardar con nodos a medias; validar dice qué les falta.',
      }),
    ),
  })
  .meta({ id: 'Flujo', description: 'Lo que hace un proceso: nodos y conexiones, sin ciclos.' })

function nodoOf(tipo: TipoNodo) {
  const { label, summary, config } = NODOS[tipo]
  return z
    .strictObject({ ...nodoSchema.shape, tipo: z.literal(tipo), ...config.shape })
    .meta({ id: nameOf(tipo), title: label, description: summary })
}

/** `splitter-split` → `NodoSplitterSplit` */
export function nameOf(tipo: TipoNodo): string {
  return `Nodo${tipo.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())}`
}

/** It and its parts as the components of a description, as they are written: what has a default may be left out. */
export function describeFlujo(): Record<string, Record<string, unknown>> {
  const { $defs = {} } = z.toJSONSchema(documentoSchema, { io: 'input' })
  const described: Record<string, Record<string, unknown>> = JSON.parse(
    JSON.stringify($defs).replaceAll('"#/$defs/', '"#/components/schemas/'),
  )
  const mapping = Object.fromEntries(TIPOS_NODO.map((tipo) => [tipo, `#/components/schemas/${nameOf(tipo)}`]))
  return {
    ...described,
    Nodo: { ...described.Nodo, discriminator: { propertyName: 'tipo', mapping } },
  }
}

/** The places of a description where the contract takes the document as it is given. */
export function linkFlujo<Description>(description: Description): Description {
  return JSON.parse(JSON.stringify(description), (_key, value) =>
    value?.documento === 'Flujo' ? { $ref: '#/components/schemas/Flujo' } : value,
  )
}
