import type { FormSchema } from '@div/ui'

/** Which field of an object's settings names it in the catalogue of its servidor; undefined: it is not picked from one. */
export function catalogField({ properties = {} }: FormSchema): string | undefined {
  return Object.entries(properties).find(([, { enCatalogo }]) => enCatalogo === true)?.[0]
}
