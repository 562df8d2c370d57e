import type { TipoServidor } from '@div/contract'

type Grupo = TipoServidor['grupo']

/** In the order in which they are offered. */
const GRUPOS: readonly (readonly [Grupo, string])[] = [
  ['base-de-datos', 'Bases de datos'],
  ['servicio', 'Servicios'],
  ['inteligencia-artificial', 'Inteligencia artificial'],
  ['interno', 'El propio DIV'],
]

interface TipoGroup {
  grupo: Grupo
  label: string
  tipos: readonly TipoServidor[]
}

/** The types whose name or summary holds what is looked for, whatever its accents; groups without any are left out. */
export function groupTipos(tipos: readonly TipoServidor[], q: string): TipoGroup[] {
  const wanted = plain(q.trim())
  const found = tipos.filter((tipo) =>
    plain(`${tipo.label} ${tipo.tipoServidor} ${tipo.summary}`).includes(wanted),
  )
  return GRUPOS.map(([grupo, label]) => ({
    grupo,
    label,
    tipos: found.filter((tipo) => tipo.grupo === grupo),
  })).filter((group) => group.tipos.length > 0)
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
