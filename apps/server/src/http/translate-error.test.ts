import { LIMITS } from '@div/contract'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerHttp } from './register-http.ts'

const failing = async (error: Error) => {
  const app = Fastify()
  registerHttp(app, { limits: LIMITS })
  app.get('/', () => {
    throw error
  })
  return app.inject('/')
}

test.each([
  [
    'a connection that is refused',
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  ],
  ['a server that is shutting down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['a connection that was given up', new Error('the database says nothing for 10000 ms')],
  ['a pool that waits in vain', new Error('timeout exceeded when trying to connect')],
])('%s of our own database is told as such, and when to come back', async (_what, error) => {
  const answer = await failing(error)
  expect(answer.json()).toMatchObject({ status: 503, codigo: 'BASE_DE_DATOS_NO_DISPONIBLE' })
  expect(answer.headers['retry-after']).toBe('1')
})

test('our own database that has no room left is told to whoever can make some', async () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
  expect((await failing(full)).json()).toMatchObject({
    status: 507,
    title: 'Sin espacio',
    codigo: 'BASE_DE_DATOS_LLENA',
  })
})

test('anything else is a bug of ours, of which nothing is shown', async () => {
  const answer = await failing(Object.assign(new Error('duplicate key'), { code: '23505' }))
  expect(answer.json()).toMatchObject({ status: 500, codigo: 'ERROR_INTERNO', title: 'Error interno' })
})
