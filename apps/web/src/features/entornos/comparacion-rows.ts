import type { Falta, ProcesoComparado, Promover } from '@div/contract'

/** An entry of the list: procesos are told apart by their names. */
export type ComparacionRow = ProcesoComparado & { id: string }

export function toRows(procesos: readonly ProcesoComparado[]): ComparacionRow[] {
  return procesos.map((proceso) => ({ ...proceso, id: proceso.nombre }))
}

/** Without accents and case. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

export function filterRows<Row extends { nombre: string; estado: string }>(
  rows: readonly Row[],
  { q, estado }: { q: string; estado: string },
): Row[] {
  const wanted = plain(q.trim())
  return rows.filter(
    (row) =>
      (estado === '' || row.estado === estado) && (wanted === '' || plain(row.nombre).includes(wanted)),
  )
}

/** There is something here that is not there. */
const isPromovible = ({ estado }: Pick<ProcesoComparado, 'estado'>) =>
  estado === 'distinto' || estado === 'soloAqui'

/** What promoting the chosen ones would do there. */
export interface Seleccion {
  pedidos: Promover['procesos']
  nuevos: string[]
  reemplazados: ComparacionRow[]
  /** Somebody is changing them there, and has not published that. */
  borradores: string[]
  /** Equal ones, and those of which nothing is published here. */
  omitidos: string[]
  faltan: (Falta & { procesos: string[] })[]
}

export function describeSeleccion(rows: readonly ComparacionRow[], chosen: ReadonlySet<string>): Seleccion {
  const picked = rows.filter(({ id }) => chosen.has(id))
  const going = picked.filter(isPromovible)
  return {
    pedidos: going.flatMap(({ nombre, huellaAqui, huellaAlli }) =>
      huellaAqui === null ? [] : { nombre, huellaAqui, huellaAlli },
    ),
    nuevos: going.filter(({ alli }) => alli === null).map(({ nombre }) => nombre),
    reemplazados: going.filter(({ alli }) => alli !== null),
    borradores: going
      .filter(({ alli }) => alli?.conCambios === true && !alli.borradorIgual)
      .map(({ nombre }) => nombre),
    omitidos: picked.filter((row) => !isPromovible(row)).map(({ nombre }) => nombre),
    faltan: listFaltan(going, rows),
  }
}

/** What the procesos would not find there, each once with those that want it. */
function listFaltan(going: readonly ComparacionRow[], rows: readonly ComparacionRow[]): Seleccion['faltan'] {
  const chosen = new Set(going.map(({ nombre }) => nombre))
  const onlyHere = new Set(rows.filter(({ alli }) => alli === null).map(({ nombre }) => nombre))
  const found = new Map<string, Falta & { procesos: string[] }>()
  for (const { nombre: proceso, faltan, llama } of going) {
    const called = llama
      .filter((nombre) => onlyHere.has(nombre) && !chosen.has(nombre))
      .map((nombre): Falta => ({ recurso: 'procesos', nombre, motivo: 'falta', tipo: null, tipoAlli: null }))
    for (const falta of [...faltan, ...called]) {
      const key = `${falta.recurso}/${falta.nombre.toLowerCase()}`
      found.set(key, { ...falta, procesos: [...(found.get(key)?.procesos ?? []), proceso] })
    }
  }
  return [...found.values()]
}

const RECURSOS: Readonly<Record<Falta['recurso'], string>> = {
  servidores: 'Servidor',
  procesos: 'Proceso',
  parametros: 'Parámetro',
  tablas: 'Tabla',
  consecutivos: 'Consecutivo',
  rag: 'Colección de documentos',
  'ai-agents': 'Agente',
}

/** `Servidor «Almacén»: no existe allí (rest).` */
export function describeFalta({ recurso, nombre, motivo, tipo, tipoAlli }: Falta): string {
  const what = `${RECURSOS[recurso]} «${nombre}»`
  if (motivo === 'otroTipo') return `${what}: aquí es de tipo ${tipo} y allí de tipo ${tipoAlli}.`
  return tipo === null ? `${what}: no existe allí.` : `${what}: no existe allí (es de tipo ${tipo}).`
}
