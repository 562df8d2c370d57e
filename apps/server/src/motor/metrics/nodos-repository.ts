import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { ClusterSample, Latido, NodoVivo } from './cluster.ts'

/** A node that has not written for so long is gone: ten heartbeats. */
const ALIVE_SECONDS = 10
const FORGET_AFTER = '1 hour'
/** One sample a period for the whole cluster, whoever comes first; kept for a week. */
const SAMPLE_SECONDS = 30
const KEEP_SAMPLES = '7 days'

/** A process that lives, or that was not heard of for a while. */
export interface NodoConocido extends NodoVivo {
  perdido: boolean
}

/** What an admin asks of the node of a process. */
export interface Pedido {
  /** It takes no new work. */
  drenar: boolean
  /** How often it was asked to start its workers anew. */
  reinicios: number
}

const NOTHING_ASKED: Pedido = { drenar: false, reinicios: 0 }

/** The heartbeat rows and the samples made of them. All times are the database's: clocks of nodes may differ. */
export function createNodosRepository(db: Kysely<Database>) {
  /** Those that have ended in order are not among them; those that are silent are, for an hour. */
  async function listKnown(): Promise<NodoConocido[]> {
    const rows = await db
      .selectFrom('nodosMotor')
      .selectAll()
      .select(sql<boolean>`latido <= now() - make_interval(secs => ${ALIVE_SECONDS})`.as('perdido'))
      .orderBy('inicio')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ ...row, rol: row.rol === 'api' ? 'api' : 'motor' }))
  }

  async function readPedido(nodo: string): Promise<Pedido> {
    const row = await db
      .selectFrom('pedidosDeNodo')
      .select(['drenar', 'reinicios'])
      .where('nodo', '=', nodo)
      .executeTakeFirst()
    return row ?? NOTHING_ASKED
  }

  return {
    /** Answers what is asked of its node: so no process needs another way to hear of it. */
    async beat({
      id,
      rol,
      inicio,
      datos,
    }: {
      id: string
      rol: NodoVivo['rol']
      inicio: Date
      datos: Latido
    }): Promise<Pedido> {
      const text = JSON.stringify(datos)
      await db
        .insertInto('nodosMotor')
        .values({ id, rol, inicio, latido: sql<Date>`now()`, datos: text })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ latido: sql<Date>`now()`, datos: text }),
        )
        .execute()
      return readPedido(datos.nodo)
    },

    readPedido,

    async remove(id: string) {
      await db.deleteFrom('nodosMotor').where('id', '=', id).execute()
    },

    async listAlive(): Promise<NodoVivo[]> {
      return (await listKnown()).filter(({ perdido }) => !perdido)
    },

    listKnown,

    async countActiveCanales(): Promise<number> {
      const { count } = await db
        .selectFrom('canales')
        .select((select) => select.fn.countAll<string>().as('count'))
        .where('activo', '=', true)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** The newest sample that is at least one period old: what a trend compares with. */
    async readSampleBefore(): Promise<ClusterSample | null> {
      const row = await db
        .selectFrom('metricasMuestras')
        .select('datos')
        .where('momento', '<=', sql<Date>`now() - make_interval(secs => ${SAMPLE_SECONDS})`)
        .orderBy('momento', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.datos ?? null
    },

    /** Does nothing when another node has stored the sample of this period already. */
    async storeSample(sample: ClusterSample) {
      await db
        .insertInto('metricasMuestras')
        .values({
          momento: sql<Date>`date_bin(make_interval(secs => ${SAMPLE_SECONDS}), now(), 'epoch')`,
          datos: JSON.stringify(sample),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async prune() {
      await db
        .deleteFrom('nodosMotor')
        .where('latido', '<', sql<Date>`now() - ${FORGET_AFTER}::interval`)
        .execute()
      // Of nodes that are gone nothing is asked any more.
      await sql`
        delete from pedidos_de_nodo
        where not exists (select from nodos_motor where datos->>'nodo' = pedidos_de_nodo.nodo)`.execute(db)
      await db
        .deleteFrom('metricasMuestras')
        .where('momento', '<', sql<Date>`now() - ${KEEP_SAMPLES}::interval`)
        .execute()
    },
  }
}

export type NodosRepository = ReturnType<typeof createNodosRepository>
