import type { BusquedaDeRag, HallazgosDeRag, LlamadaContext } from '@div/contract'

/** A row of a tabla with its `id` and `revision`. */
export type FilaDeTabla = Readonly<Record<string, unknown>>

/** What ends an operation of a run before its time, and keeps what it gives together with what it does. */
export type ContextoInterno = Pick<
  LlamadaContext,
  'claveIdempotencia' | 'signal' | 'deadline' | 'saveIn' | 'efectos'
>

/** The context of an operation of which the node gives not what the port answers, but what `toSalida` makes of it. */
export function giving<Answer>(
  context: ContextoInterno,
  toSalida: (answer: Answer) => unknown,
): ContextoInterno {
  const { claveIdempotencia, signal, deadline, saveIn } = context
  if (!saveIn) return context
  return {
    claveIdempotencia,
    signal,
    deadline,
    // The port hands over what it answers.
    saveIn: (answer, transaccion) => saveIn(toSalida(answer as Answer), transaccion),
  }
}

/** What the type `interno` may do to the product that it lives in. */
export interface InternoPorts {
  /**
   * Runs another proceso inside this run: its depth, deadline and cancellation are those of the context. Answers the body of the salida
   * that it reached. Throws what failed in it.
   */
  runProceso(call: {
    procesoId: string
    /** Absent: the published one, as of the first call. */
    version?: number
    entrada: Readonly<Record<string, unknown>>
    context: LlamadaContext
  }): Promise<unknown>
  tablas: InternoTablas
  /** Takes the next values of a named sequence, in order. Throws NoEncontrado, or the reason of the context's signal. */
  takeConsecutivos(nombre: string, cantidad: number, context: ContextoInterno): Promise<readonly unknown[]>
  /** Passages of a RAG collection. Throws NoEncontrado, or the reason of the context's signal. */
  searchRag(
    coleccion: string,
    busqueda: BusquedaDeRag,
    context: ContextoInterno & Pick<LlamadaContext, 'idEjecucion' | 'caller'>,
  ): Promise<HallazgosDeRag>
  /** The answer of an agente, which asks nobody. Throws NoEncontrado, AgenteNoDisponible, or what keeps it from answering. */
  runAgente(
    nombre: string,
    mensaje: string,
    context: LlamadaContext,
  ): Promise<{
    respuesta: string
    datos: unknown
    pasos: number
    tokens: { entrada: number; salida: number }
  }>
  /** The single-use address that wakes a node of this run: its path on the motor, and whole where it is known how the motor is reached. */
  direccionDeSenal(
    nodo: string,
    context: ContextoInterno & Pick<LlamadaContext, 'idEjecucion'>,
  ): Promise<{ ruta: string; direccion: string | null }>
  log(entry: {
    nivel: NivelDeRegistro
    mensaje: string
    datos: Readonly<Record<string, unknown>>
    context: LlamadaContext
  }): void
}

/**
 * Tablas by name. Values are coerced to the types of the columns; throws NoEncontrado, DatosInvalidos or Duplicado. The signal of the
 * context stops what waits in the database too; its reason is thrown.
 */
export interface InternoTablas {
  /** Rows whose columns equal all of the given ones, in the order in which they were made. */
  find(
    tabla: string,
    options: { donde: FilaDeTabla; limite: number },
    context: ContextoInterno,
  ): Promise<{ filas: readonly FilaDeTabla[]; total: number }>
  insert(tabla: string, fila: FilaDeTabla, context: ContextoInterno): Promise<FilaDeTabla>
  /** Answers how many rows were changed. */
  update(
    tabla: string,
    options: { donde: FilaDeTabla; cambios: FilaDeTabla },
    context: ContextoInterno,
  ): Promise<number>
  remove(tabla: string, options: { donde: FilaDeTabla }, context: ContextoInterno): Promise<number>
}

export const NIVELES_DE_REGISTRO = ['depuracion', 'informacion', 'aviso', 'error'] as const
export type NivelDeRegistro = (typeof NIVELES_DE_REGISTRO)[number]
