import type { Bloque, Pagina, Seccion, Texto } from './pagina.ts'

/** The parts of a page with all that stands in them, without marks. What stands before the first title is the page's own. */
export function seccionesOf({ titulo, bloques }: Pagina): Seccion[] {
  const secciones: { ancla: string; titulo: string; textos: string[] }[] = [{ ancla: '', titulo, textos: [] }]
  for (const bloque of bloques) {
    if (bloque.tipo === 'titulo')
      secciones.push({ ancla: bloque.ancla, titulo: plainText(bloque.textos), textos: [] })
    else secciones.at(-1)?.textos.push(...textsOf(bloque))
  }
  return secciones.map(({ textos, ...each }) => ({ ...each, texto: textos.join(' ').replace(/\s+/g, ' ') }))
}

function textsOf(bloque: Bloque): string[] {
  switch (bloque.tipo) {
    case 'titulo':
    case 'parrafo':
      return [plainText(bloque.textos)]
    case 'lista':
      return bloque.elementos.flatMap((elemento) => elemento.flatMap(textsOf))
    case 'aviso':
      return bloque.bloques.flatMap(textsOf)
    case 'tabla':
      return [{ celdas: bloque.cabecera }, ...bloque.filas].map(({ celdas }) =>
        celdas.map(plainText).join(' · '),
      )
    case 'codigo':
      return [bloque.codigo]
    case 'formula':
      return [`${bloque.formula} → ${bloque.resultado}`]
  }
}

export function plainText(textos: readonly Texto[]): string {
  return textos
    .map((texto) => {
      if (typeof texto === 'string') return texto
      if ('codigo' in texto) return texto.codigo
      if ('fuerte' in texto) return plainText(texto.fuerte)
      if ('enfasis' in texto) return plainText(texto.enfasis)
      return plainText(texto.textos)
    })
    .join('')
}
