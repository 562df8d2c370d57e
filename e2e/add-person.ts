import type { Role, Sesion } from '@div/contract'
import { expect } from 'vitest'
import type { Product } from './product.ts'

/** Somebody of a role, who can sign in and call the API. */
export interface Person {
  username: string
  password: string
  /** The status of a call of theirs. */
  call(method: string, path: string, body?: unknown): Promise<number>
}

export async function addPerson(product: Product, role: Role): Promise<Person> {
  const username = `${role}-${crypto.randomUUID().slice(0, 8)}`
  const password = 'contrasena-de-prueba'
  const person = { username, email: `${username}@ejemplo.es`, role, password }
  expect((await product.api('POST', '/usuarios', person)).status).toBe(201)
  const { json } = await product.api('POST', '/auth/login', { username, password })
  const { token } = json as Sesion
  return {
    username,
    password,
    async call(method, path, body) {
      const answer = await fetch(`${product.apiUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return answer.status
    },
  }
}
