import {
  type AccionAuditada,
  type NodoDelCluster,
  NodoSinMotor,
  NoEncontrado,
  nodoDelClusterSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { createNodosRepository } from '../../motor/metrics/nodos-repository.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { describeNodos } from './describe-nodos.ts'
import { askDrenar, askReiniciar, listPedidos } from './repository.ts'

const idSchema = z.object({ id: z.string().min(1).max(100) })

/** What can be asked of a node: it hears of it with its next heartbeat, and does it. */
interface Peticion {
  accion: AccionAuditada
  store(trx: Transaction<Database>, asked: { nodo: string; usuario: string }): Promise<void>
}

const PETICIONES: readonly Peticion[] = [
  { accion: 'drenar', store: (trx, asked) => askDrenar(trx, { ...asked, drenar: true }) },
  { accion: 'reanudar', store: (trx, asked) => askDrenar(trx, { ...asked, drenar: false }) },
  { accion: 'reiniciar', store: (trx, { nodo }) => askReiniciar(trx, nodo) },
]

/** The processes of the cluster, by the node that started them. */
export function registerNodos(app: FastifyInstance, { db }: ApiDeps): void {
  const nodos = createNodosRepository(db)
  const list = async () => describeNodos(await nodos.listKnown(), await listPedidos(db))

  const listing = { access: 'configuracion.leer', answers: { 200: z.array(nodoDelClusterSchema) } } as const
  app.get('/api/nodos', { config: listing }, list)

  const asking = { access: 'configuracion.editar', answers: { 200: nodoDelClusterSchema } } as const
  for (const { accion, store } of PETICIONES) {
    app.post(`/api/nodos/:id/${accion}`, { config: asking }, async (request) => {
      const { id } = parseInput(idSchema, request.params)
      const { equipo, rol } = await find(id)
      // Nobody there would hear of it.
      if (rol === 'api') throw new NodoSinMotor({ nodo: equipo })
      const { username: usuario } = request.usuario
      await db.transaction().execute(async (trx) => {
        await store(trx, { nodo: id, usuario })
        await audit(trx, { usuario, accion, recurso: 'nodos', recursoId: id, detalle: { nombre: equipo } })
      })
      return find(id)
    })
  }

  async function find(id: string): Promise<NodoDelCluster> {
    const nodo = (await list()).find((each) => each.id === id)
    if (!nodo) throw new NoEncontrado({ recurso: 'el nodo', id })
    return nodo
  }
}
