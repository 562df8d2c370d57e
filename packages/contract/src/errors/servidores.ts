import { counted, createError } from './app-error.ts'

/* What comes of calling other systems. */

export const ServidorNoResponde = createError(
  'SERVIDOR_NO_RESPONDE',
  502,
  ({ servidor, motivo }: { servidor: string; motivo: string }) =>
    `El servidor «${servidor}» no responde: ${motivo}.`,
)
export const ServidorRechaza = createError(
  'SERVIDOR_RECHAZA',
  502,
  ({ servidor, motivo }: { servidor: string; motivo: string }) =>
    `El servidor «${servidor}» rechazó la operación: ${motivo}.`,
)
export const EscrituraSinConfirmar = createError(
  'ESCRITURA_SIN_CONFIRMAR',
  409,
  ({ servidor }: { servidor: string }) =>
    `Esta sentencia escribe en «${servidor}». Confirme que quiere probarla: al terminar se deshace.`,
)
export const SentenciaIrreversible = createError(
  'SENTENCIA_IRREVERSIBLE',
  422,
  () =>
    'Esta sentencia no se puede probar sola, porque lo que hace no se podría deshacer. Ejecute el proceso hasta este nodo.',
)
export const ConfirmacionIncierta = createError(
  'CONFIRMACION_INCIERTA',
  504,
  ({ servidor, motivo }: { servidor: string; motivo: string }) =>
    `No se sabe si «${servidor}» guardó la transacción: ${motivo}. Compruébelo antes de repetir la operación.`,
)
export const PoolAgotado = createError(
  'POOL_AGOTADO',
  503,
  ({ servidor, esperaMs }: { servidor: string; esperaMs: number }) =>
    `No quedó libre ninguna conexión de «${servidor}» en ${esperaMs} ms. Amplíe su pool o revise quién la retiene.`,
)
export const CircuitoAbierto = createError(
  'CIRCUITO_ABIERTO',
  503,
  ({ servidor, segundos }: { servidor: string; segundos: number }) =>
    `El servidor «${servidor}» falló varias veces seguidas y está en pausa. Se probará otra vez en ${segundos} s.`,
)
export const DireccionNoPermitida = createError(
  'DIRECCION_NO_PERMITIDA',
  422,
  ({
    host,
    direccion,
    remedio = 'Un administrador puede permitirla en el servidor o en el entorno al que se llama.',
  }: {
    host: string
    direccion: string
    remedio?: string | undefined
  }) => `«${host}» lleva a ${direccion}, una dirección de red privada o reservada. ${remedio}`,
)
export const DireccionProhibida = createError(
  'DIRECCION_PROHIBIDA',
  422,
  ({ host, direccion }: { host: string; direccion: string }) =>
    `«${host}» lleva a ${direccion}, una dirección de enlace local, de metadatos o de difusión. No se permite nunca.`,
)
export const ServidorInactivo = createError(
  'SERVIDOR_INACTIVO',
  503,
  ({ servidor }: { servidor: string }) =>
    `El servidor «${servidor}» está desactivado o fue eliminado. Actívelo o elija otro.`,
)
export const RespuestaDemasiadoGrande = createError(
  'RESPUESTA_DEMASIADO_GRANDE',
  502,
  ({ servidor, maximoBytes }: { servidor: string; maximoBytes: number }) =>
    `La respuesta de «${servidor}» supera el límite de ${maximoBytes} bytes.`,
)

/* Of tools of other systems (Model Context Protocol). */

export const HerramientaNoPermitida = createError(
  'HERRAMIENTA_NO_PERMITIDA',
  422,
  ({ herramienta, servidor }: { herramienta: string; servidor: string }) =>
    `La herramienta «${herramienta}» de «${servidor}» no está permitida para esto. Permítala en MCP, y diga allí si cambia datos.`,
)
export const HerramientaCambiada = createError(
  'HERRAMIENTA_CAMBIADA',
  409,
  ({ herramienta, servidor }: { herramienta: string; servidor: string }) =>
    `La herramienta «${herramienta}» de «${servidor}» ya no dice de sí lo que decía cuando se permitió. Revísela en MCP y permítala otra vez.`,
)
export const HerramientaRetirada = createError(
  'HERRAMIENTA_RETIRADA',
  409,
  ({ herramienta, servidor }: { herramienta: string; servidor: string }) =>
    `El servidor «${servidor}» ya no ofrece la herramienta «${herramienta}».`,
)
export const HerramientaFallida = createError(
  'HERRAMIENTA_FALLIDA',
  502,
  ({ herramienta, servidor, motivo }: { herramienta: string; servidor: string; motivo: string }) =>
    `La herramienta «${herramienta}» de «${servidor}» no pudo: «${motivo}».`,
)
export const AutorizacionPendiente = createError(
  'AUTORIZACION_PENDIENTE',
  409,
  ({ servidor }: { servidor: string }) =>
    `El servidor «${servidor}» espera que una persona autorice a DIV. Hágalo en MCP, con «Autorizar».`,
)
export const AutorizacionNoValida = createError(
  'AUTORIZACION_NO_VALIDA',
  422,
  ({ motivo }: { motivo: string }) => `La autorización no se pudo completar: ${motivo}. Comiéncela otra vez.`,
)

/* Of another DIV, to which procesos are promoted. */

export const EntornoNoResponde = createError(
  'ENTORNO_NO_RESPONDE',
  502,
  ({ entorno, motivo }: { entorno: string; motivo: string }) =>
    `El entorno «${entorno}» no responde: ${motivo}.`,
)
export const EntornoRechaza = createError(
  'ENTORNO_RECHAZA',
  502,
  ({ entorno, motivo }: { entorno: string; motivo: string }) =>
    `El entorno «${entorno}» no lo aceptó: ${motivo}`,
)
export const EntornoIncompatible = createError(
  'ENTORNO_INCOMPATIBLE',
  502,
  ({ entorno, motivo }: { entorno: string; motivo: string }) =>
    `Con el entorno «${entorno}» no se puede trabajar: ${motivo}.`,
)
export const ComparacionObsoleta = createError(
  'COMPARACION_OBSOLETA',
  409,
  ({ procesos }: { procesos: readonly string[] }) =>
    `Cambió desde la comparación: ${procesos.map((nombre) => `«${nombre}»`).join(', ')}. Compare otra vez. No se promovió nada.`,
)
export const PromocionIncompleta = createError(
  'PROMOCION_INCOMPLETA',
  422,
  ({ entorno, cantidad }: { entorno: string; cantidad: number }) =>
    `Lo elegido usa ${counted(cantidad, 'elemento que falta', 'elementos que faltan')} en «${entorno}» o que es allí de otro tipo. Créelo allí o vincúlelo por su nombre. No se promovió nada.`,
)
