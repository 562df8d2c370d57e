import type { IdiomaDeRag } from '@div/contract'

export const IDIOMAS: Readonly<Record<IdiomaDeRag, string>> = {
  espanol: 'Español',
  ingles: 'Inglés',
  otro: 'Otro: las palabras tal como son',
}
