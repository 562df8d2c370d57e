import { createError } from './app-error.ts'

/* Conversations with models. */

export const ConversacionOcupada = createError(
  'CONVERSACION_OCUPADA',
  409,
  () => 'Todavía se está contestando en esta conversación. Espere a que termine o detenga la respuesta.',
)
export const RespuestaInterrumpida = createError(
  'RESPUESTA_INTERRUMPIDA',
  503,
  () =>
    'El servicio se detuvo mientras el modelo contestaba, y la respuesta quedó a medias. Vuelva a pedirla.',
)
