import { expect, test } from 'vitest'
import { explainRechazo } from './explain-rechazo.ts'

const error = (fields: object) => JSON.stringify({ error: fields })
const NEVER = { reintentable: false, isOfModelo: false }
const LATER = { reintentable: true, isOfModelo: true }

test.each([
  [
    401,
    error({ message: 'Incorrect API key provided: sk-abc***' }),
    'su clave no sirve: un administrador debe cambiarla en el servidor',
    NEVER,
  ],
  [
    403,
    error({ message: 'Country not supported' }),
    'su clave no da permiso para esto: un administrador debe revisarla: «Country not supported»',
    NEVER,
  ],
  [402, '', 'la cuenta no tiene crédito: un administrador debe reponerlo', NEVER],
  [
    429,
    error({ message: 'You exceeded your current quota', code: 'insufficient_quota' }),
    'la cuenta no tiene crédito: un administrador debe reponerlo: «You exceeded your current quota»',
    NEVER,
  ],
  [
    400,
    error({ type: 'invalid_request_error', message: 'Your credit balance is too low' }),
    'la cuenta no tiene crédito: un administrador debe reponerlo: «Your credit balance is too low»',
    NEVER,
  ],
  [
    400,
    error({ message: 'maximum context length is 8192 tokens', code: 'context_length_exceeded' }),
    'lo que se le envía no cabe en lo que lee el modelo «m»: «maximum context length is 8192 tokens»',
    NEVER,
  ],
  [
    400,
    error({ type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' }),
    'lo que se le envía no cabe en lo que lee el modelo «m»: «prompt is too long: 210000 tokens > 200000 maximum»',
    NEVER,
  ],
  [
    400,
    error({ message: 'the input length exceeds the context length' }),
    'lo que se le envía no cabe en lo que lee el modelo «m»: «the input length exceeds the context length»',
    NEVER,
  ],
  [
    429,
    error({ message: 'Too many tokens, please wait' }),
    'pide esperar: recibe demasiadas peticiones: «Too many tokens, please wait»',
    LATER,
  ],
  [
    404,
    error({ message: 'The API deployment for this resource does not exist', code: 'DeploymentNotFound' }),
    'no tiene el modelo «m»: «The API deployment for this resource does not exist»',
    { reintentable: false, isOfModelo: true },
  ],
  [
    400,
    error({ message: 'filtered', code: 'content_filter' }),
    'no admite el contenido que se le envía: «filtered»',
    NEVER,
  ],
  [
    404,
    error({ message: 'The model `m` does not exist', code: 'model_not_found' }),
    'no tiene el modelo «m»: «The model `m` does not exist»',
    { reintentable: false, isOfModelo: true },
  ],
  [
    404,
    error({ type: 'not_found_error', message: 'model: m' }),
    'no tiene el modelo «m»: «model: m»',
    { reintentable: false, isOfModelo: true },
  ],
  [
    404,
    '{"error":"model \'m\' not found"}',
    "no tiene el modelo «m»: «model 'm' not found»",
    { reintentable: false, isOfModelo: true },
  ],
  [404, '<h1>Not Found</h1>', 'contestó 404: revise su dirección base', NEVER],
  [
    429,
    error({ message: 'Rate limit reached' }),
    'pide esperar: recibe demasiadas peticiones: «Rate limit reached»',
    LATER,
  ],
  [529, error({ type: 'overloaded_error', message: 'Overloaded' }), 'está saturado: «Overloaded»', LATER],
  [503, '<h1>luego</h1>', 'está saturado', LATER],
  [500, '{"message":"se rompió"}', 'contestó 500: «se rompió»', LATER],
  [400, '{"detail":"temperature"}', 'contestó 400: «temperature»', NEVER],
])('%i %s', (estado, cuerpo, motivo, rest) => {
  expect(explainRechazo({ estado, cuerpo, modelo: 'm' })).toEqual({ motivo, ...rest })
})

test('what a service says is bounded', () => {
  const { motivo } = explainRechazo({
    estado: 400,
    cuerpo: error({ message: 'x'.repeat(5_000) }),
    modelo: null,
  })
  expect(motivo).toBe(`contestó 400: «${'x'.repeat(300)}»`)
})
