import { createError } from './app-error.ts'

/* What comes of asking the assistant. */

export const AsistenteSinModelo = createError(
  'ASISTENTE_SIN_MODELO',
  409,
  ({ motivo }: { motivo: string }) => `El asistente no tiene con qué contestar: ${motivo}`,
)
export const AsistenteOcupado = createError(
  'ASISTENTE_OCUPADO',
  429,
  ({ maximo }: { maximo: number }) =>
    `El asistente ya atiende ${maximo} peticiones. Vuelva a pedirlo dentro de un momento.`,
)
export const EjecucionSinFallo = createError(
  'EJECUCION_SIN_FALLO',
  409,
  () => 'Esta ejecución no falló: no hay nada que explicar.',
)
export const AsistenteSinRespuesta = createError(
  'ASISTENTE_SIN_RESPUESTA',
  502,
  ({ modelo, motivo }: { modelo: string; motivo: string }) =>
    `El modelo «${modelo}» no contestó lo que se le pide, ni al repetírselo: ${motivo}. Pídalo de otra forma, o use un modelo más capaz.`,
)
