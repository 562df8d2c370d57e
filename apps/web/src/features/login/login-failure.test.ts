import { expect, test } from 'vitest'
import { ApiError, ConnectionError } from '../../shared/api-error.ts'
import { describeLoginFailure } from './login-failure.ts'

test.each([
  [
    'the text of the server',
    new ApiError(401, { detail: 'Credenciales inválidas' }),
    'Credenciales inválidas',
  ],
  ['a refusal for other reasons', new ApiError(429, { detail: 'Espere 4 s.' }), 'Espere 4 s.'],
  ['an empty text', new ApiError(401, { detail: '' }), 'Credenciales inválidas'],
  ['no text', new ApiError(401, {}), 'Credenciales inválidas'],
  ['nobody answers', new ConnectionError(), 'Error de conexión'],
  ['a proxy that reaches nobody', new ApiError(502, {}), 'Error de conexión'],
  ['an answer that is none', new SyntaxError('Unexpected token'), 'Error de conexión'],
])('%s', (_, error, sentence) => {
  expect(describeLoginFailure(error)).toBe(sentence)
})
