import { createError } from './app-error.ts'

/* Who somebody is, and what they may do. */

export const CredencialesInvalidas = createError(
  'CREDENCIALES_INVALIDAS',
  401,
  () => 'Credenciales inválidas',
)
export const SesionRequerida = createError('SESION_REQUERIDA', 401, () => 'Inicie sesión para continuar.')
export const SesionVencida = createError(
  'SESION_VENCIDA',
  401,
  () => 'La sesión venció. Inicie sesión otra vez.',
)
export const PermisoDenegado = createError(
  'PERMISO_DENEGADO',
  403,
  ({ permiso }: { permiso: string }) => `Su rol no tiene el permiso ${permiso}. Pídalo a un administrador.`,
)
export const RolNoDecide = createError(
  'ROL_NO_DECIDE',
  403,
  ({ rol }: { rol: string }) => `Lo decide quien tenga el rol ${rol}, o un administrador.`,
)
export const CambioDePasswordRequerido = createError(
  'CAMBIO_DE_PASSWORD_REQUERIDO',
  403,
  () => 'Su contraseña es temporal. Elija otra para continuar.',
)
export const ClaveDeApiInvalida = createError(
  'CLAVE_DE_API_INVALIDA',
  401,
  () => 'La clave de API no existe, venció o es de un usuario inactivo. Cree otra en Mi perfil.',
)
export const ClaveNoBasta = createError(
  'CLAVE_NO_BASTA',
  403,
  () => 'Esto lo hace una persona: inicie sesión con usuario y contraseña, una clave de API no basta.',
)
export const DemasiadosIntentos = createError(
  'DEMASIADOS_INTENTOS',
  429,
  ({ segundos }: { segundos: number }) => `Demasiados intentos. Espere ${segundos} s y pruebe otra vez.`,
)
export const UltimoAdministrador = createError(
  'ULTIMO_ADMINISTRADOR',
  409,
  () => 'Es el último administrador activo. Nombre a otro antes de quitarlo.',
)
export const TokenRevocado = createError(
  'TOKEN_REVOCADO',
  409,
  ({ nombre }: { nombre: string }) => `El token «${nombre}» está revocado. Cree otro.`,
)
