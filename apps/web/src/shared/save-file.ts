/** A busy browser begins a download late, and then asks for its name and for all of it. */
const KEPT_MS = 60_000

/** Hands a file to the browser, which asks where to or puts it among the downloads. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
