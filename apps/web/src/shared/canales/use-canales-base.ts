import { useConfiguracion } from '../use-configuracion.ts'
import { resolveCanalesBase } from './canal-address.ts'

/** What all canales are called at; undefined until it is known. */
export function useCanalesBase(): string | undefined {
  const { data: configuracion } = useConfiguracion()
  return configuracion && resolveCanalesBase(window.location, configuracion)
}
