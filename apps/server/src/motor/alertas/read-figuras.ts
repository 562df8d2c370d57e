import type { CondicionDeAlerta } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { readEspera } from '../async-pool/count-cola.ts'
import { mergePools } from '../metrics/cluster.ts'
import { createNodosRepository } from '../metrics/nodos-repository.ts'
import {
  listPresupuestosGastados,
  listTareasPerdidas,
  listTareasQueFallan,
  nameAmbito,
  readConteo,
} from './figuras-repository.ts'
import type { Figuras } from './judge-condicion.ts'

const NADA: Figuras = {
  conteo: { total: 0, errores: 0, clases: [], maximaMs: 0, minutos: 0 },
  ambito: '',
  esperaSegundos: null,
  pools: [],
  tareasPerdidas: [],
  tareasQueFallan: [],
  presupuestos: [],
}

type Regla = Pick<Row<'alertas'>, 'id' | 'revision' | 'condicion'>
type Read<Tipo extends CondicionDeAlerta['tipo']> = (
  condicion: Extract<CondicionDeAlerta, { tipo: Tipo }>,
  regla: Regla,
) => Promise<Partial<Figuras>>

/** Reads what a rule is judged by, and no more. What is the same for many rules is read once. */
export function createFigurasReader(trx: Kysely<Database>, now: Date) {
  let pools: Promise<Figuras['pools']> | undefined
  let espera: Promise<number | null> | undefined

  async function readRuns(
    { procesoId, canalId, minutos }: { procesoId: string | null; canalId: string | null; minutos: number },
    { id: alertaId, revision }: Regla,
  ): Promise<Partial<Figuras>> {
    const ambito = { procesoId, canalId }
    return {
      conteo: await readConteo(trx, { alertaId, revision, ...ambito, minutos, now }),
      ambito: await nameAmbito(trx, ambito),
    }
  }
  async function readPools(): Promise<Figuras['pools']> {
    return mergePools(await createNodosRepository(trx).listAlive()).pools
  }

  const readers: { readonly [Tipo in CondicionDeAlerta['tipo']]: Read<Tipo> } = {
    fallos: readRuns,
    tasaErrores: readRuns,
    latencia: readRuns,
    async cola() {
      espera ??= readEspera(trx)
      return { esperaSegundos: await espera }
    },
    async circuito() {
      pools ??= readPools()
      return { pools: await pools }
    },
    tareaPerdida: async (condicion) => ({ tareasPerdidas: await listTareasPerdidas(trx, condicion) }),
    tareaFallida: async (condicion) => ({ tareasQueFallan: await listTareasQueFallan(trx, condicion) }),
    presupuesto: async (condicion) => ({ presupuestos: await listPresupuestosGastados(trx, condicion) }),
  }

  async function read<Tipo extends CondicionDeAlerta['tipo']>(
    condicion: Extract<CondicionDeAlerta, { tipo: Tipo }>,
    regla: Regla,
  ): Promise<Figuras> {
    const reader: Read<Tipo> = readers[condicion.tipo as Tipo]
    return { ...NADA, ...(await reader(condicion, regla)) }
  }

  return (regla: Regla): Promise<Figuras> => read(regla.condicion, regla)
}
