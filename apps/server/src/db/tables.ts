import type {
  AjustesAsincronos,
  AjustesTrazas,
  Asignacion,
  Aviso,
  Canal,
  CondicionDeAlerta,
  CorreoDeAlerta,
  Esperado,
  EventoEnVivo,
  Festivo,
  Flujo,
  ParteDeValor,
} from '@div/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Trabajo } from '../motor/async-pool/trabajo.ts'

/** The rows as Kysely sees them: camel case here, snake case in SQL (CamelCasePlugin). */
export interface Database {
  clavesSecretos: { id: string; comprobacion: string; creadaEn: Generated<Date>; retiradaEn: Date | null }
  usuarios: Revised & {
    id: string
    username: string
    email: string
    role: string
    passwordHash: string
    activo: boolean
    ultimoAcceso: Date | null
    debeCambiarPassword: Generated<boolean>
  }
  sesiones: {
    hash: Buffer
    familia: string
    usuarioId: string
    creadaEn: Generated<Date>
    expiraEn: Date
    reemplazadaEn: Date | null
  }
  intentosAcceso: { clave: string; fallos: number; ultimo: Date; bloqueadoHasta: Date | null }
  categorias: Revised & {
    id: string
    nombre: string
    descripcion: string
    color: string | null
    padreId: string | null
    orden: number
  }
  servidores: Revised & {
    id: string
    nombre: string
    tipoServidor: string
    descripcion: string
    categoriaId: string | null
    activo: boolean
    permitirRedPrivada: boolean
    config: Json<Record<string, unknown>>
    pool: Json<Record<string, unknown>>
    resiliencia: Json<Record<string, unknown>>
  }
  servidorPruebas: {
    servidorId: string
    momento: Date
    ok: boolean
    duracionMs: number
    paso: string | null
    error: string | null
    usuario: string
  }
  procesos: Revised & {
    id: string
    nombre: string
    descripcion: string
    categoriaId: string | null
    modo: 'memoria' | 'durable'
    concurrencia: Generated<number | null>
    flujo: Json<Flujo>
    versionPublicada: number | null
  }
  procesoVersiones: {
    procesoId: string
    version: number
    modo: 'memoria' | 'durable'
    flujo: Json<Flujo>
    nota: string
    publicadaEn: Generated<Date>
    publicadaPor: string | null
  }
  procesoPuntos: {
    id: string
    procesoId: string
    /** Null: kept by the product itself. */
    nombre: string | null
    modo: 'memoria' | 'durable'
    flujo: Json<Flujo>
    creadoEn: Generated<Date>
    creadoPor: string | null
  }
  presencias: {
    procesoId: string
    pestana: string
    usuario: string
    edita: boolean
    desde: Generated<Date>
    vistoEn: Generated<Date>
  }
  procesoCasos: Revised & {
    id: string
    procesoId: string
    nombre: string
    descripcion: string
    entrada: Json<Record<string, unknown>>
    esperado: Json<Esperado>
  }
  /** What watched test runs tell, in order. */
  eventosEnVivo: { tema: string; seq: number; evento: Json<EventoEnVivo>; momento: Generated<Date> }
  /** What there is by page of a test run. */
  valoresDePrueba: {
    ejecucionId: string
    usuarioId: string
    partes: Json<ParteDeValor[]>
    completas: boolean
    momento: Generated<Date>
  }
  paginasDePrueba: {
    ejecucionId: string
    parte: number
    pagina: number
    desde: number
    cuantos: number
    /** JSON, as text: what PostgreSQL cannot keep as JSON must come back too. */
    valor: string
  }
  procesoDependencias: {
    procesoId: string
    version: number
    recurso: string
    referencia: string
    nodo: string
  }
  canales: Revised & {
    id: string
    nombre: string
    descripcion: string
    categoriaId: string | null
    tipo: Canal['tipo']
    ruta: string
    activo: boolean
    modo: Canal['modo']
    acceso: Json<Record<string, unknown>>
    limite: Json<Canal['limite']>
    concurrencia: number | null
    tiempoMaximoMs: number
    maxCuerpoBytes: number
    cors: Json<Canal['cors']>
    prioridad: number
    /** Its secret is sealed. */
    aviso: Json<Canal['aviso']>
  }
  canalProcesos: {
    canalId: string
    orden: number
    procesoId: string
    /** Null: `publicada`. */
    version: number | null
    metodo: NonNullable<Asignacion['metodo']> | null
    ruta: string | null
    operacion: string | null
    etag: Generated<boolean>
  }
  tareasProgramadas: Revised & {
    id: string
    nombre: string
    descripcion: string
    categoriaId: string | null
    procesoId: string
    cron: string
    zonaHoraria: string
    entrada: Json<Record<string, unknown>>
    activo: boolean
    solapamiento: 'omitir' | 'encolar' | 'permitir' | 'cancelarAnterior'
    alPerder: 'omitir' | 'ultima' | 'todas'
    fallosParaAlerta: Generated<number | null>
    calendarioId: Generated<string | null>
    enFestivo: Generated<'omitir' | 'siguienteHabil'>
  }
  calendarios: Revised & {
    id: string
    nombre: string
    descripcion: string
    finDeSemana: boolean
    festivos: Json<Festivo[]>
  }
  /** Of those whose last run failed. */
  tareasFallos: { tareaId: string; seguidos: number; desde: Date; ejecucionId: string }
  alertas: Revised & {
    id: string
    nombre: string
    descripcion: string
    activo: boolean
    condicion: Json<CondicionDeAlerta>
    campana: boolean
    correo: Json<CorreoDeAlerta> | null
    /** Its secret is sealed. */
    webhook: Json<Aviso> | null
    repetirMinutos: number | null
    recuperaMinutos: number
    silenciadaHasta: Date | null
  }
  /** Sums of before. */
  alertasMuestras: {
    alertaId: string
    revision: number
    momento: Date
    total: number
    errores: number
    clases: number[]
    desde: Date
  }
  alertasIncidencias: {
    id: string
    alertaId: string
    /** What it is of, where a rule watches many things. */
    sujeto: string
    mensaje: string
    desde: Date
    hasta: Date | null
    avisada: Date | null
    bienDesde: Date | null
  }
  alertasEntregas: {
    id: string
    incidenciaId: string
    tipo: 'alerta' | 'repeticion' | 'recuperacion'
    via: 'correo' | 'webhook'
    mensaje: string
    estado: Generated<'pendiente' | 'entregada' | 'fallida' | 'silenciada'>
    intentos: Generated<number>
    error: string | null
    momento: Generated<Date>
  }
  /** Of those that could not be looked at. */
  alertasFallos: { alertaId: string; mensaje: string; desde: Date }
  alertasTurno: { momento: Date }
  planificaciones: {
    tareaId: string
    /** Of the tarea, when it was reckoned. */
    revision: number
    proximo: Date
    /** The last run that it began. */
    ultimaEjecucion: string | null
    /** Runs of it that are to give way, until they were told. */
    porCancelar: Generated<string[]>
    /** Somebody is telling them until then, if not told to have given up; null: nobody is. */
    atendidaHasta: Date | null
    /** Of the calendario, likewise; null: it has none. */
    revisionCalendario: number | null
  }
  disparos: {
    tareaId: string
    /** When it was due. */
    previsto: Date
    momento: Generated<Date>
    estado: 'disparado' | 'omitido' | 'perdido'
    /** Why it was not fired, or fired late. */
    motivo: string | null
    /** Who asked for it; null: its schedule. */
    usuario: string | null
    ejecucionId: string | null
  }
  parametros: Revised & {
    id: string
    nombre: string
    tipo: string
    descripcion: string
    categoriaId: string | null
    secreto: boolean
    valor: Json<unknown>
  }
  tablas: Revised & {
    id: string
    nombre: string
    descripcion: string
    categoriaId: string | null
    columnas: Json<readonly Record<string, unknown>[]>
  }
  tablaFilas: {
    tablaId: string
    id: Generated<string>
    datos: Json<Record<string, unknown>>
    revision: Generated<number>
    /** Of rows that came with one. */
    clave: Generated<string | null>
  }
  consecutivos: Revised & {
    id: string
    nombre: string
    descripcion: string
    categoriaId: string | null
    inicio: string | number
    incremento: string | number
    ultimo: string | number | null
    prefijo: string
    largo: number
  }
  tokens: Revised & {
    id: string
    nombre: string
    hash: Buffer
    prefijo: string
    canales: string[] | null
    expiraEn: Date | null
    ultimoUso: Date | null
    revocadoEn: Date | null
  }
  auditoria: {
    id: string
    momento: Date
    usuario: string
    accion: string
    recurso: string
    recursoId: string | null
    detalle: Json<Record<string, unknown>>
    hash: Buffer
  }
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
    ultima: Date
    ultimaId: string
    ultimoEstado: string
  }
  notificacionesLeidas: { usuarioId: string; id: string; hasta: Date }
  configuracion: Revised & {
    urlBase: string | null
    urlTrazabilidad: string | null
    historialDias: number | null
    avisoTokensDias: number | null
    asincronos: Json<Partial<AjustesAsincronos>>
    trazas: Json<Partial<AjustesTrazas>>
    epoca: number
  }
  nodosMotor: { id: string; rol: string; inicio: Date; latido: Date; datos: Json<Record<string, unknown>> }
  pedidosDeNodo: {
    nodo: string
    drenar: Generated<boolean>
    drenarUsuario: Generated<string>
    drenarMomento: Generated<Date>
    reinicios: Generated<number>
  }
  metricasMuestras: { momento: Date; datos: Json<Record<string, unknown>> }
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
  cambios: { id: Generated<string>; recurso: string; recursoId: string | null; momento: Generated<Date> }
}

/** Stored as jsonb: read as the value, written as its JSON text. */
type Json<Value> = ColumnType<Value, string, string>

interface Revised {
  revision: Generated<number>
  creadoEn: Generated<Date>
  actualizadoEn: Generated<Date>
  actualizadoPor: string | null
}

export type Row<Table extends keyof Database> = Selectable<Database[Table]>
