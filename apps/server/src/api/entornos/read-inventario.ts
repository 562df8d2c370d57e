import { FORMATO_DE_INVENTARIO, type Inventario, type Limits, type Role } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { describeProceso, listCatalogo } from './build-inventario.ts'
import {
  listColecciones,
  listNombres,
  readCatalogo,
  readProcesos,
  refuseTooMany,
} from './inventario-repository.ts'
import { createLink, type Link } from './link-paquete.ts'

export interface InventarioOptions {
  /** Of the product. */
  version: string
  limits: Pick<Limits, 'inventarioProcesos' | 'inventarioNombres'>
  /** Of whoever is told. */
  role: Role
  /** Under the names of another DIV; absent: under its own. */
  link?: Link
  /** Only what can be bound. */
  sinProcesos?: boolean
}

/** Told of by their names alone. */
const NOMBRADOS = ['servidores', 'parametros', 'tablas', 'consecutivos'] as const

const NADA = createLink({ servidores: {}, parametros: {} })

/** What this DIV has, by name. Throws LimiteSuperado when it has more than is told of. */
export async function readInventario(
  db: Kysely<Database>,
  { version, limits, role, link = NADA, sinProcesos = false }: InventarioOptions,
): Promise<Inventario> {
  await refuseTooMany(db, limits, sinProcesos ? NOMBRADOS : ['procesos', ...NOMBRADOS])
  const catalogo = await readCatalogo(db)
  const procesos: Inventario['procesos'] = []
  if (!sinProcesos) {
    for await (const proceso of readProcesos(db)) procesos.push(describeProceso(proceso, { catalogo, link }))
  }
  return {
    formato: FORMATO_DE_INVENTARIO,
    version,
    procesos,
    ...listCatalogo(catalogo),
    tablas: await listNombres(db, 'tablas'),
    consecutivos: await listNombres(db, 'consecutivos'),
    rag: await listColecciones(db, role),
    agentes: await listNombres(db, 'aiAgentes'),
  }
}
