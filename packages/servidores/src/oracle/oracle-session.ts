import type { Connection as Driver } from 'oracledb'
import { classifyOracle } from './oracle-failure.ts'
import type { Oracledb } from './oracle-values.ts'

/** How every session writes and reads texts, whatever the server's own settings. */
export function settingsSql(zonaHoraria: string): string[] {
  const zone = /^(?:UTC|Z|Etc\/UTC)$/i.test(zonaHoraria) ? '+00:00' : zonaHoraria
  return [
    `alter session set time_zone = '${zone.replaceAll("'", "''")}'`,
    `alter session set nls_numeric_characters = '.,' nls_date_format = 'YYYY-MM-DD"T"HH24:MI:SS' nls_timestamp_format = 'YYYY-MM-DD"T"HH24:MI:SS.FF'`,
  ]
}

/**
 * What a routine may leave otherwise for whoever comes next, in one number: settings, roles, contexts, schema and zone. Names of modules and
 * actions are not in it: many routines set them, and nothing depends on them.
 */
const HUELLA = `
  select to_char(sum(ora_hash(nombre) * (1 + ora_hash(nvl(valor, '-'))))) into :huella
    from (select 'nls.' || parameter as nombre, value as valor from nls_session_parameters
          union all select 'role.' || role, 'on' from session_roles
          union all select 'context.' || namespace || '.' || attribute, value from session_context
          union all select 'schema', sys_context('userenv', 'current_schema') from dual
          union all select 'edition', sys_context('userenv', 'current_edition_name') from dual
          union all select 'client', sys_context('userenv', 'client_identifier') from dual
          union all select 'zone', sessiontimezone from dual);`

export const LOOK_SQL = `begin${HUELLA} end;`
/** Looks, and sets what packages keep for the session back to the start. */
export const RESET_SQL = `begin${HUELLA} dbms_session.modify_package_state(dbms_session.reinitialize); end;`

/** Of the session as it is; null where the database refuses to tell. */
export async function readHuella(driver: Driver, sql: string, oracledb: Oracledb): Promise<string | null> {
  try {
    const { outBinds } = await driver.execute<{ huella: string | null }>(sql, {
      huella: { dir: oracledb.BIND_OUT, type: oracledb.DB_TYPE_VARCHAR, maxSize: 100 },
    })
    return outBinds?.huella ?? null
  } catch (cause) {
    // Whoever may not look can still work: the connection is only not used again after a routine.
    if (classifyOracle(cause)?.clase === 'rechazo') return null
    throw cause
  }
}
