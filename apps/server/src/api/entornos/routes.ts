import {
  comparacionSchema,
  entornoProbadoSchema,
  type Inventario,
  inventarioSchema,
  NoEncontrado,
  nombresDeEntornoSchema,
  type Paquete,
  procesoEnAmbosSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiDeps } from '../api-deps.ts'
import { buildPaquete } from '../paquetes/build-paquete.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord, registerResource } from '../resource/register-resource.ts'
import { byNombre, compareInventarios, keyOf } from './comparar.ts'
import { compareVinculos } from './comparar-vinculos.ts'
import { describeEntornos } from './entornos.ts'
import { findProceso } from './inventario-repository.ts'
import { linkPaquete, nameFlujoOf } from './link-paquete.ts'
import { registerPromover } from './promover-routes.ts'
import { readInventario } from './read-inventario.ts'
import { testEntorno } from './test-entorno.ts'
import { createVisitas } from './visit-entorno.ts'

const inventarioQuery = z.object({
  /** `0`: without them. */
  procesos: z.enum(['0', '1']).default('1'),
})
const nombreSchema = z.object({ nombre: z.string().min(1).max(200) })
/** Other DIVs: what they have, and what is taken there. */
export function registerEntornosDiv(app: FastifyInstance, deps: ApiDeps): void {
  const { db, config } = deps
  const { limits, version } = config
  const entornos = describeEntornos(deps)
  const visitas = createVisitas(deps)
  registerResource(app, deps, entornos)
  registerPromover(app, deps, { entornos, visitas })

  /** What another DIV asks this one. */
  const telling = {
    access: 'procesos.leer',
    query: inventarioQuery,
    answers: { 200: inventarioSchema },
  } as const
  app.get('/api/inventario', { config: telling }, async (request) => {
    const sinProcesos = parseInput(inventarioQuery, request.query).procesos === '0'
    return readInventario(db, { version, limits, role: request.usuario.role, sinProcesos })
  })

  const testing = { access: 'entornos.editar', answers: { 200: entornoProbadoSchema } } as const
  app.post('/api/entornos/:id/probar', { config: testing }, async (request) => {
    const row = await findRecord(entornos, db, request.params)
    await visitas.auditUse(request.usuario.username, { accion: 'probar', row })
    return visitas.open(row, async (entorno) => {
      const prueba = await testEntorno(entorno, limits)
      const error = prueba.pasos.find(({ ok }) => !ok)?.error ?? null
      await visitas.note(row, { error, version: prueba.version ?? null })
      return prueba
    })
  })

  const comparing = { access: 'entornos.leer', answers: { 200: comparacionSchema } } as const
  app.get('/api/entornos/:id/comparar', { config: comparing }, async (request) => {
    const { username, role } = request.usuario
    const row = await findRecord(entornos, db, request.params)
    await visitas.auditUse(username, { accion: 'comparar', row })
    return visitas.visit(row, async (client, link) => {
      const { aqui, alli, usados } = await visitas.readBoth(client, { link, role })
      await visitas.note(row, { error: null, version: alli.version })
      return {
        momento: new Date(),
        version: { aqui: aqui.version, alli: alli.version },
        procesos: compareInventarios({ aqui, alli }),
        vinculos: compareVinculos(usados, { aqui, alli, link }),
      }
    })
  })

  const looking = { access: 'entornos.leer', answers: { 200: procesoEnAmbosSchema } } as const
  app.get('/api/entornos/:id/comparar/:nombre', { config: looking }, async (request) => {
    const { nombre } = parseInput(nombreSchema, request.params)
    const row = await findRecord(entornos, db, request.params)
    await visitas.auditUse(request.usuario.username, {
      accion: 'comparar',
      row,
      detalle: { proceso: nombre },
    })
    return visitas.visit(row, async (client, link) => {
      const alli = byNombre((await client.readInventario()).procesos).get(keyOf(nombre))
      const aqui = await findProceso(db, nombre)
      if (!aqui && !alli) throw new NoEncontrado({ recurso: 'el proceso', id: nombre })
      const mine = aqui?.publicado ? linkPaquete(await buildPaquete(db, aqui, aqui.publicado), link) : null
      const theirs = alli && alli.version !== null ? await client.readPaquete(alli.id) : null
      return {
        nombre,
        aqui: mine && documentoOf(mine),
        alli: theirs && documentoOf(theirs),
      }
    })
  })

  const naming = { access: 'entornos.editar', answers: { 200: nombresDeEntornoSchema } } as const
  app.get('/api/entornos/:id/nombres', { config: naming }, async (request) => {
    const { username, role } = request.usuario
    const row = await findRecord(entornos, db, request.params)
    await visitas.auditUse(username, { accion: 'comparar', row })
    return visitas.visit(row, async (client) => ({
      aqui: listNombres(await readInventario(db, { version, limits, role, sinProcesos: true })),
      alli: listNombres(await client.readInventario({ sinProcesos: true })),
    }))
  })
}

function listNombres({ servidores, parametros }: Pick<Inventario, 'servidores' | 'parametros'>) {
  return {
    servidores: servidores.map(({ nombre }) => nombre),
    parametros: parametros.map(({ nombre }) => nombre),
  }
}

function documentoOf(paquete: Paquete) {
  const { modo, descripcion } = paquete.proceso
  return { modo, descripcion, flujo: nameFlujoOf(paquete) }
}
