/** Names of files that were given together have no address of their own: they are resolved as if they stood in one folder. */
const FILES = 'archivos:///'

/** Where `reference` leads from the document at `base` (Structures 4.3.2; RFC 3986, 5). Null: nowhere. */
export function resolveLocation(base: string, reference: string): string | null {
  // Written on Windows, or pointing at a part of the document.
  const path = reference.trim().replaceAll('\\', '/').replace(/#.*$/s, '')
  if (path === '') return null
  const from = URL.canParse(base) ? base : new URL(encodeURI(base), FILES).href
  if (!URL.canParse(path, from)) return null
  const { href } = new URL(path, from)
  return href.startsWith(FILES) ? decodePath(href.slice(FILES.length)) : href
}

function decodePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    // A percent sign that belongs to the name.
    return path
  }
}
