import type { ObjetivoMostrado, UsoDeCapacidad } from '@div/contract'

type Mostrado = Pick<UsoDeCapacidad, 'objetivo' | 'escribe'>

/** Why a person is asked for the same once more: what is not as they allowed it. */
export function tellCambio(antes: Mostrado, ahora: Mostrado & { objetivo: ObjetivoMostrado }): string {
  const cambios = [
    ...(antes.objetivo ? tellObjetivo(antes.objetivo, ahora.objetivo) : []),
    ...(antes.escribe === ahora.escribe
      ? []
      : [ahora.escribe ? 'Ahora cambia datos.' : 'Ya no cambia datos.']),
  ]
  const que = cambios.length > 0 ? cambios : [OTRA_COSA[ahora.objetivo.tipo]]
  return [...que, 'Revíselo y decida otra vez.'].join(' ')
}

function tellObjetivo(antes: ObjetivoMostrado, ahora: ObjetivoMostrado): string[] {
  const isNamedAlike = antes.tipo === ahora.tipo && antes.nombre === ahora.nombre
  const isSameVersion =
    antes.version === undefined || ahora.version === undefined || antes.version === ahora.version
  return [
    ...(isNamedAlike ? [] : [`Se permitió con «${antes.nombre}», y ahora usa «${ahora.nombre}».`]),
    ...(isSameVersion
      ? []
      : [`Se permitió con la versión ${antes.version}, y la publicada es ahora la ${ahora.version}.`]),
  ]
}

/** Of which no more is shown. */
const OTRA_COSA: Readonly<Record<ObjetivoMostrado['tipo'], string>> = {
  proceso: 'Desde que se permitió cambió el proceso, o es otro.',
  tabla: 'Desde que se permitió cambió lo que busca o muestra de su tabla.',
  coleccion: 'Desde que se permitió cambió lo que busca en sus documentos.',
  herramienta: 'Desde que se permitió la herramienta dice de sí otra cosa.',
}
