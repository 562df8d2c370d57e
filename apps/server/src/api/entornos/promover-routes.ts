import {
  ComparacionObsoleta,
  type EntornoDiv,
  LimiteSuperado,
  PermisoDenegado,
  type ProcesoComparado,
  type ProcesoDeInventario,
  PromocionIncompleta,
  promocionSchema,
  promoverSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { buildPaquete } from '../paquetes/build-paquete.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { byNombre, compareInventarios, keyOf } from './comparar.ts'
import { findProceso } from './inventario-repository.ts'
import { type Link, linkPaquete } from './link-paquete.ts'
import { concurrenciaFor, planPromocion } from './plan-promocion.ts'
import { type Envio, promote } from './promote.ts'
import type { Visitas } from './visit-entorno.ts'

/** Takes what is published here to another DIV, as it was compared: nothing else, and over nothing else. */
export function registerPromover(
  app: FastifyInstance,
  { db, config: { limits } }: ApiDeps,
  { entornos, visitas }: { entornos: ResourceDefinition<Row<'entornosDiv'>, EntornoDiv>; visitas: Visitas },
): void {
  const promoting = {
    access: 'procesos.editar',
    body: promoverSchema,
    answers: { 200: promocionSchema },
  } as const
  app.post('/api/entornos/:id/promover', { config: promoting }, async (request) => {
    const { usuario } = request
    const input = parseInput(promoverSchema, request.body)
    const row = await findRecord(entornos, db, request.params)
    if (row.promueven === 'admin' && usuario.role !== 'admin')
      throw new PermisoDenegado({ permiso: `de promover a «${row.nombre}»` })
    const maximo = limits.promocionProcesos
    if (input.procesos.length > maximo) throw new LimiteSuperado({ limite: 'promocionProcesos', maximo })
    const { publicar } = input
    // The key is used from here on, whatever comes of it.
    const procesos = input.procesos.map(({ nombre }) => nombre)
    await visitas.auditUse(usuario.username, { accion: 'promover', row, detalle: { procesos, publicar } })
    return visitas.visit(row, async (client, link) => {
      const { aqui, alli } = await visitas.readBoth(client, { link, role: usuario.role })
      const plan = planPromocion(input.procesos, compareInventarios({ aqui, alli }))
      if (plan.obsoletos.length > 0) throw new ComparacionObsoleta({ procesos: plan.obsoletos })
      if (plan.faltan.length > 0) {
        const { faltan } = plan
        throw new PromocionIncompleta({ entorno: row.nombre, cantidad: faltan.length }, { extra: { faltan } })
      }
      const there = byNombre(alli.procesos)
      const envios: Envio[] = []
      for (const comparado of plan.procesos)
        envios.push(await prepare(comparado, { link, alli: there.get(keyOf(comparado.nombre)) }))
      const nota = input.nota === '' ? `Promovido por ${usuario.username}.` : input.nota
      const resultados = await promote(envios, { client, publicar, nota, limiteMs: limits.promocionMs })
      await visitas.auditUse(usuario.username, {
        accion: 'promover',
        row,
        detalle: { resultados: Object.fromEntries(resultados.map(({ nombre, estado }) => [nombre, estado])) },
      })
      return { resultados }
    })
  })

  /** What was compared and is still so. */
  async function prepare(
    { nombre, aqui, llama }: ProcesoComparado,
    { link, alli }: { link: Link; alli: ProcesoDeInventario | undefined },
  ): Promise<Envio> {
    const proceso = await findProceso(db, nombre)
    // A version never changes: the same number is what was compared.
    if (!proceso?.publicado || proceso.publicado.version !== aqui?.version)
      throw new ComparacionObsoleta({ procesos: [nombre] })
    const concurrencia = concurrenciaFor(alli, proceso.concurrencia)
    const paquete = await buildPaquete(db, { ...proceso, concurrencia }, proceso.publicado)
    return {
      nombre,
      llama,
      paquete: linkPaquete(paquete, link),
      reemplaza: alli && { id: alli.id, revision: alli.revision },
    }
  }
}
