/** Hands a file to the browser, which asks where to or puts it among the downloads. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun; what it reads stays until it ends.
  setTimeout(() => URL.revokeObjectURL(url))
}
