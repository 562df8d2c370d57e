import { classifySocket, codeOf, type Fallo, motivoOf, motivoOfClass } from '../sql/failure.ts'

/** Name of the error → Spanish (MySQL's manual, server error reference; MariaDB shares them). */
const SENTENCES: Readonly<Record<string, string>> = {
  ER_DUP_ENTRY: 'ya hay otra fila con los mismos valores[; clave {}]',
  ER_NO_REFERENCED_ROW_2: 'la fila se refiere a otra que no existe[; restricción {}]',
  ER_ROW_IS_REFERENCED_2: 'hay otras filas que se refieren a esta[; restricción {}]',
  ER_BAD_NULL_ERROR: 'falta un valor obligatorio[ en la columna {}]',
  ER_NO_DEFAULT_FOR_FIELD: 'falta un valor obligatorio[ en la columna {}]',
  ER_CHECK_CONSTRAINT_VIOLATED: 'un valor no cumple la restricción[ {}]',
  ER_CONSTRAINT_FAILED: 'un valor no cumple la restricción[ {}]',
  ER_PARSE_ERROR: 'error de sintaxis[ cerca de {}]',
  ER_NO_SUCH_TABLE: 'no existe la tabla[ {}]',
  ER_BAD_FIELD_ERROR: 'no existe la columna[ {}]',
  ER_SP_DOES_NOT_EXIST: 'no existe la rutina[ {}]',
  ER_BAD_DB_ERROR: 'no existe la base de datos[ {}]',
  ER_ACCESS_DENIED_ERROR: 'el usuario o la contraseña no son correctos',
  ER_DBACCESS_DENIED_ERROR: 'el usuario no puede usar la base de datos',
  ER_TABLEACCESS_DENIED_ERROR: 'el usuario no tiene permiso sobre la tabla',
  ER_PROCACCESS_DENIED_ERROR: 'el usuario no tiene permiso sobre la rutina',
  ER_SPECIFIC_ACCESS_DENIED_ERROR: 'el usuario no tiene ese permiso',
  ER_DATA_TOO_LONG: 'un texto no cabe en su columna: ',
  ER_WARN_DATA_OUT_OF_RANGE: 'un número no cabe en su tipo: ',
  ER_DATA_OUT_OF_RANGE: 'un número no cabe en su tipo: ',
  ER_TRUNCATED_WRONG_VALUE: 'un valor no es del tipo que se espera: ',
  ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: 'un valor no es del tipo que se espera: ',
  ER_WRONG_VALUE: 'un valor no es del tipo que se espera: ',
  ER_INVALID_CHARACTER_STRING: 'un texto tiene un carácter que la base no admite: ',
  ER_CANNOT_CONVERT_STRING: 'un texto tiene un carácter que la base no admite: ',
  WARN_DATA_TRUNCATED: 'un valor no es de los que admite[ la columna {}]',
  ER_DIVISION_BY_ZERO: 'hay una división por cero',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'la conexión es de solo lectura',
  ER_OPTION_PREVENTS_STATEMENT: 'la base es de solo lectura',
  ER_LOCK_DEADLOCK: 'dos transacciones se esperan una a la otra',
  ER_LOCK_WAIT_TIMEOUT: 'otra transacción tiene bloqueadas las filas',
  ER_CHECKREAD: 'otra transacción cambió los mismos datos',
  ER_QUERY_INTERRUPTED: 'se canceló la sentencia',
  ER_CON_COUNT_ERROR: 'no admite más conexiones',
  ER_UNKNOWN_TIME_ZONE: 'no conoce la zona horaria[ {}]; cargue sus tablas de zonas o use ±HH:MM',
  ER_NET_PACKET_TOO_LARGE: 'los datos superan su max_allowed_packet',
  HANDSHAKE_NO_SSL_SUPPORT: 'no ofrece TLS',
}

const RETRYABLE = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD'])
const LOST = /^(?:PROTOCOL_|ER_SERVER_SHUTDOWN|ER_CONNECTION_KILLED|ER_CLIENT_INTERACTION_TIMEOUT|HANDSHAKE_)/

/** Null of what neither the server nor the socket did. */
export function classifyMysql(cause: unknown): Fallo | null {
  if (!(cause instanceof Error) || (codeOf(cause) === '' && !isFatal(cause))) return null
  const { message } = cause
  // MariaDB numbers it as MySQL numbers something else, and the driver has MySQL's names.
  const codigoNativo = /^CONSTRAINT .* failed/.test(message) ? 'ER_CONSTRAINT_FAILED' : codeOf(cause)
  const socket = classifySocket(codigoNativo)
  if (socket) return socket
  const isLost = LOST.test(codigoNativo) || isFatal(cause)
  return {
    clase: isLost ? 'perdida' : 'rechazo',
    motivo:
      motivoOf(SENTENCES, codigoNativo, { detail: detailOf(codigoNativo, message), message }) ??
      (isLost ? 'cerró la conexión' : motivoOfClass(sqlstateOf(cause), message)),
    codigoNativo,
    reintentable: RETRYABLE.has(codigoNativo),
  }
}

function sqlstateOf(cause: Error): string {
  return 'sqlState' in cause && typeof cause.sqlState === 'string' ? cause.sqlState : ''
}

/** The driver marks what ends the connection; a refused sign-in is also fatal, but an answer. */
function isFatal(cause: Error): boolean {
  return 'fatal' in cause && cause.fatal === true && !('sqlState' in cause)
}

/** What a message is about stands in quotes; of a duplicate the first is the value, which may be private. */
function detailOf(codigo: string, message: string): string | undefined {
  if (codigo === 'ER_DUP_ENTRY') return /for key '([^']+)'/.exec(message)?.[1]
  if (/REFERENCED/.test(codigo)) return /CONSTRAINT `([^`]+)`/.exec(message)?.[1]
  return /['`]([^'`]{1,80})/.exec(message)?.[1]
}
