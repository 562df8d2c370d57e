import {
  type LlamadaContext,
  type Llamadas,
  type RespuestaDeHerramienta,
  respuestaDeHerramientaSchema,
} from '@div/contract'

interface LlamadaDeHerramienta {
  /** Id of a servidor of type `mcp`. */
  servidor: string
  herramienta: string
  argumentos: Readonly<Record<string, unknown>>
  /** `consulta`: one that is said to write is refused. Absent: it may write. */
  tipoObjeto?: 'consulta' | 'accion'
  /** Allowed as something else by now it is refused. Absent: as it is allowed now. */
  huella?: string
}

/**
 * A tool that was allowed: who may use it is for the caller to decide. What the tool says of its own failure is
 * an answer with `esError`; a model may mend its call. Throws an AppError, or the reason of the context's signal.
 */
export async function callHerramienta(
  llamadas: Pick<Llamadas, 'prepare'>,
  { servidor, herramienta, argumentos, tipoObjeto = 'accion', huella }: LlamadaDeHerramienta,
  context: LlamadaContext,
): Promise<RespuestaDeHerramienta> {
  const prepared = llamadas.prepare({
    nodo: herramienta,
    nombreNodo: herramienta,
    servidorId: servidor,
    tipoServidor: 'mcp',
    tipoObjeto,
    objeto: { nombre: herramienta, tolerante: true, ...(huella !== undefined && { huella }) },
    parametros: Object.keys(argumentos),
  })
  return respuestaDeHerramientaSchema.parse(await prepared.call(argumentos, context))
}
