import type { ModoDeBusqueda } from '@div/contract'

export const MODOS: Readonly<Record<ModoDeBusqueda, string>> = {
  hibrido: 'Híbrida',
  palabras: 'Por palabras',
  vectores: 'Por vectores',
}
