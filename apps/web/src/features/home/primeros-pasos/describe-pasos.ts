import type { PrimerosPasos, PrimerPaso } from '@div/contract'
import { addressOf, lienzoOf, TO_NEW_PROCESO } from '../../../shared/address-of.ts'
import { testAddressOf } from '../../../shared/canales/test-address.ts'
import { TO_TEST } from '../../../shared/servidores/to-test.ts'

/** Where a step goes on. */
interface Enlace {
  etiqueta: string
  to: string
  state?: unknown
}

export interface Paso {
  paso: PrimerPaso
  titulo: string
  texto: string
  hecho: boolean
  /** The first that is still to be done. */
  isNext: boolean
  /** Empty: something else comes first. */
  enlaces: readonly Enlace[]
}

type Reaches = (path: string) => boolean

const TEXTS: Readonly<Record<PrimerPaso, { titulo: string; texto: string }>> = {
  contrasena: {
    titulo: 'Cambie la contraseña',
    texto: 'La del primer arranque está escrita en un archivo del equipo.',
  },
  servidor: {
    titulo: 'Conecte una base de datos',
    texto: 'Diga dónde está y pruebe que responde.',
  },
  proceso: {
    titulo: 'Dibuje un proceso',
    texto: 'Lo que recibe, lo que busca en el servidor y lo que responde.',
  },
  canal: {
    titulo: 'Publíquelo',
    texto: 'Un canal le da una dirección que otros llaman.',
  },
  llamada: {
    titulo: 'Llámelo',
    texto: 'El Cliente de Pruebas enseña todo lo que contesta.',
  },
}

/** Each step with the way to where it goes on, of which only what the person may open is offered. */
export function describePasos(facts: PrimerosPasos, reaches: Reaches): Paso[] {
  const next = facts.pasos.find(({ hecho }) => !hecho)?.paso
  return facts.pasos.map(({ paso, hecho }) => ({
    paso,
    ...TEXTS[paso],
    hecho,
    isNext: paso === next,
    enlaces: hecho ? [] : ENLACES[paso](facts).filter(({ to }) => reaches(to)),
  }))
}

const ENLACES: Readonly<Record<PrimerPaso, (facts: PrimerosPasos) => Enlace[]>> = {
  contrasena: () => [{ etiqueta: 'Ir a mi perfil', to: '/perfil' }],
  servidor({ servidorSinProbarId, servidorDeEjemploId }) {
    const toTest = (etiqueta: string, id: string) => ({
      etiqueta,
      to: addressOf('servidores', id),
      state: TO_TEST,
    })
    return [
      servidorSinProbarId === null
        ? { etiqueta: 'Crear servidor', to: '/servidores/config/new' }
        : toTest('Probar la conexión', servidorSinProbarId),
      ...(servidorDeEjemploId === null ? [] : [toTest('Usar la tienda de ejemplo', servidorDeEjemploId)]),
    ]
  },
  proceso: ({ procesoId }) => [
    procesoId === null
      ? { etiqueta: 'Crear proceso', to: TO_NEW_PROCESO }
      : { etiqueta: 'Seguir dibujando', to: lienzoOf(procesoId, true) },
  ],
  canal: ({ pasos, procesoId }) =>
    procesoId === null || !isDone(pasos, 'proceso')
      ? []
      : [{ etiqueta: 'Publicar en el lienzo', to: lienzoOf(procesoId, true) }],
  llamada: ({ publicado }) =>
    publicado === null
      ? []
      : [{ etiqueta: 'Abrir con su canal', to: testAddressOf(publicado.canalId, publicado.operacion) }],
}

function isDone(pasos: PrimerosPasos['pasos'], wanted: PrimerPaso): boolean {
  return pasos.some(({ paso, hecho }) => paso === wanted && hecho)
}
