import type { Copia } from './configuracion-api.ts'

/** Hands a file to the browser, which keeps it where it keeps downloads. */
export function saveFile({ name, file }: Copia): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
