import {
  CopiaEnConflicto,
  CopiaIlegible,
  type EfectoDeRestaurar,
  type Limits,
  RECURSOS_DE_COPIA,
  type Restauracion,
} from '@div/contract'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/tables.ts'
import { refuseTooMany } from '../../../motor/alertas/alertas-repository.ts'
import type { Secretos } from '../../../secretos/secretos.ts'
import { auditAll } from '../../auditoria/audit.ts'
import { listRegistros } from './list-registros.ts'
import { Aqui, type Definido, isDefinido, relocate } from './plan-restauracion.ts'
import { CONTENIDO, type Registro, type RegistroDe, registroSchema } from './registros.ts'
import { renewEpoca, writeRegistro } from './write-registro.ts'

/** Elements that the answer names: what changes comes first. */
const MAX_TOLD = 5_000
/** One restoration at a time. */
const LOCK = 7_216_002

interface RestoreOptions {
  trx: Transaction<Database>
  secretos: Secretos
  usuario: string
  simular: boolean
  limits: Pick<Limits, 'alertas'>
  /** The copy from its beginning, each time it is called. */
  read(): AsyncIterable<Registro>
}

type Elemento = Restauracion['elementos'][number]

/**
 * Puts what the copy holds in place of what stands here under the same id or name; nothing is removed. The copy is read twice: what
 * things are called here must be known before what names them is looked at. Throws CopiaEnConflicto, and then nothing may be committed.
 */
export async function restore({
  trx,
  secretos,
  usuario,
  simular,
  limits,
  read,
}: RestoreOptions): Promise<Restauracion> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
  const aqui = new Aqui()
  for await (const registro of listRegistros(trx, { secretos, conFilas: false })) aqui.add(registro)
  const { copia, ids } = await matchIds(read(), aqui)

  const elementos = new Map<string, Elemento>()
  let current: { efecto: EfectoDeRestaurar } = { efecto: 'dejar' }
  let hasNewPast = false
  for await (const original of read()) {
    if (original.tipo === 'copia') continue
    const registro = registroSchema.parse(relocate(original, ids))
    if (registro.tipo === 'filas') {
      // They go with their tabla.
      if (!simular && isWritten(current)) await writeRegistro(registro, { trx, secretos, usuario })
      continue
    }
    const judged = aqui.judge(registro)
    if (isDefinido(registro)) {
      const elemento = describe(registro, judged)
      elementos.set(`${elemento.recurso}/${elemento.id}`, elemento)
      current = elemento
    } else if (isWritten(judged) && current.efecto === 'dejar') current.efecto = 'reemplazar'
    if (judged.efecto === 'reemplazar' && registro.tipo === 'versiones') hasNewPast = true
    if (!simular && isWritten(judged)) await writeRegistro(registro, { trx, secretos, usuario })
  }

  const all = [...elementos.values()]
  const cuentas = countEfectos(all)
  if (!simular) {
    if (cuentas.conflicto > 0) {
      const elementosEnConflicto = all.filter(({ efecto }) => efecto === 'conflicto').slice(0, MAX_TOLD)
      throw new CopiaEnConflicto(
        { cantidad: cuentas.conflicto },
        { extra: { elementos: elementosEnConflicto } },
      )
    }
    if (hasNewPast) await renewEpoca(trx)
    if (all.some((elemento) => elemento.recurso === 'alertas' && isWritten(elemento)))
      await refuseTooMany(trx, limits.alertas)
    await auditRestauracion(trx, { usuario, copia, all, cuentas })
  }
  return {
    simulada: simular,
    creada: copia.creada,
    version: copia.version,
    cuentas,
    elementos: all.toSorted((left, right) => rankOf(left) - rankOf(right)).slice(0, MAX_TOLD),
    soloAqui: aqui.countUnseen(),
  }
}

/** Who stands here under another id: what has the same name. */
async function matchIds(copy: AsyncIterable<Registro>, aqui: Aqui) {
  let copia: RegistroDe<'copia'> | undefined
  const ids = new Map<string, string>()
  for await (const registro of copy) {
    if (registro.tipo === 'copia') {
      copia = registro
      if (registro.contenido > CONTENIDO)
        throw new CopiaIlegible({ motivo: 'la hizo una versión más nueva de DIV' })
    }
    if (!isDefinido(registro) || registro.tipo === 'configuracion') continue
    const moved = registroSchema.parse(relocate(registro, ids))
    const here = isDefinido(moved) ? aqui.idOf(moved) : ''
    if (here !== registro.datos.id) ids.set(registro.datos.id, here)
  }
  if (!copia) throw new CopiaIlegible({ motivo: 'no dice qué versión la hizo' })
  return { copia, ids }
}

function isWritten({ efecto }: { efecto: EfectoDeRestaurar }): boolean {
  return efecto === 'crear' || efecto === 'reemplazar'
}

function describe(registro: Definido, judged: Pick<Elemento, 'efecto' | 'detalle'>): Elemento {
  const { tipo: recurso } = registro
  if (registro.tipo === 'configuracion') return { recurso, id: '', nombre: 'Configuración', ...judged }
  const nombre =
    registro.tipo === 'ai/pricing'
      ? `${registro.datos.modelo} ${registro.datos.desde}`.trim()
      : registro.datos.nombre
  return { recurso, id: registro.datos.id, nombre, ...judged }
}

function countEfectos(elementos: readonly Elemento[]): Restauracion['cuentas'] {
  const cuentas = { crear: 0, reemplazar: 0, dejar: 0, conflicto: 0 }
  for (const { efecto } of elementos) cuentas[efecto]++
  return cuentas
}

const RANKS = { conflicto: 0, reemplazar: 1, crear: 2, dejar: 3 }

function rankOf({ efecto, recurso }: Elemento): number {
  return RANKS[efecto] * RECURSOS_DE_COPIA.length + RECURSOS_DE_COPIA.indexOf(recurso)
}

function auditRestauracion(
  trx: Transaction<Database>,
  {
    usuario,
    copia: { creada, version },
    all,
    cuentas,
  }: {
    usuario: string
    copia: RegistroDe<'copia'>
    all: readonly Elemento[]
    cuentas: Restauracion['cuentas']
  },
): Promise<void> {
  const accion = 'restaurar' as const
  return auditAll(trx, [
    { usuario, accion, recurso: 'configuracion', recursoId: null, detalle: { creada, version, ...cuentas } },
    ...all
      .filter((elemento) => isWritten(elemento) && elemento.recurso !== 'configuracion')
      .map(({ recurso, id, nombre, efecto }) => ({
        usuario,
        accion,
        recurso,
        recursoId: id,
        detalle: { nombre, efecto },
      })),
  ])
}
