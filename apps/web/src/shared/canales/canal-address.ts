import type { Canal } from '@div/contract'
import { type PagePlace, resolveAdminBase } from '../base-address.ts'

interface MotorPlace {
  /** Where the canales are called in production; null: at the motor itself. */
  urlBase: string | null
  motor: { puerto: number }
}

/** What all canales are called at: in production its own address, else the motor as this page reaches it. */
export function resolveCanalesBase(
  place: PagePlace & { origin: string },
  { urlBase, motor }: MotorPlace,
): string {
  if (urlBase !== null) return urlBase.replace(/\/+$/, '')
  return new URL(resolveAdminBase(place, motor.puerto), place.origin).href.replace(/\/+$/, '')
}

/** `https://api.ejemplo.com/rest/tienda` */
export function addressOfCanal(base: string, { tipo, ruta }: Pick<Canal, 'tipo' | 'ruta'>): string {
  return `${base}/${tipo === 'SOAP' ? 'soap' : 'rest'}/${ruta}`
}
