import { CopiaIlegible } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import { sql, type Transaction } from 'kysely'
import { splitObjetivo } from '../../../ai/capacidades/objetivo-row.ts'
import { replaceFuentes } from '../../../ai/contexts/replace-fuentes.ts'
import { readAgain } from '../../../ai/rag/documentos-repository.ts'
import { writeAjustes, writeAsincronos, writeTrazas } from '../../../ajustes/ajustes-repository.ts'
import type { Database } from '../../../db/tables.ts'
import { closeOutdated } from '../../../motor/alertas/alertas-repository.ts'
import { holdPresupuestos, renewPeriodo } from '../../../motor/presupuesto/consumos-repository.ts'
import { deleteAllFilas } from '../../../motor/tablas/filas-repository.ts'
import { sealParts } from '../../../secretos/canal-secrets.ts'
import { sealAviso } from '../../../secretos/given-secret.ts'
import type { Secretos } from '../../../secretos/secretos.ts'
import { replaceCaso } from '../../casos-prueba/casos-repository.ts'
import { listDependencias } from '../../usos/list-dependencias.ts'
import { BORRADOR, replaceDependencias } from '../../usos/replace-dependencias.ts'
import type { Registro, RegistroDe } from './registros.ts'

export interface Writer {
  trx: Transaction<Database>
  secretos: Secretos
  /** In whose name. */
  usuario: string
}

/** Stores one record of a copy in place of what stands under its id, its secrets sealed with the key of here. */
export async function writeRegistro(registro: Registro, writer: Writer): Promise<void> {
  const { trx, secretos, usuario } = writer
  switch (registro.tipo) {
    case 'categorias':
      return upsert(writer, 'categorias', registro.datos)
    case 'servidores':
      return upsert(writer, 'servidores', sealServidor(registro.datos, secretos))
    case 'parametros':
      return upsert(writer, 'parametros', sealParametro(registro.datos, secretos))
    case 'tablas': {
      const { filas, huella, columnas, ...tabla } = registro.datos
      // Ids of rows are of one sequence for all: nobody may take one while those of the copy are written.
      await sql`lock table tabla_filas in share row exclusive mode`.execute(trx)
      await upsert(writer, 'tablas', { ...tabla, columnas: JSON.stringify(columnas) })
      return deleteAllFilas(trx, tabla.id)
    }
    case 'filas':
      return insertFilas(trx, registro)
    case 'consecutivos':
      return upsertConsecutivo(writer, registro.datos)
    case 'procesos': {
      const { id, flujo } = registro.datos
      await upsert(writer, 'procesos', { ...registro.datos, flujo: JSON.stringify(flujo) })
      const dependencias = listDependencias(flujo)
      return replaceDependencias(trx, { procesoId: id, version: BORRADOR, dependencias })
    }
    case 'versiones':
      return writeVersion(trx, registro)
    case 'casos':
      return replaceCaso(trx, { procesoId: registro.procesoId, caso: registro.datos, usuario })
    case 'canales':
      return writeCanal(writer, registro.datos)
    case 'calendarios': {
      const { festivos } = registro.datos
      return upsert(writer, 'calendarios', { ...registro.datos, festivos: JSON.stringify(festivos) })
    }
    case 'tareas-programadas': {
      const { entrada, evento } = registro.datos
      return upsert(writer, 'tareasProgramadas', {
        ...registro.datos,
        entrada: JSON.stringify(entrada),
        evento: evento && JSON.stringify(evento),
      })
    }
    case 'alertas':
      return writeAlerta(writer, registro.datos)
    case 'colecciones': {
      const { peticiones } = registro.datos
      return upsert(writer, 'colecciones', { ...registro.datos, peticiones: JSON.stringify(peticiones) })
    }
    case 'rag': {
      const { id, corte } = registro.datos
      await upsert(writer, 'ragColecciones', { ...registro.datos, corte: JSON.stringify(corte) })
      // Documents stay, and what they were cut into is of what the collection was.
      await readAgain(trx, { coleccionId: id })
      return
    }
    case 'ai-capabilities': {
      const { objetivo, ...capability } = registro.datos
      return upsert(writer, 'aiCapabilities', { ...capability, ...splitObjetivo(objetivo) })
    }
    case 'ai-contexts': {
      const { id, variables, piezas } = registro.datos
      await upsert(writer, 'aiContextos', {
        ...registro.datos,
        variables: JSON.stringify(variables),
        piezas: JSON.stringify(piezas),
      })
      return replaceFuentes(trx, id, piezas)
    }
    case 'ai-agents':
      return writeAgente(writer, registro.datos)
    case 'ai/pricing':
      return upsert(writer, 'aiPrecios', registro.datos)
    case 'ai/budget':
      await holdPresupuestos(trx)
      await upsert(writer, 'aiPresupuestos', registro.datos)
      return renewPeriodo(trx, registro.datos.id)
    case 'configuracion': {
      const { asincronos, trazas, ...ajustes } = registro.datos
      await writeAjustes(trx, { ...ajustes, actualizadoPor: usuario })
      await writeAsincronos(trx, { asincronos, actualizadoPor: usuario })
      await writeTrazas(trx, { trazas, actualizadoPor: usuario })
    }
  }
}

