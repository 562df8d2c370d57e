import { DE_PRIMEROS_PASOS, TO_PRIMEROS_PASOS } from '../../shared/to-primeros-pasos.ts'

interface SettingsEntry {
  path: string
  label: string
  /** Opens in a window of its own. */
  ownWindow?: boolean
  /** Leads to this screen for those only who may open the other one. */
  forWhoReaches?: string
}

/** The spec's entries (2, «Top bar»), and the way back to what Home no longer shows. */
const ENTRIES: readonly SettingsEntry[] = [
  { path: '/test-client', label: 'Cliente de Pruebas' },
  { path: '/ai-chat', label: 'Chat AI' },
  { path: '/rag', label: 'RAG' },
  { path: '/configuracion', label: 'Configuración del sistema' },
  { path: TO_PRIMEROS_PASOS, label: 'Primeros pasos', forWhoReaches: DE_PRIMEROS_PASOS },
  { path: '/documentacion-indice', label: 'Centro de documentación' },
  { path: '/docs/funciones', label: 'Documentación de funciones', ownWindow: true },
]

/** Without those whose screen does not exist or may not be opened. */
export function settingsEntries(reaches: (path: string) => boolean): readonly SettingsEntry[] {
  return ENTRIES.filter(({ path, forWhoReaches = path }) => reaches(path) && reaches(forWhoReaches))
}
