import {
  AppError,
  CapacidadRechazada,
  compileCoercion,
  countPasos,
  type DefinicionDeAgente,
  type ErrorDeCampo,
  type EventoDeAgente,
  LimiteDeAgente,
  type Limits,
  monotonicNow,
  type PasoDeAgente,
  parametrosOfCampos,
  RespuestaDeAgente,
} from '@div/contract'
import {
  describeCampos,
  type LlamadaDeHerramienta,
  measureConversacion,
  type PeticionDeConversacion,
  type PiezaDeRespuesta,
  readDatos,
} from '@div/servidores'
import { explainFailure } from '../../motor/explain-failure.ts'
import { type Capacidad, PermisoAnulado } from '../capacidades/capacidades.ts'
import type { ContextoDicho } from '../contexts/find-contextos.ts'
import { askAnew, decideTurno, limitReached, refuseArgumentos, tellTiempo } from './decide-turno.ts'
import type { EstadoDeEjecucion, UsoEnMarcha } from './estado.ts'
import { CONTEXTOS, EN_DATOS, REGLAS, REPARAR, SIN_RESPUESTA } from './palabras.ts'
import type { ContextosDichos } from './tell-contextos.ts'

/** What a run uses of the world. */
export interface MundoDeAgente {
  definicion: DefinicionDeAgente
  /** By the names that the model knows. */
  capacidades: ReadonlyMap<string, Capacidad>
  /** Somebody can be asked to allow something. */
  hayPersona: boolean
  limits: Pick<Limits, 'profundidad'>
  /** Its contexts, as they are for whoever asks. */
  tellContextos(signal: AbortSignal): Promise<ContextosDichos>
  /** Throws where one of those that it was told is not for whoever asks any more. */
  refuseRetirados(contextos: NonNullable<EstadoDeEjecucion['contextos']>): Promise<void>
  converse(peticion: PeticionDeConversacion, alcance: Alcance & EnSuLugar): AsyncIterable<PiezaDeRespuesta>
  use(
    capacidad: Capacidad,
    uso: { argumentos: unknown; permitida: string | null },
    alcance: Alcance & EnSuLugar,
  ): Promise<{ salida: unknown; ejecucionId: string | null }>
  /** As histories show values. */
  muestra(value: unknown): unknown
  /** Whether it has cost what it may. */
  isGastado(): Promise<boolean>
  tell(evento: EventoDeAgente): void
  /** Somebody stopped it. */
  signal: AbortSignal
}

interface Alcance {
  signal: AbortSignal
  deadline: number
}

/** Of a call: which step it is, by which it is known from every other one of the run, also once that has waited. */
interface EnSuLugar {
  lugar: number
}

/** How a run ended for now. */
export type Desenlace = { estado: 'espera' } | { estado: 'ok'; respuesta: string; datos: unknown }

/**
 * Goes on with a run until it has answered or waits for a person; `estado` is kept current meanwhile. One answer of the model at a time:
 * what it asks for is decided here. Throws an AppError.
 */
export async function runAgente(estado: EstadoDeEjecucion, mundo: MundoDeAgente): Promise<Desenlace> {
  const { limites } = mundo.definicion
  const begun = monotonicNow()
  const before = estado.duracionMs
  const deadline = begun + Math.max(0, limites.tiempoMs - before)
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(deadline - begun)))
  const alcance = { signal: AbortSignal.any([mundo.signal, timeout]), deadline }
  try {
    return await advance(estado, mundo, alcance)
  } catch (cause) {
    mundo.signal.throwIfAborted()
    if (timeout.aborted) throw new LimiteDeAgente({ limite: tellTiempo(limites.tiempoMs) }, { cause })
    throw cause
  } finally {
    estado.duracionMs = before + (monotonicNow() - begun)
  }
}

async function advance(
  estado: EstadoDeEjecucion,
  mundo: MundoDeAgente,
  alcance: Alcance,
): Promise<Desenlace> {
  await tellContextos(estado, mundo, alcance)
  for (;;) {
    for (const uso of estado.turno) await doUso(uso, estado, mundo, alcance)
    if (estado.turno.some(({ que }) => que === 'confirmar')) return { estado: 'espera' }
    for (const { llamada, resultado } of estado.turno) {
      const { id, nombre } = llamada
      estado.mensajes.push({ rol: 'herramienta', id, nombre, texto: resultado })
    }
    estado.turno = []
    await refuseBeyond(estado, mundo)
    const { texto, llamadas } = await askModelo(estado, mundo, alcance)
    estado.mensajes.push({ rol: 'asistente', texto, ...(llamadas.length > 0 && { llamadas }) })
    if (llamadas.length > 0) {
      const { turno, pasos } = decideTurno(llamadas, {
        capacidades: mundo.capacidades,
        hayPersona: mundo.hayPersona,
        conDatosAjenos: estado.conDatosAjenos,
        desde: estado.pasos.length,
      })
      estado.turno = turno
      for (const paso of pasos)
        addPaso(estado, mundo, {
          ...paso,
          entrada: mundo.muestra(paso.entrada),
          // It may name what the model wrote.
          motivo: paso.motivo && String(mundo.muestra(paso.motivo)),
        })
      refuseTooMany(estado, mundo)
      continue
    }
    const read = readRespuesta(texto, mundo)
    if (!('problema' in read)) return { estado: 'ok', respuesta: texto, datos: read.datos }
    // It is told once; that it may be told only so often is what the steps are for.
    if (isMended(estado)) throw new RespuestaDeAgente({ motivo: read.problema })
    estado.mensajes.push({ rol: 'usuario', texto: read.pedido })
  }
}

