import { DatosInvalidos, lookUp } from '@div/contract'
import { misfitsOf, unknownRutina } from '../sql/firma.ts'
import type { Parametros, Rutina } from '../sql/sql-calls.ts'
import { POSTGRESQL_DIALECT } from './postgresql-dialect.ts'

export interface Argumento {
  /** Null when it has none: it is then known by its place, `arg1` … */
  nombre: string
  isNamed: boolean
  modo: 'IN' | 'OUT' | 'INOUT'
  /** As SQL spells it. */
  tipo: string
  isCursor: boolean
  hasDefault: boolean
}

export interface Firma {
  esquema: string
  argumentos: readonly Argumento[]
  /** Of functions. */
  returnsSet: boolean
  returnsRecord: boolean
  returnsCursor: boolean
}

export const SIGNATURES_SQL = `
  select n.nspname as esquema, p.proretset as "returnsSet", p.pronargs as entradas, p.pronargdefaults as defectos,
         (t.typtype = 'c' or p.prorettype = 2249) as "returnsRecord", p.prorettype = 1790 as "returnsCursor",
         coalesce(p.proargnames, '{}') as nombres, coalesce(p.proargmodes::text[], '{}') as modos,
         array(select format_type(a, null) from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u(a, i) order by i) as tipos
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type t on t.oid = p.prorettype
   where p.proname = $1 and p.prokind::text = any($3::text[])
     and case when $2::text is null then pg_function_is_visible(p.oid) else n.nspname = $2 end`

const MODES: Readonly<Record<string, Argumento['modo']>> = {
  i: 'IN',
  v: 'IN',
  b: 'INOUT',
  o: 'OUT',
  t: 'OUT',
}

export function readFirma(row: Record<string, unknown>): Firma {
  const nombres = listOf(row.nombres)
  const modos = listOf(row.modos)
  const tipos = listOf(row.tipos)
  const firstDefault = Number(row.entradas) - Number(row.defectos)
  let input = 0
  const argumentos = tipos.map((tipo, index): Argumento => {
    const modo = lookUp(MODES, modos[index] ?? 'i') ?? 'IN'
    const hasDefault = modo !== 'OUT' && input++ >= firstDefault
    const nombre = nombres[index] ?? ''
    return {
      nombre: nombre || `arg${index + 1}`,
      isNamed: nombre !== '',
      modo,
      tipo,
      isCursor: tipo === 'refcursor',
      hasDefault,
    }
  })
  return {
    esquema: String(row.esquema),
    argumentos,
    returnsSet: row.returnsSet === true,
    returnsRecord: row.returnsRecord === true,
    returnsCursor: row.returnsCursor === true,
  }
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** The overload whose inputs are what is given. Throws naming what is missing or unknown. */
export function chooseFirma(
  firmas: readonly Firma[],
  parametros: Parametros,
  where: { servidor: string; rutina: Rutina },
): Firma {
  const [only] = firmas
  if (!only) throw unknownRutina(where)
  const fitting = firmas.find((firma) => misfitsOf(firma, parametros).length === 0)
  if (fitting) return fitting
  throw new DatosInvalidos(undefined, { errores: misfitsOf(only, parametros) })
}

/** The call, and the parameters of its placeholders in order. */
export function buildLlamada(
  { clase, nombre }: Rutina,
  { esquema, argumentos }: Firma,
  parametros: Parametros,
): { texto: string; nombres: string[] } {
  const { quote } = POSTGRESQL_DIALECT
  const nombres: string[] = []
  const passed = argumentos.flatMap((argumento) => {
    if (argumento.modo === 'OUT') {
      // A procedure is called with its OUT parameters too (CALL, since PostgreSQL 14); a function without them.
      return clase === 'procedimiento' ? [spell(argumento, 'null')] : []
    }
    if (!Object.hasOwn(parametros, argumento.nombre)) return []
    return [spell(argumento, `$${nombres.push(argumento.nombre)}`)]
  })
  const target = `${quote(esquema)}.${quote(nombre)}(${passed.join(', ')})`
  return { texto: clase === 'funcion' ? `select * from ${target}` : `call ${target}`, nombres }

  function spell({ nombre: name, isNamed, tipo }: Argumento, value: string): string {
    return `${isNamed ? `${quote(name)} => ` : ''}${value}::${tipo}`
  }
}
