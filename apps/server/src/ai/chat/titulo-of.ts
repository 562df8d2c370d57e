const MAX = 80

/** What a conversation is called whose user has not said: the beginning of what was said first. */
export function tituloOf(texto: string, adjuntos: readonly { nombre: string }[]): string {
  const [line = ''] = texto
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const first = line || (adjuntos[0]?.nombre ?? '')
  const characters = [...first.replaceAll(/\s+/g, ' ')]
  if (characters.length <= MAX) return characters.join('')
  const cut = characters.slice(0, MAX - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > MAX / 2 ? space : undefined).trimEnd()}…`
}
