import type { Argumento, Firma } from '../sql/firma.ts'
import type { Parametros, Rutina } from '../sql/sql-calls.ts'
import { ORACLE_DIALECT } from './oracle-dialect.ts'

export interface FirmaOracle extends Firma {
  /** With its schema and package. */
  destino: string
  /** Of functions: what the result is declared as. */
  resultado: string | null
}

/**
 * One row a parameter; of a routine without any, one whose name is null. The result of a function has place 0. A routine stands alone or in
 * a package; of several of one name the first is meant. Names are told as they were made, or in capitals, as Oracle keeps those without quotes.
 */
export const SIGNATURE_SQL = `
  select p.owner as "esquema", p.object_name as "objeto", p.procedure_name as "rutina", a.argument_name as "nombre",
         a.in_out as "modo", a.data_type as "tipo", a.defaulted as "defecto", a.position as "lugar"
    from all_procedures p
    left join all_arguments a
      on a.object_id = p.object_id and a.subprogram_id = p.subprogram_id and a.data_level = 0 and a.data_type is not null
   where p.owner = coalesce(:1, sys_context('userenv', 'current_schema'))
     and (p.object_type = 'PACKAGE' and p.object_name in (:2, upper(:3)) and p.procedure_name in (:4, upper(:5))
          or p.object_type in ('PROCEDURE', 'FUNCTION') and :6 is null and p.object_name in (:7, upper(:8)))
     and coalesce(p.overload, '1') = '1'
   order by a.position`

/** `PAQUETE.RUTINA` names one of a package. */
export function signatureValues({
  esquema,
  nombre,
}: {
  esquema?: string | null | undefined
  nombre: string
}): unknown[] {
  const dot = nombre.indexOf('.')
  const paquete = dot === -1 ? null : nombre.slice(0, dot)
  const rutina = nombre.slice(dot + 1)
  return [esquema ?? null, paquete, paquete, rutina, rutina, paquete, rutina, rutina]
}

export function readFirma(
  filas: readonly Record<string, unknown>[],
  clase: Rutina['clase'],
): FirmaOracle | undefined {
  const [first] = filas
  if (!first) return undefined
  const result = filas.find(({ lugar, tipo }) => Number(lugar) === 0 && lugar !== null && tipo !== null)
  if ((result !== undefined) !== (clase === 'funcion')) return undefined
  const argumentos = filas
    .filter((fila) => fila !== result && fila.nombre !== null)
    .map(
      ({ nombre, modo, tipo, defecto }): Argumento => ({
        nombre: String(nombre),
        modo: modo === 'OUT' ? 'OUT' : modo === 'IN/OUT' ? 'INOUT' : 'IN',
        tipo: String(tipo),
        hasDefault: defecto === 'Y',
      }),
    )
  const esquema = String(first.esquema)
  const names = [esquema, first.objeto, first.rutina].filter((name) => typeof name === 'string')
  return {
    esquema,
    argumentos,
    destino: names.map((name) => ORACLE_DIALECT.quote(name)).join('.'),
    resultado: result ? String(result.tipo) : null,
  }
}

/** Names of parameters as the catalogue spells them, whatever their capitals. */
export function matchNombres({ argumentos }: FirmaOracle, parametros: Parametros): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parametros).map(([nombre, value]) => {
      const exact = argumentos.find((argumento) => argumento.nombre === nombre)
      const alike = argumentos.find((argumento) => argumento.nombre.toUpperCase() === nombre.toUpperCase())
      return [(exact ?? alike)?.nombre ?? nombre, value]
    }),
  )
}

interface Entrada {
  /** Of its placeholder. */
  lugar: string
  nombre: string
}

interface Salida extends Entrada {
  tipo: string
  modo: 'OUT' | 'INOUT'
}

/** A block that calls the routine, naming what it passes. */
export function buildBlock(
  { destino, argumentos, resultado }: FirmaOracle,
  parametros: Parametros,
): { sql: string; entradas: Entrada[]; salidas: Salida[] } {
  const entradas: Entrada[] = []
  const salidas: Salida[] = []
  const passed = argumentos.flatMap(({ nombre, modo, tipo, hasDefault }, index) => {
    const lugar = `p${index + 1}`
    if (modo !== 'IN') salidas.push({ lugar, nombre, tipo, modo })
    else if (Object.hasOwn(parametros, nombre) || !hasDefault) entradas.push({ lugar, nombre })
    else return []
    return [`${ORACLE_DIALECT.quote(nombre)} => ${spellValue(tipo, modo, lugar)}`]
  })
  const call = `${destino}${passed.length > 0 ? `(${passed.join(', ')})` : ''}`
  if (resultado === null) return { sql: `begin ${call}; end;`, entradas, salidas }
  salidas.unshift({ lugar: 'resultado', nombre: 'resultado', tipo: resultado, modo: 'OUT' })
  return { sql: `begin :resultado := ${call}; end;`, entradas, salidas }
}

/** Truth values are bound as numbers, which PL/SQL does not take for one. */
function spellValue(tipo: string, modo: Argumento['modo'], lugar: string): string {
  return modo === 'IN' && /BOOLEAN/.test(tipo) ? `(:${lugar} = 1)` : `:${lugar}`
}
