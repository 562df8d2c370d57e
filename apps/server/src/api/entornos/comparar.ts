import type {
  Comparacion,
  Falta,
  Inventario,
  Nombrado,
  ProcesoComparado,
  ProcesoDeInventario,
} from '@div/contract'

interface Lados {
  /** Under the names of there. */
  aqui: Inventario
  alli: Inventario
}

/** The procesos of two DIVs beside each other, by name. */
export function compareInventarios({ aqui, alli }: Lados): ProcesoComparado[] {
  const nombres = [
    ...new Map([...alli.procesos, ...aqui.procesos].map(({ nombre }) => [keyOf(nombre), nombre])).values(),
  ].toSorted((left, right) => left.localeCompare(right, 'es'))
  const here = byNombre(aqui.procesos)
  const there = byNombre(alli.procesos)
  const hay = indexInventario(alli)
  return nombres.map((nombre) => {
    const mine = here.get(keyOf(nombre)) ?? null
    const theirs = there.get(keyOf(nombre)) ?? null
    return {
      nombre,
      estado: judge(mine, theirs),
      aqui: mine && ladoOf(mine),
      alli: theirs && {
        ...ladoOf(theirs),
        borradorIgual: mine?.huella != null && theirs.huellaBorrador === mine.huella,
      },
      huellaAqui: mine?.huella ?? null,
      huellaAlli: theirs && huellaOf(theirs),
      faltan: mine === null ? [] : findFaltan(mine.dependencias, { hay, aqui: here }),
      llama: mine === null ? [] : listLlamados(mine.dependencias, here),
    }
  })
}

export const keyOf = (nombre: string) => nombre.toLowerCase()

export function byNombre(procesos: readonly ProcesoDeInventario[]): ReadonlyMap<string, ProcesoDeInventario> {
  return new Map(procesos.map((proceso) => [keyOf(proceso.nombre), proceso]))
}

/** Of what stands there, draft and publication: whatever changes there changes it. */
function huellaOf({ id, revision, version }: ProcesoDeInventario): string {
  return `${id}/${revision}/${version ?? 0}`
}

function judge(
  aqui: ProcesoDeInventario | null,
  alli: ProcesoDeInventario | null,
): Comparacion['procesos'][number]['estado'] {
  if (aqui === null) return 'soloAlli'
  if (aqui.huella === null) return 'sinPublicar'
  if (alli === null) return 'soloAqui'
  return aqui.huella === alli.huella ? 'igual' : 'distinto'
}

function ladoOf({ id, version, publicadaEn, huella, huellaBorrador }: ProcesoDeInventario) {
  return { id, version, publicadaEn, conCambios: huellaBorrador !== huella }
}

/** What an inventory has, by resource and name; of what has a type, which. */
type Hay = ReadonlyMap<string, string | null>

function indexInventario({
  servidores,
  parametros,
  tablas,
  consecutivos,
  rag,
  agentes,
  procesos,
}: Inventario): Hay {
  return new Map<string, string | null>([
    ...servidores.map(({ nombre, tipo }) => [`servidores/${keyOf(nombre)}`, tipo] as const),
    ...parametros.map(({ nombre, tipo }) => [`parametros/${keyOf(nombre)}`, tipo] as const),
    ...tablas.map((nombre) => [`tablas/${keyOf(nombre)}`, null] as const),
    ...consecutivos.map((nombre) => [`consecutivos/${keyOf(nombre)}`, null] as const),
    ...rag.map((nombre) => [`rag/${keyOf(nombre)}`, null] as const),
    ...agentes.map((nombre) => [`ai-agents/${keyOf(nombre)}`, null] as const),
    ...procesos.map(({ nombre }) => [`procesos/${keyOf(nombre)}`, null] as const),
  ])
}

/** A proceso that is here can be promoted: it is not missing, it is called. */
function findFaltan(
  dependencias: readonly Nombrado[],
  { hay, aqui }: { hay: Hay; aqui: ReadonlyMap<string, unknown> },
): Falta[] {
  return dependencias.flatMap(({ recurso, nombre, tipo }): Falta[] => {
    if (recurso === 'procesos' && aqui.has(keyOf(nombre))) return []
    const tipoAlli = hay.get(`${recurso}/${keyOf(nombre)}`)
    if (tipoAlli === undefined) return [{ recurso, nombre, motivo: 'falta', tipo, tipoAlli: null }]
    const fits = tipo === null || tipoAlli === null || tipo === tipoAlli
    return fits ? [] : [{ recurso, nombre, motivo: 'otroTipo', tipo, tipoAlli }]
  })
}

function listLlamados(
  dependencias: readonly Nombrado[],
  aqui: ReadonlyMap<string, ProcesoDeInventario>,
): string[] {
  return dependencias.flatMap(({ recurso, nombre }) => {
    const called = recurso === 'procesos' ? aqui.get(keyOf(nombre)) : undefined
    return called ? [called.nombre] : []
  })
}
