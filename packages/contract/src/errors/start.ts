import { createError } from './app-error.ts'

/* What keeps the product from starting or from going on. */

export const MuestraIncompleta = createError(
  'MUESTRA_INCOMPLETA',
  409,
  ({ que }: { que: string }) =>
    `No se guardó entero en el historial: ${que} (era grande, llevaba datos ocultos o hubo demasiadas ejecuciones en ese segundo). Ejecute el proceso con los datos a mano.`,
)
export const BaseDeDatosIncompatible = createError(
  'BASE_DE_DATOS_INCOMPATIBLE',
  500,
  ({ motivo }: { motivo: string }) =>
    `La base de datos no sirve para esta versión de DIV: ${motivo}. Restaure una copia o use otra base.`,
)
export const BaseDeDatosInaccesible = createError(
  'BASE_DE_DATOS_INACCESIBLE',
  500,
  ({ motivo }: { motivo: string }) =>
    `No se puede abrir la base de datos: ${motivo}. Revise DIV_DATABASE_URL y que el servidor esté en marcha.`,
)
export const BaseDeDatosNoDisponible = createError(
  'BASE_DE_DATOS_NO_DISPONIBLE',
  503,
  () => 'La base de datos de DIV no contesta ahora. Reintente en unos segundos.',
)
export const BaseDeDatosLlena = createError(
  'BASE_DE_DATOS_LLENA',
  507,
  () => 'La base de datos de DIV no tiene sitio para guardar nada más. Amplíe su disco y reintente.',
)
export const PostgresIncluidoFallido = createError(
  'POSTGRES_INCLUIDO_FALLIDO',
  500,
  ({ motivo }: { motivo: string }) => `El PostgreSQL incluido no puede arrancar: ${motivo}`,
)
export const PostgresIncluidoDetenido = createError(
  'POSTGRES_INCLUIDO_DETENIDO',
  500,
  ({ motivo }: { motivo: string }) => `El PostgreSQL incluido se detuvo sin que se le pidiera: ${motivo}.`,
)
export const VersionDeDatosDistinta = createError(
  'VERSION_DE_DATOS_DISTINTA',
  500,
  ({ carpeta, encontrada, incluida }: { carpeta: string; encontrada: string; incluida: string }) =>
    `Los datos de ${carpeta} son de PostgreSQL ${encontrada} y este DIV trae el ${incluida}. No se ha tocado nada: arranque el DIV que los escribió y páselos con pg_dump a una carpeta nueva, o restaure una copia.`,
)
export const CarpetaAjena = createError(
  'CARPETA_AJENA',
  500,
  ({ carpeta, motivo }: { carpeta: string; motivo: string }) =>
    `La carpeta ${carpeta} no es de una base de datos de DIV: ${motivo}. No se ha tocado nada: restaure una copia, muévala a otro lugar o elija otra con DIV_DATA_DIR.`,
)
export const CarpetaInaccesible = createError(
  'CARPETA_INACCESIBLE',
  500,
  ({ carpeta, motivo }: { carpeta: string; motivo: string }) =>
    `La carpeta de datos ${carpeta} no se puede usar: ${motivo}. Corrija sus permisos o elija otra con DIV_DATA_DIR.`,
)
export const DiscoLleno = createError(
  'DISCO_LLENO',
  500,
  ({ carpeta }: { carpeta: string }) =>
    `El disco de ${carpeta} está lleno. Libere espacio y arranque otra vez: lo guardado sigue ahí.`,
)
export const ClaveMaestraIncorrecta = createError(
  'CLAVE_MAESTRA_INCORRECTA',
  500,
  () =>
    'La clave maestra no es la que cifró los secretos de esta base de datos. Ponga la correcta en DIV_MASTER_KEY o DIV_MASTER_KEY_FILE.',
)
export const CarpetaEnUso = createError(
  'CARPETA_EN_USO',
  500,
  ({ carpeta, pid }: { carpeta: string; pid: number }) =>
    `Otro DIV (proceso ${pid}) ya usa la carpeta de datos ${carpeta}. Deténgalo o elija otra con DIV_DATA_DIR.`,
)
export const PuertoNoDisponible = createError(
  'PUERTO_NO_DISPONIBLE',
  500,
  ({ puerto, motivo, ajuste }: { puerto: number; motivo: string; ajuste: string }) =>
    `El puerto ${puerto} no se puede abrir: ${motivo}. Libérelo o elija otro con ${ajuste}.`,
)
export const ClaveMaestraIlegible = createError(
  'CLAVE_MAESTRA_ILEGIBLE',
  500,
  ({ origen }: { origen: string }) =>
    `La clave maestra de ${origen} no se puede leer: deben ser 32 bytes en base64 o 64 cifras hexadecimales.`,
)
export const SecretoIlegible = createError(
  'SECRETO_ILEGIBLE',
  500,
  ({ registro }: { registro: string }) =>
    `Un secreto del registro ${registro} no se puede descifrar con la clave maestra actual. Escríbalo otra vez.`,
)
export const AjusteInvalido = createError(
  'AJUSTE_INVALIDO',
  500,
  ({ ajustes }: { ajustes: readonly string[] }) => `Hay ajustes que corregir: ${ajustes.join('; ')}.`,
)
