import type { Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../db/tables.ts'
import { waitAtMost } from '../../db/wait-at-most.ts'
import { readEspera } from '../async-pool/count-cola.ts'

/** Whoever scrapes wants the other figures also when the database is away. */
const WAIT_MS = 1_000

/** By how long accepted runs wait a cluster is made larger. */
export function gaugeEspera(registry: Registry, db: Kysely<Database>): void {
  let last = 0
  const read = async () => {
    last = (await readEspera(db)) ?? 0
  }
  new Gauge({
    name: 'div_cola_espera_segundos',
    help: 'Segundos que espera la más antigua de las ejecuciones aceptadas que ya pueden comenzar, de todo el clúster',
    registers: [registry],
    // Every worker tells of the same queue.
    aggregator: 'max',
    async collect() {
      // What cannot be read now is as it was read last.
      await waitAtMost(
        WAIT_MS,
        read().catch(() => {}),
      )
      this.set(last)
    },
  })
}
