import { createError } from './app-error.ts'

/* What an agente may do, and how far it goes. */

export const AgenteNoDisponible = createError(
  'AGENTE_NO_DISPONIBLE',
  409,
  ({ agente, motivo }: { agente: string; motivo: string }) => `El agente «${agente}» ${motivo}.`,
)
export const LimiteDeAgente = createError(
  'LIMITE_DE_AGENTE',
  422,
  ({ limite }: { limite: string }) =>
    `El agente llegó a su límite de ${limite} sin terminar. Pídale menos de una vez, o amplíe el límite en el agente.`,
)
export const RespuestaDeAgente = createError(
  'RESPUESTA_DE_AGENTE',
  502,
  ({ motivo }: { motivo: string }) => `El modelo no contestó lo que se le pide: ${motivo}.`,
)
export const NadaQueDecidir = createError(
  'NADA_QUE_DECIDIR',
  409,
  () => 'El agente ya no espera esta confirmación.',
)
export const AgentesOcupados = createError(
  'AGENTES_OCUPADOS',
  429,
  ({ maximo }: { maximo: number }) =>
    `Ya hay ${maximo} conversaciones con agentes en marcha. Espere a que termine una.`,
)
export const CapacidadRechazada = createError(
  'CAPACIDAD_RECHAZADA',
  403,
  ({ capacidad, motivo }: { capacidad: string; motivo: string }) => `«${capacidad}» ${motivo}.`,
)
