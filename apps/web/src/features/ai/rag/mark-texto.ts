interface Piece {
  desde: number
  texto: string
  isMarked: boolean
}

/** A text in pieces, those that are marked apart from the others. */
export function markTexto(texto: string, marcas: readonly { desde: number; hasta: number }[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const take = (hasta: number, isMarked: boolean) => {
    if (hasta > at) pieces.push({ desde: at, texto: texto.slice(at, hasta), isMarked })
    at = hasta
  }
  for (const { desde, hasta } of marcas) {
    take(desde, false)
    take(hasta, true)
  }
  take(texto.length, false)
  return pieces
}