/** Whoever keeps published versions compiled begins again: they are not what they were. */
export async function renewEpoca(trx: Transaction<Database>): Promise<void> {
  await trx.updateTable('configuracion').set({ epoca: sql`epoca + 1` }).execute()
}

type Table =
  | 'categorias'
  | 'servidores'
  | 'parametros'
  | 'tablas'
  | 'consecutivos'
  | 'procesos'
  | 'canales'
  | 'tareasProgramadas'
  | 'alertas'
  | 'calendarios'
  | 'colecciones'
  | 'aiCapabilities'
  | 'aiContextos'
  | 'aiAgentes'
  | 'ragColecciones'
  | 'aiPrecios'
  | 'aiPresupuestos'

async function upsert(
  { trx, usuario }: Writer,
  table: Table,
  { id, ...values }: { id: string } & Readonly<Record<string, unknown>>,
  own: Readonly<Record<string, ReturnType<typeof sql>>> = {},
): Promise<void> {
  const written = { ...values, actualizadoPor: usuario }
  const columns = Object.keys(written)
  const changes = columns.map(
    (column) => sql`${sql.ref(column)} = ${own[column] ?? sql`excluded.${sql.ref(column)}`}`,
  )
  await sql`
    insert into ${sql.table(table)} as antes (id, ${sql.join(columns.map((column) => sql.ref(column)))})
    values (${id}::uuid, ${sql.join(Object.values(written))})
    on conflict (id) do update set ${sql.join(changes)},
      revision = antes.revision + 1, actualizado_en = clock_timestamp()`.execute(trx)
}

async function writeAgente(
  writer: Writer,
  {
    versiones,
    id,
    nombre,
    descripcion,
    activo,
    casos,
    versionPublicada,
    ...definicion
  }: RegistroDe<'ai-agents'>['datos'],
): Promise<void> {
  await upsert(writer, 'aiAgentes', {
    ...{ id, nombre, descripcion, activo, versionPublicada },
    definicion: JSON.stringify(definicion),
    casos: JSON.stringify(casos),
  })
  await writer.trx.deleteFrom('aiAgenteVersiones').where('agenteId', '=', id).execute()
  for (const { publicadaEn, ...version } of versiones)
    await writer.trx
      .insertInto('aiAgenteVersiones')
      .values({
        ...version,
        agenteId: id,
        publicadaEn: new Date(publicadaEn),
        definicion: JSON.stringify(version.definicion),
      })
      .execute()
}

function sealServidor(
  { config, pool, resiliencia, ...servidor }: RegistroDe<'servidores'>['datos'],
  secretos: Secretos,
) {
  const schema = SERVIDORES[servidor.tipoServidor]?.config
  if (!schema) {
    const motivo = `el servidor «${servidor.nombre}» es de tipo ${servidor.tipoServidor}, que esta versión no tiene`
    throw new CopiaIlegible({ motivo })
  }
  return {
    ...servidor,
    config: JSON.stringify(secretos.sealConfig(schema, servidor.id, config)),
    pool: JSON.stringify(pool),
    resiliencia: JSON.stringify(resiliencia),
  }
}

