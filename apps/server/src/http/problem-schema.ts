/** A problem as JSON Schema: RFC 9457 with the members that the product adds to each. */
export const PROBLEM_SCHEMA = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'codigo', 'errores'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    codigo: { type: 'string' },
    errores: {
      type: 'array',
      items: {
        type: 'object',
        required: ['campo', 'mensaje'],
        properties: { campo: { type: 'string' }, mensaje: { type: 'string' } },
      },
    },
  },
}
