import type { ColumnType, Generated } from 'kysely'
import type { Trabajo } from '../motor/async-pool/trabajo.ts'
import type { Json } from './json.ts'

/** What is kept of runs: their history, their answers, and how far durable ones have come. */
export interface RunTables {
  ejecuciones: {
    id: string
    inicio: Date
    duracionMs: number | null
    estado: string
    procesoId: string
    version: number | null
    canalId: string | null
    origen: string
    errorCodigo: string | null
    errorMensaje: string | null
    errorNodo: string | null
    nodoMotor: string
    claveNegocio: string | null
    /** JSON. */
    entrada: string | null
    salida: string | null
    pasos: string
    /** It began long after its id was made (`near-id.ts`). */
    aplazada: Generated<boolean | null>
  }
  ejecucionesHoras: {
    hora: Date
    procesoId: string
    canalId: string | null
    total: number
    errores: number
    sumaMs: number
    clases: number[]
    /** Of the longest run; infinite: unknown. */
    maximaMs: Generated<number>
    ultima: Date
    ultimaId: string
    ultimoEstado: string
  }
  respuestasIdempotentes: {
    canalId: string
    clave: string
    huella: Buffer
    estado: number | null
    cabeceras: Json<Record<string, string>> | null
    cuerpo: Buffer | null
    creadaEn: Generated<Date>
    expiraEn: Date
  }
  respuestasAsincronas: {
    id: string
    canalId: string | null
    estado: 'ok' | 'error' | 'cancelada'
    estadoHttp: number
    tipoContenido: string | null
    cabeceras: Json<Record<string, string>>
    cuerpo: Buffer
    iniciada: Date | null
    terminada: Generated<Date>
    expiraEn: Date
  }
  ejecucionesDurables: {
    id: string
    procesoId: string
    /** With which it began; null: a draft. */
    version: number | null
    trabajo: Json<Trabajo>
    /** Raised by whoever takes the run; what is written under an older one changes nothing. */
    intento: Generated<number>
    comenzada: Generated<Date>
    terminada: Date | null
    /** It waits, and no worker has it. */
    dormida: Generated<boolean>
    /** With which it goes back into the queue. */
    prioridad: Generated<number>
    /** When it was put into the queue; null: it has not slept. */
    encolada: Date | null
    /** What bounded it when it went to sleep (`turnos`). */
    grupo: Json<{ id: string }> | null
  }
  historialApartado: {
    id: Generated<string>
    ejecuciones: string[]
    filas: Buffer
    tomado: Generated<Date>
  }
  /** What runs that sleep wait for. */
  esperas: {
    id: Generated<string>
    ejecucionId: string
    nodo: string
    iteracion: string
    region: string | null
    clase: 'tiempo' | 'senal' | 'aprobacion'
    /** When it is over; null: never. */
    vence: Date | null
    /** Of an approval: who decides, and what they are shown. */
    rol: string | null
    titulo: string | null
    descripcion: string | null
    datos: ColumnType<Record<string, unknown> | null, string | null | undefined, never>
    creada: Generated<Date>
  }
  puntosDeControl: {
    ejecucionId: string
    nodo: string
    /** Index of the item in each region around. */
    iteracion: string
    /** The outermost split around it. */
    region: string | null
    salida: string
    /** Undoing its node needs it. */
    compensa: Generated<boolean>
    /** Null: it stands in `puntosGrandes`. */
    contenido: string | null
  }
  puntosGrandes: { ejecucionId: string; nodo: string; iteracion: string; contenido: string }
}