function sealParametro({ valor, ...parametro }: RegistroDe<'parametros'>['datos'], secretos: Secretos) {
  const text = JSON.stringify(valor ?? null)
  return { ...parametro, valor: parametro.secreto ? JSON.stringify(secretos.seal(parametro.id, text)) : text }
}

/** A number that was given out here is never given out again. */
function upsertConsecutivo(writer: Writer, datos: RegistroDe<'consecutivos'>['datos']): Promise<void> {
  const further = sql`case when excluded.incremento > 0
    then greatest(antes.ultimo, excluded.ultimo) else least(antes.ultimo, excluded.ultimo) end`
  return upsert(writer, 'consecutivos', datos, { ultimo: further })
}

async function insertFilas(
  trx: Transaction<Database>,
  { tablaId, filas }: RegistroDe<'filas'>,
): Promise<void> {
  await sql`
    insert into tabla_filas (tabla_id, id, datos) overriding system value
    select ${tablaId}::uuid, id, datos::jsonb
    from unnest(${filas.map(({ id }) => id)}::bigint[], ${filas.map(({ datos }) => JSON.stringify(datos))}::text[])
      as nueva (id, datos)`.execute(trx)
  // What is added later must not get an id of these.
  const last = filas.reduce((highest, { id }) => (BigInt(id) > highest ? BigInt(id) : highest), 0n)
  await sql`
    select setval('tabla_filas_id_seq', ${String(last)}::bigint)
    where ${String(last)}::bigint > (select last_value from tabla_filas_id_seq)`.execute(trx)
}

async function writeVersion(
  trx: Transaction<Database>,
  { procesoId, datos: { version, modo, flujo, nota, publicadaEn, publicadaPor } }: RegistroDe<'versiones'>,
): Promise<void> {
  await trx
    .deleteFrom('procesoVersiones')
    .where('procesoId', '=', procesoId)
    .where('version', '=', version)
    .execute()
  await trx
    .insertInto('procesoVersiones')
    .values({
      procesoId,
      version,
      modo,
      flujo: JSON.stringify(flujo),
      nota,
      publicadaEn: new Date(publicadaEn),
      publicadaPor,
    })
    .execute()
  await replaceDependencias(trx, { procesoId, version, dependencias: listDependencias(flujo) })
}

async function writeCanal(
  writer: Writer,
  { asignaciones, acceso, aviso, limite, cors, ...canal }: RegistroDe<'canales'>['datos'],
): Promise<void> {
  const { trx, secretos } = writer
  const sealed = sealParts({ acceso, aviso }, { id: canal.id, before: undefined, secretos })
  await upsert(writer, 'canales', {
    ...canal,
    acceso: JSON.stringify(sealed.acceso),
    aviso: sealed.aviso && JSON.stringify(sealed.aviso),
    limite: limite && JSON.stringify(limite),
    cors: cors && JSON.stringify(cors),
  })
  await trx.deleteFrom('canalProcesos').where('canalId', '=', canal.id).execute()
  if (asignaciones.length === 0) return
  await trx
    .insertInto('canalProcesos')
    .values(
      asignaciones.map(({ version, metodo, ruta, operacion, etag, procesoId }, orden) => ({
        canalId: canal.id,
        orden,
        procesoId,
        version: version === 'publicada' ? null : version,
        metodo: metodo ?? null,
        ruta: ruta ?? null,
        operacion: operacion ?? null,
        etag: etag ?? false,
      })),
    )
    .execute()
}

async function writeAlerta(
  writer: Writer,
  { condicion, correo, webhook, ...alerta }: RegistroDe<'alertas'>['datos'],
): Promise<void> {
  const { trx, secretos } = writer
  await closeOutdated(trx, { id: alerta.id, condicion })
  const sealed = sealAviso(webhook, { id: alerta.id, before: null, campo: 'webhook', secretos })
  await upsert(writer, 'alertas', {
    ...alerta,
    condicion: JSON.stringify(condicion),
    correo: correo && JSON.stringify(correo),
    webhook: sealed && JSON.stringify(sealed),
  })
}
