import type { Faltante, LineaDeInforme, Paquete } from '@div/contract'
import { paqueteSchema } from '@div/contract'
import type { Datos, Punto } from './dibujo/datos.ts'
import { merge, primero } from './dibujo/datos.ts'
import { type Dibujo, type Origen, origenOf, parametrosOf } from './dibujo/dibujo.ts'
import { cualquiera } from './expresion/formula.ts'

/** What the reader of a format makes of a document. */
export interface Convertidos {
  paquetes: Paquete[]
  informe: LineaDeInforme[]
  /** What is known of what the bundles depend on, by its reference. */
  detalles: ReadonlyMap<string, string>
}

const NOMBRE_MAX = 200

/** A drawing without an answer ends where its nodes end: what the last of them put out is what the proceso answers. */
export function closeDibujo(dibujo: Dibujo, datosDe: ReadonlyMap<string, Datos>): void {
  if (dibujo.hasSalida) return
  const finales = dibujo.finales
  if (finales.length === 0) {
    dibujo.add({ tipo: 'salida', nombre: 'Fin', estadoHttp: 200 }, [{ nodo: 'entrada' }])
    return
  }
  const puntos = finales.flatMap((extremo): Punto[] => {
    const datos = datosDe.get(extremo.nodo)
    return datos === undefined ? [] : [{ extremos: [extremo], datos }]
  })
  const datos = merge(puntos)?.datos
  const campos = datos === undefined ? [] : [respuestaOf(dibujo, datos)]
  dibujo.add(
    { tipo: 'salida', nombre: 'Resultado', estadoHttp: 200, parametros: parametrosOf(campos) },
    finales,
  )
}

function respuestaOf({ respuesta }: Dibujo, datos: Datos): readonly [string, Origen] {
  if (respuesta === 'primero') return ['cuerpo', origenOf(primero(datos).read([]))]
  const nombre = respuesta === 'todos' ? 'cuerpo' : 'resultado'
  return [nombre, origenOf(datos.clase === 'uno' ? datos.read([]) : cualquiera(datos.formula))]
}

/** Drawings that are a proceso. Of one in which nothing could be drawn its notes stand in the first of the others. */
export function removeVacios<Hecho extends { dibujo: Dibujo; isEmpty: boolean }>(
  hechos: readonly Hecho[],
): readonly Hecho[] {
  const kept = hechos.filter(({ isEmpty }) => !isEmpty)
  const [first] = kept
  if (first === undefined) return hechos
  for (const { dibujo, isEmpty } of hechos) if (isEmpty) first.dibujo.recoger(dibujo)
  return kept
}

/** As the product exports a proceso. */
export function writePaquete(
  dibujo: Dibujo,
  { nombre, descripcion }: { nombre: string; descripcion: string },
): Paquete {
  return paqueteSchema.parse({
    formato: 'div-proceso',
    version: 1,
    proceso: {
      nombre: nombre.trim().slice(0, NOMBRE_MAX) || 'Flujo',
      descripcion,
      modo: 'memoria',
      flujo: dibujo.flujo(),
    },
    dependencias: dibujo.dependencias(),
    casosPrueba: [],
  })
}

/** What the bundles name, each thing once; the built-in server is there always, and flows that came together need nobody to bring them. */
export function listFaltantes(
  paquetes: readonly Paquete[],
  detalles: ReadonlyMap<string, string>,
): Faltante[] {
  const found = new Map<string, Faltante>()
  const brought = new Set(paquetes.map(({ proceso }) => proceso.nombre))
  for (const { recurso, referencia, nombre, tipoServidor } of paquetes.flatMap(
    ({ dependencias }) => dependencias,
  )) {
    if (tipoServidor === 'interno' || recurso === 'tablas' || recurso === 'consecutivos') continue
    if (recurso === 'rag' || recurso === 'ai-agents') continue
    if (recurso === 'procesos' && brought.has(nombre)) continue
    found.set(`${recurso}/${referencia}`, {
      recurso,
      nombre,
      ...(tipoServidor !== undefined && { tipoServidor }),
      detalle: detalles.get(referencia) ?? DETALLES[recurso],
    })
  }
  return [...found.values()]
}

const DETALLES = {
  servidores: 'Cree uno con este nombre, o elija otro al importar. Sus credenciales no vienen en el archivo.',
  procesos: 'Traiga también este flujo y publíquelo, o elija un proceso al importar.',
  parametros: 'Cree un parámetro con este nombre.',
} as const
