/** The name that the servidor of the sample shop has from its first start on. */
export const SERVIDOR_DE_EJEMPLO = 'Tienda de ejemplo'
