interface SettingsEntry {
  path: string
  label: string
  /** Opens in a window of its own. */
  ownWindow?: boolean
}

/** The spec's entries (2, «Top bar»). */
const ENTRIES: readonly SettingsEntry[] = [
  { path: '/test-client', label: 'Cliente de Pruebas' },
  { path: '/ai-chat', label: 'Chat AI' },
  { path: '/rag', label: 'RAG' },
  { path: '/configuracion', label: 'Configuración del sistema' },
  { path: '/documentacion-indice', label: 'Centro de documentación' },
  { path: '/docs/funciones', label: 'Documentación de funciones', ownWindow: true },
]

/** Without those whose screen does not exist or may not be opened. */
export function settingsEntries(reaches: (path: string) => boolean): readonly SettingsEntry[] {
  return ENTRIES.filter(({ path }) => reaches(path))
}
