import {
  type Cita,
  type ConversacionGuardada,
  type EjecucionDeAgente,
  type Grafico,
  isPlainObject,
  type Mensaje,
  type PasoDeAgente,
  readGrafico,
  showDecimal,
  type UsoDeCapacidad,
} from '@div/contract'

type Conversada = { conversacion: Pick<ConversacionGuardada, 'titulo' | 'agente'> } & (
  | { mensajes: readonly Mensaje[] }
  | { ejecuciones: readonly EjecucionDeAgente[] }
)

/** A conversation as one document, for whoever reads it elsewhere: who said what when, and what it rests on at its end. */
export function writeMarkdown({ conversacion: { titulo, agente }, ...dichos }: Conversada): string {
  const notas: string[] = []
  const body =
    'mensajes' in dichos
      ? dichos.mensajes.flatMap((mensaje) => writeMensaje(mensaje, notas))
      : dichos.ejecuciones.flatMap((ejecucion) => writeTurno(ejecucion, agente?.nombre ?? 'Agente'))
  return `${[`# ${titulo || 'Conversación'}`, ...body, ...notas].join('\n\n')}\n`
}

const QUIEN: Readonly<Record<Mensaje['rol'], string>> = {
  usuario: 'Usted',
  asistente: 'Asistente',
  herramienta: 'Herramienta',
}

/** Of UTC, which is said: who reads it may be anywhere. */
const MOMENTO = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const headOf = (quien: readonly string[], momento: string) =>
  `## ${[...quien, `${MOMENTO.format(new Date(momento))} UTC`].join(' · ')}`

function writeMensaje(
  { rol, texto, piezas, modelo, estado, error, creadoEn }: Mensaje,
  notas: string[],
): string[] {
  const adjuntos = piezas.flatMap((pieza) => (pieza.tipo === 'adjunto' ? [pieza.adjunto.nombre] : []))
  const avisos = piezas.flatMap((pieza) => (pieza.tipo === 'aviso' ? [`> Aviso: ${pieza.texto}`] : []))
  const citas = piezas.flatMap((pieza) => (pieza.tipo === 'cita' ? [pieza.cita] : []))
  const marcas = new Map(citas.map((cita) => [cita.numero, addNota(notas, cita)]))
  const dicho = writeTexto(texto, marcas)
  const unsaid = [...marcas.values()].filter((marca) => !dicho.includes(marca))
  return [
    headOf([QUIEN[rol], ...(modelo === null ? [] : [modelo])], creadoEn),
    ...avisos,
    ...(dicho === '' ? [] : [dicho]),
    ...(adjuntos.length === 0 ? [] : [`Adjuntos: ${adjuntos.join(', ')}`]),
    // A note that nothing points at is not shown.
    ...(unsaid.length === 0 ? [] : [`También leyó: ${unsaid.join(' ')}`]),
    ...(estado === 'detenido' ? ['*Respuesta detenida.*'] : []),
    ...(error ? [`> No terminó: ${error.mensaje}`] : []),
  ]
}

/** Passages are numbered anew in each message: notes are not. Answers what points at it. */
function addNota(notas: string[], { documento, titulo, coleccion, texto }: Cita): string {
  const marca = `[^${notas.length + 1}]`
  notas.push(`${marca}: ${[documento, ...titulo].join(' › ')} (${coleccion}): «${oneLine(texto)}»`)
  return marca
}

const MAX_NOTA = 400

function oneLine(texto: string): string {
  const characters = [...texto.replaceAll(/\s+/g, ' ').trim()]
  return characters.length > MAX_NOTA ? `${characters.slice(0, MAX_NOTA - 1).join('')}…` : characters.join('')
}

const GRAFICO = /^```grafico[^\n]*\n([\s\S]*?)\n```$/gm
/** Code is as it is; beside it headings, which stand below those of who speaks, and numbers of passages. */
const MARCAS = /(```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]+`)|^(#{1,6})(?= )|\[(\d{1,3})\](?!\()/gm
const DEEPEST = 6

function writeTexto(texto: string, marcas: ReadonlyMap<number, string>): string {
  return texto
    .replaceAll(GRAFICO, (whole, datos: string) => {
      const grafico = readGrafico(datos)
      return grafico ? writeGrafico(grafico) : whole
    })
    .replaceAll(MARCAS, (whole, code?: string, heading?: string, numero?: string) => {
      if (code !== undefined) return whole
      if (heading !== undefined) return '#'.repeat(Math.min(DEEPEST, heading.length + 2))
      return marcas.get(Number(numero)) ?? whole
    })
    .trim()
}

function writeGrafico({ titulo, series, puntos }: Grafico): string {
  const rows = puntos.map((punto) => [punto.time, ...series.map(({ campo }) => showValor(punto[campo]))])
  return `**${titulo}**\n\n${writeTabla(['', ...series.map(({ nombre }) => nombre)], rows)}`
}

function writeTabla(cabecera: readonly string[], filas: readonly (readonly string[])[]): string {
  const row = (celdas: readonly string[]) =>
    `| ${celdas.map((celda) => celda.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`
  return [row(cabecera), row(cabecera.map(() => '---')), ...filas.map(row)].join('\n')
}

/** In words: what is inside of what is inside is only counted. */
function showValor(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) return `${value.length} elementos`
  if (isPlainObject(value)) return `${Object.keys(value).length} campos`
  return showDecimal(value)
}

function writeTurno(ejecucion: EjecucionDeAgente, agente: string): string[] {
  const { mensaje, pasos, estado, error, datos, inicio } = ejecucion
  return [
    headOf(['Usted'], inicio),
    writeTexto(mensaje, new Map()),
    headOf([agente], inicio),
    ...pasos.flatMap(writePaso),
    ...(isPlainObject(datos)
      ? [
          writeTabla(
            ['Dato', 'Valor'],
            Object.entries(datos).map(([campo, valor]) => [campo, showValor(valor)]),
          ),
        ]
      : []),
    ...(estado === 'detenida' ? ['*Se detuvo.*'] : []),
    ...(estado === 'espera' ? ['*Espera su permiso.*'] : []),
    ...(error ? [`> No terminó: ${error.mensaje}`] : []),
  ]
}

const USOS: Readonly<Record<UsoDeCapacidad['estado'], string>> = {
  espera: 'Espera permiso.',
  ejecutando: 'En curso.',
  ok: 'Hecho.',
  error: 'Falló.',
  rechazada: 'No se hizo.',
}

function writePaso(paso: PasoDeAgente): string[] {
  switch (paso.tipo) {
    case 'modelo':
      return paso.texto.trim() === '' ? [] : [writeTexto(paso.texto, new Map())]
    case 'contexto':
      return [`- ${paso.motivo ?? `Se le dijo el contexto «${paso.nombre}».`}`]
    case 'capacidad': {
      const { nombre, objetivo, entrada, estado, motivo } = paso
      const version = objetivo?.version === undefined ? '' : `, versión ${objetivo.version}`
      const que = objetivo ? ` (${objetivo.nombre}${version})` : ''
      const given = isPlainObject(entrada) ? Object.entries(entrada) : []
      const con = given.map(([campo, valor]) => `${campo}: ${showValor(valor)}`).join(', ')
      return [`- **${nombre}**${que}${con === '' ? '' : `, con ${con}`}. ${motivo ?? USOS[estado]}`]
    }
  }
}
