/** What a person can do about a step of the connection test that failed, by the step: each looks at one layer. */
const ADVICE: Readonly<Record<string, string>> = {
  Nombre:
    'Revise el host. Si es de una red interna, un administrador puede activar «Permitir red privada» en esta página.',
  TCP: 'Revise host y puerto, que el sistema esté encendido y que ningún cortafuegos corte el camino desde este equipo.',
  TLS: 'Revise que ese puerto hable TLS y su certificado; si lo firma una autoridad propia, péguela en «Opciones avanzadas».',
  'Inicio de sesión':
    'Revise usuario, contraseña y base de datos, y que ese usuario pueda entrar desde este equipo.',
  // Services over HTTP are told who calls with each call: it may be the first that is refused.
  Consulta: 'Se llegó hasta el sistema: revise la clave o el usuario, sus permisos y cómo está el sistema.',
}

/** Without anything to sign in to, such as a file, the second layer is the first. */
const LOCAL = 'Revise los datos de «Conexión»: lo que nombran no se pudo abrir.'

export function adviceFor(paso: string, pasos: readonly { nombre: string }[]): string | null {
  const isLocal = !pasos.some(({ nombre }) => nombre === 'TCP')
  return isLocal ? LOCAL : (ADVICE[paso] ?? null)
}

export type StepState = 'ok' | 'failed' | 'skipped'

/** What was not done because an earlier step failed is no failure of its own. */
export function stepStateOf(pasos: readonly { ok: boolean }[], index: number): StepState {
  if (pasos[index]?.ok) return 'ok'
  return pasos.findIndex(({ ok }) => !ok) === index ? 'failed' : 'skipped'
}
