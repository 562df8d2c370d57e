/** Fields of a path item that are operations, in OpenAPI and Swagger. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** What is said of it in a list. */
export function resumenOf({ resumen, obsoleta }: { resumen: string | undefined; obsoleta: boolean }): {
  resumen?: string
} {
  if (!obsoleta) return resumen === undefined ? {} : { resumen }
  return { resumen: resumen === undefined ? 'Obsoleta.' : `Obsoleta. ${resumen}` }
}
