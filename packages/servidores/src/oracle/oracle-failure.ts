import { codeOf, type Fallo, motivoOf, quoteWords } from '../sql/failure.ts'

/** Code of the error → Spanish (Oracle's documentation, database error messages). */
const SENTENCES: Readonly<Record<string, string>> = {
  'ORA-00001': 'ya hay otra fila con los mismos valores[; clave {}]',
  'ORA-00054': 'otra transacción tiene bloqueadas las filas',
  'ORA-00060': 'dos transacciones se esperan una a la otra',
  'ORA-00904': 'no existe la columna[ {}]',
  'ORA-00913': 'sobran valores',
  'ORA-00923': 'error de sintaxis: ',
  'ORA-00933': 'error de sintaxis: ',
  'ORA-00936': 'error de sintaxis: ',
  'ORA-00942': 'no existe la tabla o vista, o el usuario no puede verla[: {}]',
  'ORA-00947': 'faltan valores',
  'ORA-01013': 'se canceló la sentencia',
  'ORA-01017': 'el usuario o la contraseña no son correctos',
  'ORA-01031': 'el usuario no tiene ese permiso',
  'ORA-01400': 'falta un valor obligatorio[ en la columna {}]',
  'ORA-01407': 'falta un valor obligatorio[ en la columna {}]',
  'ORA-01438': 'un número no cabe en su columna',
  'ORA-01456': 'la transacción es de solo lectura',
  'ORA-01476': 'hay una división por cero',
  'ORA-01555': 'los datos que leía ya cambiaron; repita la lectura',
  'ORA-01722': 'un texto no es un número',
  'ORA-01830': 'un texto no es una fecha',
  'ORA-01843': 'un texto no es una fecha',
  'ORA-01861': 'un texto no es una fecha',
  'ORA-02289': 'no existe la secuencia',
  'ORA-02290': 'un valor no cumple la restricción[ {}]',
  'ORA-02291': 'la fila se refiere a otra que no existe[; restricción {}]',
  'ORA-02292': 'hay otras filas que se refieren a esta[; restricción {}]',
  'ORA-04088': 'falló un desencadenador[ {}]',
  'ORA-06550': 'la llamada no es correcta: ',
  'ORA-08177': 'otra transacción cambió los mismos datos',
  'ORA-12154': 'el nombre del servicio no es correcto',
  'ORA-12514': 'no conoce ese servicio',
  'ORA-12516': 'no admite más conexiones',
  'ORA-12520': 'no admite más conexiones',
  'ORA-12541': 'nadie escucha en ese puerto',
  'ORA-12899': 'un texto no cabe en su columna: ',
  'ORA-16000': 'la base es de solo lectura',
  'ORA-28000': 'la cuenta del usuario está bloqueada',
  'ORA-28001': 'la contraseña del usuario venció',
  'ORA-30006': 'otra transacción tiene bloqueadas las filas',
  'NJS-116': 'la contraseña del usuario se guarda en un formato antiguo, que no se admite',
  'NJS-138': 'su versión no se admite: hace falta Oracle 12.1 o posterior',
  'NJS-505': 'la billetera no se puede leer',
  'NJS-506': 'la conexión cifrada no se pudo establecer',
  'NJS-507': 'su certificado es de otro nombre',
  'NJS-508': 'su certificado es de otro nombre',
  'NJS-510': 'no contestó a tiempo',
  'NJS-511': 'nadie escucha en ese puerto',
  'NJS-518': 'no conoce ese servicio',
  'NJS-519': 'no conoce ese servicio',
  'NJS-530': 'su nombre no existe',
}

/** It has changed nothing, and may well work if it is tried again. */
const RETRYABLE = new Set(['ORA-00054', 'ORA-00060', 'ORA-08177', 'ORA-30006'])
/** The connection is gone, or was never there: also what the driver numbers from 500 on, and the listener from 12150 on. */
const LOST =
  /^(?:NJS-5\d\d|NJS-003|DPI-1010|ORA-(?:00022|00028|00600|01012|01033|01034|01089|01092|03113|03114|03135|12[1-6]\d\d|02396))$/

/** Null of what neither the server nor the driver said. */
export function classifyOracle(cause: unknown): Fallo | null {
  if (!(cause instanceof Error)) return null
  const codigoNativo = codeOf(cause)
  if (!/^(?:ORA|NJS|DPI|PLS)-\d+$/.test(codigoNativo)) return null
  const { message } = cause
  const words = wordsOf(message)
  const isRefused = codigoNativo === 'NJS-503' && /ECONNREFUSED/.test(message)
  const isLost = LOST.test(codigoNativo)
  return {
    clase: isLost ? 'perdida' : 'rechazo',
    motivo:
      motivoOf(SENTENCES, isRefused ? 'ORA-12541' : codigoNativo, {
        detail: detailOf(words),
        message: words,
      }) ?? (isLost ? 'cerró la conexión' : `dijo: ${quoteWords(words)}`),
    codigoNativo,
    reintentable: RETRYABLE.has(codigoNativo),
  }
}

/** The first line says what happened; the others, where. */
function wordsOf(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/^(?:ORA|NJS|DPI|PLS)-\d+: /, '')
}

/** The last of the names that a message has in brackets or quotes: `("V"."T"."C")`, `(V.PK)`. */
function detailOf(words: string): string | undefined {
  const named = /\(("?[^()]+"?)\)/.exec(words)?.[1] ?? /"([^"]+)"(?!.*")/.exec(words)?.[1]
  return named?.replaceAll('"', '').split('.').at(-1)
}
