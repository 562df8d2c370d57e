import {
  type ConsultaProbada,
  EscrituraSinConfirmar,
  isPlainObject,
  type Limits,
  type LlamadaContext,
  type LlamadaPreparada,
  type Llamadas,
  monotonicNow,
  SentenciaIrreversible,
} from '@div/contract'

export interface ConsultaPorProbar {
  servidor: { id: string; nombre: string; tipoServidor: string }
  sql: string
  parametros: Readonly<Record<string, unknown>>
  /** Whoever asks knows that it writes. */
  confirmado: boolean
  idEjecucion: string
  signal: AbortSignal
}

const NODO = 'consulta'

/**
 * Makes one statement as a node would, in a transaction that is always undone: what it calls may write without the statement telling.
 * Throws EscrituraSinConfirmar, SentenciaIrreversible, or what the servidor says.
 */
export async function tryConsulta(
  llamadas: Llamadas,
  { servidor, sql, parametros, confirmado, idEjecucion, signal }: ConsultaPorProbar,
  { ejecucionMs, filasDePrueba }: Pick<Limits, 'ejecucionMs' | 'filasDePrueba'>,
): Promise<Omit<ConsultaProbada, 'duracionMs'>> {
  const prepared = llamadas.prepare({
    nodo: NODO,
    nombreNodo: 'Prueba de consulta',
    servidorId: servidor.id,
    tipoServidor: servidor.tipoServidor,
    tipoObjeto: 'consulta',
    objeto: { sql },
    parametros: Object.keys(parametros),
  })
  const { efecto } = prepared
  if (prepared.reversible !== true) throw new SentenciaIrreversible()
  if (efecto === 'escritura' && !confirmado) throw new EscrituraSinConfirmar({ servidor: servidor.nombre })
  const deadline = monotonicNow() + ejecucionMs
  const transaccion = await llamadas.begin(servidor.id, {
    aislamiento: 'lecturaConfirmada',
    idEjecucion,
    nodo: NODO,
    deadline,
    signal,
  })
  try {
    const context: LlamadaContext = {
      idEjecucion,
      claveIdempotencia: `${idEjecucion}/${NODO}/1`,
      signal,
      deadline,
      profundidad: 0,
      transaccion,
      savepoint: false,
    }
    return { efecto, ...(await callFor(prepared, parametros, context, filasDePrueba)) }
  } finally {
    await transaccion.rollback()
  }
}

type Outcome = Pick<ConsultaProbada, 'filas' | 'hayMas' | 'afectadas'>

/** A reading is read with a cursor, so that of a million rows only the first are. */
async function callFor(
  { efecto, call, stream }: LlamadaPreparada,
  parametros: Readonly<Record<string, unknown>>,
  context: LlamadaContext,
  most: number,
): Promise<Outcome> {
  if (efecto === 'lectura' && stream) {
    const filas: unknown[] = []
    for await (const batch of stream(parametros, context)) {
      filas.push(...batch)
      if (filas.length > most) break
    }
    return { ...boundFilas(filas, most), afectadas: null }
  }
  const salida = await call(parametros, context)
  const { filas, afectadas } = isPlainObject(salida) ? salida : {}
  return {
    ...boundFilas(Array.isArray(filas) ? filas : [], most),
    afectadas: typeof afectadas === 'number' ? afectadas : null,
  }
}

function boundFilas(filas: readonly unknown[], most: number): Pick<Outcome, 'filas' | 'hayMas'> {
  return { filas: filas.slice(0, most).filter(isPlainObject), hayMas: filas.length > most }
}
