import { ArchivoIlegible } from '@div/contract'
import { getDocumentProxy } from 'unpdf'
import type { TellAvance } from './read-documento.ts'

/** The text of each page, under its number. Throws ArchivoIlegible, also where pages are only pictures. */
export async function readPdf(archivo: Uint8Array, tell: TellAvance): Promise<string> {
  // It takes what it is given.
  const pdf = await getDocumentProxy(Uint8Array.from(archivo)).catch(refuse)
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const texto = items
      .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
      .join('')
      .trim()
    if (texto !== '') pages.push(`# Página ${number}\n\n${texto.replaceAll(/^#/gm, ' #')}`)
    page.cleanup()
    tell(number, pdf.numPages)
  }
  if (pages.length === 0) {
    throw new ArchivoIlegible({
      motivo:
        'sus páginas son imágenes sin texto, como las de un escáner; páselo antes por un reconocimiento de texto (OCR)',
    })
  }
  return pages.join('\n\n')
}

function refuse(cause: unknown): never {
  const isLocked = cause instanceof Error && cause.name === 'PasswordException'
  throw new ArchivoIlegible(
    { motivo: isLocked ? 'está protegido con una contraseña' : 'no es un PDF, o está dañado' },
    { cause },
  )
}
