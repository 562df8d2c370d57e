import {
  NoEncontrado,
  type Plantilla,
  parseFlujo,
  plantillaResumenSchema,
  plantillaSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseInput } from '../resource/parse-input.ts'

const paramsSchema = z.object({ id: z.string() })

/** What a proceso may begin as. They are imported like any bundle: `POST /api/procesos/importar`. */
export function registerPlantillas(app: FastifyInstance): void {
  const listing = { access: 'procesos.crear', answers: { 200: z.array(plantillaResumenSchema) } } as const
  app.get('/api/plantillas', { config: listing }, async () => (await load()).map(summarize))

  const reading = { access: 'procesos.crear', answers: { 200: plantillaSchema } } as const
  app.get('/api/plantillas/:id', { config: reading }, async (request) => {
    const { id } = parseInput(paramsSchema, request.params)
    const plantilla = (await load()).find((each) => each.id === id)
    if (!plantilla) throw new NoEncontrado({ recurso: 'la plantilla', id })
    return plantilla
  })
}

/** Written out when the gallery is first looked at: most processes of the product never do. */
async function load(): Promise<readonly Plantilla[]> {
  const { PLANTILLAS } = await import('../../plantillas/plantillas.ts')
  return PLANTILLAS
}

function summarize({ tablas: _, paquete: { proceso, casosPrueba }, ...ficha }: Plantilla) {
  const { nodos, conexiones } = parseFlujo(proceso.flujo)
  return {
    ...ficha,
    casos: casosPrueba.length,
    dibujo: {
      nodos: nodos.map(({ id, tipo, nombre, posicion }) => ({ id, tipo, nombre, posicion })),
      conexiones,
    },
  }
}
