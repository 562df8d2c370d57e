/** A `ruta` as find-my-way reads it. Parameters get positional names, because theirs may hold any character. */
export interface RoutePath {
  pattern: string
  /** Name in the entrada of each parameter, by position: `p0`, `p1` … */
  nombres: readonly string[]
}

/** `/clientes/{id}` → `/clientes/:p0`. Answers the Spanish reason when the ruta cannot be published. */
export function parseRoutePath(ruta: string): RoutePath | { motivo: string } {
  const nombres: string[] = []
  const segments: string[] = []
  for (const segment of ruta.split('/').slice(1)) {
    const parameter = /^\{([^{}]+)\}$/.exec(segment)
    if (parameter?.[1] !== undefined) {
      if (nombres.includes(parameter[1])) return { motivo: `el parámetro {${parameter[1]}} está repetido` }
      segments.push(`:p${nombres.length}`)
      nombres.push(parameter[1])
    } else if (/[{}*]/.test(segment)) {
      return { motivo: `«${segment}» no es un texto fijo ni un parámetro completo como {id}` }
    } else {
      // A colon begins a parameter for find-my-way; doubled it is itself.
      segments.push(segment.replaceAll(':', '::'))
    }
  }
  return { pattern: `/${segments.join('/')}`, nombres }
}
