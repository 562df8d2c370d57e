import type {
  EstadoDeVinculo,
  Extremo,
  Inventario,
  ParametroDeInventario,
  ServidorDeInventario,
  VinculoComparado,
} from '@div/contract'
import { keyOf } from './comparar.ts'
import type { Link } from './link-paquete.ts'

/** A servidor or parámetro by its name here, and the procesos that use it. */
export type Usado = Pick<VinculoComparado, 'recurso' | 'nombre' | 'procesos'>

type Lado = Pick<Inventario, 'servidores' | 'parametros'>

interface Hallado extends Extremo {
  /** Equal where the same stands; null: it is not to be compared. */
  huella: string | null
}

/** What the procesos of here use beside what they would use there. */
export function compareVinculos(
  usados: readonly Usado[],
  { aqui, alli, link }: { aqui: Lado; alli: Lado; link: Link },
): VinculoComparado[] {
  const here = indexLado(aqui)
  const there = indexLado(alli)
  return usados
    .map(({ recurso, nombre, procesos }): VinculoComparado => {
      const nombreAlli = link(recurso, nombre)
      const mine = here.get(`${recurso}/${keyOf(nombre)}`) ?? null
      const theirs = there.get(`${recurso}/${keyOf(nombreAlli)}`) ?? null
      return {
        recurso,
        nombre,
        nombreAlli: theirs?.nombre ?? nombreAlli,
        estado: judge(mine, theirs),
        aqui: mine && toExtremo(mine),
        alli: theirs && toExtremo(theirs),
        procesos: procesos.toSorted((left, right) => left.localeCompare(right, 'es')),
      }
    })
    .toSorted(
      (left, right) =>
        right.recurso.localeCompare(left.recurso, 'es') || left.nombre.localeCompare(right.nombre, 'es'),
    )
}

function judge(aqui: Hallado | null, alli: Hallado | null): EstadoDeVinculo {
  if (alli === null) return 'falta'
  if (aqui !== null && aqui.tipo !== alli.tipo) return 'otroTipo'
  if (aqui === null || aqui.huella === null || alli.huella === null) return 'sinComparar'
  return aqui.huella === alli.huella ? 'igual' : 'distinto'
}

function indexLado({ servidores, parametros }: Lado): ReadonlyMap<string, Hallado> {
  return new Map([
    ...servidores.map((each) => [`servidores/${keyOf(each.nombre)}`, ofServidor(each)] as const),
    ...parametros.map((each) => [`parametros/${keyOf(each.nombre)}`, ofParametro(each)] as const),
  ])
}

/** One without an address, such as the product itself, is the same everywhere. */
function ofServidor({ nombre, tipo, activo = true, direccion }: ServidorDeInventario): Hallado {
  const huella = direccion === undefined ? null : (direccion ?? '')
  return { nombre, tipo, activo, dato: direccion ?? null, esSecreto: false, huella }
}

function ofParametro({ nombre, tipo, secreto = false, valor }: ParametroDeInventario): Hallado {
  const known = secreto ? null : (valor ?? null)
  return {
    nombre,
    tipo,
    activo: true,
    dato: known?.texto ?? null,
    esSecreto: secreto,
    huella: known?.huella ?? null,
  }
}

function toExtremo({ huella: _, ...extremo }: Hallado): Extremo {
  return extremo
}
