import { cambioDePrimerosPasosSchema, primerosPasosSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { parseInput } from '../resource/parse-input.ts'
import type { Actor } from '../resource/resource-definition.ts'
import { areOcultos, choseOwnPassword, readHechos, writeOcultos } from './repository.ts'

/** How far whoever asks has come with the first steps. Nobody ticks them: they follow from what there is. */
export function registerPrimerosPasos(app: FastifyInstance, { db }: Pick<ApiDeps, 'db'>): void {
  async function describe(usuario: Actor) {
    const [ocultos, hechos, hasOwnPassword] = await Promise.all([
      areOcultos(db, usuario.id),
      readHechos(db, usuario),
      choseOwnPassword(db, usuario),
    ])
    const { servidor, proceso, publicado, llamada, ...ids } = hechos
    const pasos = [
      { paso: 'contrasena', hecho: hasOwnPassword },
      { paso: 'servidor', hecho: servidor },
      { paso: 'proceso', hecho: proceso },
      { paso: 'canal', hecho: publicado !== null },
      { paso: 'llamada', hecho: llamada },
    ]
    return { ocultos, pasos, publicado, ...ids }
  }

  const reading = { access: 'autenticado', answers: { 200: primerosPasosSchema } } as const
  app.get('/api/primeros-pasos', { config: reading }, ({ usuario }) => describe(usuario))

  const changing = { ...reading, body: cambioDePrimerosPasosSchema } as const
  app.put('/api/primeros-pasos', { config: changing }, async ({ usuario, body }) => {
    const { ocultos } = parseInput(cambioDePrimerosPasosSchema, body)
    await writeOcultos(db, usuario.id, ocultos)
    return describe(usuario)
  })
}