async function tellContextos(
  estado: EstadoDeEjecucion,
  mundo: MundoDeAgente,
  { signal }: Alcance,
): Promise<void> {
  // What it was told stays what it was while it waits.
  if (estado.contextos) return mundo.refuseRetirados(estado.contextos)
  const { dichos, pasos, conDatosAjenos } = await mundo.tellContextos(signal)
  estado.contextos = dichos
  estado.conDatosAjenos ||= conDatosAjenos
  for (const paso of pasos) addPaso(estado, mundo, paso)
}

/** Of what it asks for at once nothing is done when that is more than it may. */
function refuseTooMany({ pasos }: EstadoDeEjecucion, { definicion: { limites } }: MundoDeAgente): void {
  if (countPasos(pasos) > limites.pasos) throw new LimiteDeAgente({ limite: `${limites.pasos} pasos` })
}

async function refuseBeyond(estado: EstadoDeEjecucion, mundo: MundoDeAgente): Promise<void> {
  const { limites } = mundo.definicion
  const limite = limitReached(estado, limites)
  if (limite !== null) throw new LimiteDeAgente({ limite })
  if (await mundo.isGastado()) throw new LimiteDeAgente({ limite: `${limites.importe} ${limites.moneda}` })
}

/** Does what may be done of what the model asked for. What fails in it is told to the model. */
async function doUso(
  uso: UsoEnMarcha,
  estado: EstadoDeEjecucion,
  mundo: MundoDeAgente,
  alcance: Alcance,
): Promise<void> {
  const paso = estado.pasos[uso.lugar]
  const capacidad = mundo.capacidades.get(uso.llamada.nombre)
  if (uso.que !== 'hacer' || paso?.tipo !== 'capacidad') return
  const begun = monotonicNow()
  const end = (told: Partial<typeof paso>, resultado: string) => {
    Object.assign(uso, { que: 'hecho', resultado })
    setPaso(estado, mundo, uso.lugar, { ...paso, ...told, duracionMs: monotonicNow() - begun })
  }
  setPaso(estado, mundo, uso.lugar, { ...paso, estado: 'ejecutando' })
  try {
    const { argumentos } = uso.llamada
    // While a person was asked it may have gone, and its name be that of another one.
    if (!capacidad || capacidad.id !== paso.capacidadId)
      throw new CapacidadRechazada({ capacidad: paso.nombre, motivo: 'ya no puede usarse' })
    const { salida, ejecucionId } = await mundo.use(
      capacidad,
      { argumentos, permitida: uso.confirmado ? (uso.huella ?? '') : null },
      { ...alcance, lugar: uso.lugar },
    )
    estado.conDatosAjenos = true
    end({ estado: 'ok', salida: mundo.muestra(salida), ejecucionId }, wrapDatos(salida))
  } catch (cause) {
    if (cause instanceof PermisoAnulado) {
      const negada = refuseArgumentos(cause.capacidad, uso.llamada.argumentos)
      if (negada) {
        end({ estado: 'rechazada', motivo: String(mundo.muestra(negada.motivo)) }, negada.resultado)
        return
      }
      const asked = askAnew(uso, paso, cause.capacidad)
      estado.turno[estado.turno.indexOf(uso)] = asked.uso
      setPaso(estado, mundo, uso.lugar, asked.paso)
      return
    }
    if (alcance.signal.aborted || !(cause instanceof AppError)) {
      end({ estado: 'error', motivo: 'Se interrumpió.' }, '')
      throw cause
    }
    // It may mend its call, or do without.
    const isRefused = cause.status === 403
    // What another system says of it comes from outside as well.
    if (!isRefused) estado.conDatosAjenos = true
    end(
      { estado: isRefused ? 'rechazada' : 'error', motivo: String(mundo.muestra(explainFailure(cause))) },
      wrapError(cause),
    )
  }
}

/** What comes from outside cannot leave its JSON text. */
function wrapDatos(salida: unknown): string {
  return JSON.stringify({ datos: salida ?? null })
}

function wrapError({ message, errores }: AppError): string {
  return JSON.stringify({ error: message, ...(errores.length > 0 && { errores }) })
}

