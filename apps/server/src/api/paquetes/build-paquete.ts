import type { DependenciaDePaquete, Flujo, Paquete } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { listCasos, toCaso } from '../casos-prueba/casos-repository.ts'
import { type Dependencia, listDependencias } from '../usos/list-dependencias.ts'

type Ficha = Pick<Row<'procesos'>, 'id' | 'nombre' | 'descripcion' | 'concurrencia'>
/** Its draft, or one of its versions. */
type Documento = { modo: Row<'procesos'>['modo']; flujo: Flujo }

/** A proceso as a file, with the names of what it depends on and its test cases. */
export async function buildPaquete(
  db: Kysely<Database>,
  { id, nombre, descripcion, concurrencia }: Ficha,
  { modo, flujo }: Documento,
): Promise<Paquete> {
  return {
    formato: 'div-proceso',
    version: 1,
    proceso: { nombre, descripcion, modo, concurrencia, flujo },
    dependencias: await nameDependencias(db, listDependencias(flujo)),
    casosPrueba: (await listCasos(db, id)).map(toCaso),
  }
}

/** The names of what a flujo depends on; what does not exist keeps its reference as its name. */
async function nameDependencias(
  db: Kysely<Database>,
  dependencias: readonly Dependencia[],
): Promise<DependenciaDePaquete[]> {
  const ids = (recurso: Dependencia['recurso']) =>
    dependencias.filter((each) => each.recurso === recurso).map(({ referencia }) => referencia)
  const servidores = await sql<{ id: string; nombre: string; tipoServidor: string }>`
    select id::text, nombre, tipo_servidor from servidores where id::text = any(${ids('servidores')})`.execute(
    db,
  )
  const procesos = await sql<{ id: string; nombre: string }>`
    select id::text, nombre from procesos where id::text = any(${ids('procesos')})`.execute(db)
  const servidorById = new Map(servidores.rows.map((row) => [row.id, row]))
  const procesoById = new Map(procesos.rows.map((row) => [row.id, row]))
  const named = dependencias.map(({ recurso, referencia }): DependenciaDePaquete => {
    const servidor = recurso === 'servidores' ? servidorById.get(referencia) : undefined
    if (servidor) return { recurso, referencia, nombre: servidor.nombre, tipoServidor: servidor.tipoServidor }
    const proceso = recurso === 'procesos' ? procesoById.get(referencia) : undefined
    return { recurso, referencia, nombre: proceso?.nombre ?? referencia }
  })
  const unique = new Map(named.map((each) => [`${each.recurso} ${each.nombre} ${each.referencia}`, each]))
  return [...unique].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each)
}
