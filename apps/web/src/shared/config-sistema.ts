/** Where the spec keeps it (3, «System config»). */
const KEY = 'configSistema'

interface ConfigSistema {
  urlBase: string | null
  /** As the server told it last: needed before anything can be asked of it. */
  productionHost: string | null
}

const NONE: ConfigSistema = { urlBase: null, productionHost: null }

export function readConfigSistema(): ConfigSistema {
  try {
    const { urlBase, productionHost } = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return { urlBase: textOf(urlBase), productionHost: textOf(productionHost) }
  } catch {
    // Not ours: as if it were not there.
    return NONE
  }
}

export function storeConfigSistema(config: Partial<ConfigSistema>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...readConfigSistema(), ...config }))
}

export function removeConfigSistema(): void {
  localStorage.removeItem(KEY)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