async function askModelo(
  estado: EstadoDeEjecucion,
  mundo: MundoDeAgente,
  alcance: Alcance,
): Promise<{ texto: string; llamadas: LlamadaDeHerramienta[] }> {
  const { definicion, capacidades } = mundo
  const begun = monotonicNow()
  const llamadas: LlamadaDeHerramienta[] = []
  let [modelo, texto] = ['', '']
  // Null: it was not told.
  let tokens: { entrada: number | null; salida: number | null } = { entrada: null, salida: null }
  const peticion: PeticionDeConversacion = {
    modelo: definicion.modelo,
    instrucciones: writeInstrucciones(definicion, estado.contextos ?? []),
    mensajes: estado.mensajes,
    herramientas: [...capacidades.values()].map(({ herramienta }) => herramienta),
    maxTokens: definicion.maxTokens,
  }
  let hasBegun = false
  try {
    for await (const pieza of mundo.converse(peticion, { ...alcance, lugar: estado.pasos.length })) {
      hasBegun = true
      if (pieza.tipo === 'modelo') modelo = pieza.modelo
      if (pieza.tipo === 'texto') {
        texto += pieza.texto
        mundo.tell(pieza)
      }
      if (pieza.tipo === 'herramienta') {
        const { id, nombre, argumentos } = pieza
        llamadas.push({ id, nombre, argumentos })
      }
      if (pieza.tipo === 'fin') tokens = pieza.tokens
    }
    return { texto, llamadas }
  } finally {
    // Of one that was stopped or cut, too: what was spent is spent. One that was refused cost nothing.
    if (hasBegun || alcance.signal.aborted) {
      const duracionMs = monotonicNow() - begun
      const uso = countTokens(tokens, { peticion, dicho: texto + JSON.stringify(llamadas) })
      estado.tokens.entrada += uso.tokens.entrada
      estado.tokens.salida += uso.tokens.salida
      const shown = String(mundo.muestra(texto))
      addPaso(estado, mundo, { tipo: 'modelo', modelo, texto: shown, ...uso, duracionMs })
    }
  }
}

/** A service that does not count is counted by what was said, as its price is. */
function countTokens(
  { entrada, salida }: { entrada: number | null; salida: number | null },
  { peticion, dicho }: { peticion: PeticionDeConversacion; dicho: string },
): { tokens: { entrada: number; salida: number }; estimado?: true } {
  const tokens = {
    entrada: entrada ?? measureConversacion(peticion).entrada,
    salida: salida ?? Buffer.byteLength(dicho),
  }
  return { tokens, ...((entrada === null || salida === null) && { estimado: true }) }
}

function writeInstrucciones(
  { instrucciones, campos }: DefinicionDeAgente,
  contextos: readonly ContextoDicho[],
): string {
  const datos =
    campos.length === 0
      ? []
      : [`${EN_DATOS}\n${JSON.stringify(describeCampos(parametrosOfCampos(campos), 'campos'))}`]
  const dichos = contextos.map(({ nombre, texto }) => `Contexto «${nombre}»:\n${texto}`)
  // The rules stand after what was read from outside.
  return [instrucciones, ...(dichos.length === 0 ? [] : [CONTEXTOS, ...dichos]), REGLAS, ...datos].join(
    '\n\n',
  )
}

/** What an answer says, or what is wrong with it and how the model is told. */
function readRespuesta(
  texto: string,
  { definicion: { campos }, limits }: MundoDeAgente,
): { datos: unknown } | { problema: string; pedido: string } {
  if (campos.length === 0)
    return texto.trim() === '' ? { problema: 'no contestó nada', pedido: SIN_RESPUESTA } : { datos: null }
  const coerce = compileCoercion({ nombre: 'datos', tipo: 'objeto', campos: parametrosOfCampos(campos) })
  const check = (value: unknown, errores: ErrorDeCampo[]) => coerce(value, 'datos', errores)
  const read = readDatos(texto, check, limits)
  return 'datos' in read ? read : { problema: read.problema, pedido: `${REPARAR}\n${read.problema}` }
}

/** What it was told last was that its answer is none. */
function isMended({ mensajes }: EstadoDeEjecucion): boolean {
  const asked = mensajes.at(-2)
  return asked?.rol === 'usuario' && (asked.texto.startsWith(REPARAR) || asked.texto === SIN_RESPUESTA)
}

function addPaso(estado: EstadoDeEjecucion, mundo: MundoDeAgente, paso: PasoDeAgente): void {
  setPaso(estado, mundo, estado.pasos.length, paso)
}

function setPaso(estado: EstadoDeEjecucion, mundo: MundoDeAgente, lugar: number, paso: PasoDeAgente): void {
  estado.pasos[lugar] = paso
  mundo.tell({ tipo: 'paso', lugar, paso })
}
