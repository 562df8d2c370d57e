import {
  type Ajustes,
  AVISO_TOKENS_DIAS,
  type Configuracion,
  cambioDeConfiguracionSchema,
  comprobacionSchema,
  configuracionSchema,
  limitesDeLaWebSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ajustesOf, readAjustes, type StoredAjustes, writeAjustes } from '../../ajustes/ajustes-repository.ts'
import type { Config } from '../../config.ts'
import type { ApiDeps } from '../api-deps.ts'
import { changeAjustes } from '../resource/change-ajustes.ts'
import { parseInput } from '../resource/parse-input.ts'
import { checkSeguridad } from './check-seguridad.ts'
import { registerCopia } from './copia/routes.ts'
import { gatherFacts } from './gather-facts.ts'

/** Of an answer, they may come back in the PUT. */
const DERIVED = ['version', 'motor', 'limites', 'ajustes', 'porDefecto', 'actualizadoEn']
const changeSchema = z.preprocess(withoutDerived, cambioDeConfiguracionSchema)

/** Product settings that change while it runs, and what the product thinks of its own safety. */
export function registerConfiguracion(app: FastifyInstance, deps: ApiDeps): void {
  const { db, config } = deps

  // The web app must know where it is before anybody signs in.
  const reading = { access: 'publico', answers: { 200: configuracionSchema } } as const
  app.get('/api/configuracion', { config: reading }, async () =>
    describeConfiguracion(await readAjustes(db), config),
  )

  const changing = {
    access: 'configuracion.editar',
    body: cambioDeConfiguracionSchema,
    answers: { 200: configuracionSchema },
  } as const
  app.put('/api/configuracion', { config: changing }, async (request) => {
    const { revision, ...ajustes } = parseInput(changeSchema, request.body)
    const { username } = request.usuario
    const stored = await changeAjustes(db, {
      usuario: username,
      revision,
      enviado: request.body,
      describe: (before) => describeConfiguracion(before, config),
      antes: ajustesOf,
      ahora: ajustes,
      write: (trx) => writeAjustes(trx, { ...ajustes, actualizadoPor: username }),
    })
    return describeConfiguracion(stored, config)
  })

  const checking = {
    access: 'configuracion.leer',
    answers: { 200: z.array(comprobacionSchema) },
  } as const
  app.get('/api/configuracion/seguridad', { config: checking }, async () =>
    checkSeguridad(await gatherFacts(deps)),
  )

  registerCopia(app, deps)
}

function describeConfiguracion(
  stored: StoredAjustes,
  { version, motorPort, urlBase, urlTrazabilidad, limits }: Config,
): Configuracion {
  const ajustes: Ajustes = ajustesOf(stored)
  const porDefecto = {
    urlBase,
    urlTrazabilidad,
    historialDias: limits.historialDias,
    avisoTokensDias: AVISO_TOKENS_DIAS,
  }
  return {
    version,
    motor: { puerto: motorPort },
    urlBase: ajustes.urlBase ?? porDefecto.urlBase,
    urlTrazabilidad: ajustes.urlTrazabilidad ?? porDefecto.urlTrazabilidad,
    historialDias: ajustes.historialDias ?? porDefecto.historialDias,
    avisoTokensDias: ajustes.avisoTokensDias ?? porDefecto.avisoTokensDias,
    limites: limitesDeLaWebSchema.parse(limits),
    ajustes,
    porDefecto,
    revision: stored.revision,
    actualizadoEn: stored.actualizadoEn.toISOString(),
  }
}

function withoutDerived(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([key]) => !DERIVED.includes(key)))
}
